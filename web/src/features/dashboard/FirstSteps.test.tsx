import { expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { DismissFirstStepsDocument, type FirstSteps_stepFragment } from './gql/FirstSteps.ts';

const step = (kind: FirstSteps_stepFragment['kind'], isDone = false): FirstSteps_stepFragment => ({
  __typename: 'FirstStep',
  kind,
  isDone,
});
const STEPS = [step('LOCATIONS', true), step('STAFF'), step('PATIENT'), step('DEVICE'), step('REPORT')];

const dismissal = (userErrors: object[] = []) => ({
  request: { query: DismissFirstStepsDocument },
  result: {
    data: { dismissNotice: { __typename: 'DismissNoticePayload', viewer: null, userErrors } },
  },
});

const rows = () =>
  within(screen.getByRole('list', { name: 'First steps' }))
    .getAllByRole('listitem')
    .map((row) => [
      within(row).getByRole('img').getAttribute('aria-label'),
      within(row).queryByRole('link')?.getAttribute('href') ?? null,
    ]);

test('each step that is not done leads to the page where it is done', async () => {
  await renderApp(<FirstSteps steps={[step('LOCATIONS'), ...STEPS.slice(1)]} onDismissed={jest.fn()} />);
  expect(rows()).toEqual([
    ['To do', '/orgs/1#locations'],
    ['To do', '/users'],
    ['To do', '/patients'],
    ['To do', '/patients'],
    ['To do', '/patients'],
  ]);
  expect(screen.getByText('0 of 5 steps are done.')).toBeTruthy();
});

test('a step that is done says so, and has no link', async () => {
  await renderApp(<FirstSteps steps={STEPS} onDismissed={jest.fn()} />);
  expect(rows()[0]).toEqual(['Done', null]);
  expect(screen.getByText('1 of 5 steps are done.')).toBeTruthy();
});

test('support staff is led to the organization in which it acts', async () => {
  const actingOrganization = { ...testViewer.organization, databaseId: 7, name: 'Harbor' };
  await renderApp(<FirstSteps steps={[step('LOCATIONS'), step('STAFF')]} onDismissed={jest.fn()} />, {
    viewer: { ...testViewer, actingOrganization },
  });
  expect(rows()).toEqual([
    ['To do', '/orgs/7#locations'],
    ['To do', '/orgs/7/users'],
  ]);
});

test('the steps are dismissed when the server has kept it', async () => {
  const onDismissed = jest.fn();
  const { user } = await renderApp(<FirstSteps steps={STEPS} onDismissed={onDismissed} />, { mocks: [dismissal()] });
  await user.click(screen.getByRole('button', { name: 'Do not show again' }));
  await screen.findByRole('button', { name: 'Do not show again' });
  expect(onDismissed).toHaveBeenCalledTimes(1);
});

test('a dismissal that was not kept is said, and the steps stay', async () => {
  const onDismissed = jest.fn();
  const { user } = await renderApp(<FirstSteps steps={STEPS} onDismissed={onDismissed} />, {
    mocks: [dismissal([{ __typename: 'UserError', field: '', code: 'invalid', message: 'No' }])],
  });
  await user.click(screen.getByRole('button', { name: 'Do not show again' }));
  expect(await screen.findByText('The first steps could not be hidden. Try again.')).toBeTruthy();
  expect(onDismissed).not.toHaveBeenCalled();
});
