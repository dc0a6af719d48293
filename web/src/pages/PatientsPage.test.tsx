import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { PatientsPageDocument, type PatientsPageQueryVariables } from '../gql/graphql.ts';
import { Unreachable } from '../lib/reach.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { PatientsPage } from './PatientsPage.tsx';

const defaults = { first: 50, page: 1, search: null, orderBy: null, orderDir: null, filters: null };

const ada = {
  __typename: 'Patient',
  id: 'UGF0aWVudDox',
  databaseId: 17,
  assignedId: 'NR-17',
  firstName: 'Ada',
  lastName: 'Abbott',
  birthDate: '1958-04-01',
  email: 'ada@example.test',
  phone: '3155551017',
  currentSerial: '00012345678',
  therapyStart: '2026-01-10',
  lastReport: null,
  provider: { __typename: 'Organization', id: 'T3Jn', name: 'Northside Respiratory' },
};

const answer = (
  variables: Partial<PatientsPageQueryVariables>,
  patients: unknown[],
  unfilteredCount = patients.length,
  totalCount = patients.length,
) => ({
  request: { query: PatientsPageDocument, variables: { ...defaults, ...variables } },
  result: {
    data: {
      patients: {
        __typename: 'PatientConnection',
        edges: patients.map((node) => ({ __typename: 'PatientEdge', node })),
        totalCount,
        unfilteredCount,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});

test('the list shows a patient with dates as MM/DD/YYYY and links to the record', async () => {
  await renderApp(<PatientsPage />, { mocks: [answer({}, [ada])] });
  const link = await screen.findByRole('link', { name: 'Abbott, Ada' });
  expect(link).toHaveAttribute('href', '/patients/17');
  const cells = within(screen.getAllByRole('row')[1]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual([
    'NR-17',
    'Abbott, Ada',
    '04/01/1958',
    'ada@example.test',
    '(315) 555-1017',
    '00012345678',
    'Northside Respiratory',
    '01/10/2026',
    '',
  ]);
});

test('a search is sent to the server and shows the unfiltered total', async () => {
  const { user } = await renderApp(<PatientsPage />, {
    mocks: [answer({}, [ada, { ...ada, id: 'UGF0aWVudDoy', databaseId: 18 }]), answer({ search: 'ada' }, [ada], 203)],
  });
  await screen.findByText('Showing 1 to 2 of 2 entries');
  await user.type(screen.getByRole('searchbox'), 'ada{Enter}');
  expect(await screen.findByText('Showing 1 to 1 of 1 entries (filtered from 203 total)')).toBeInTheDocument();
});

test('a list that cannot be loaded offers Retry', async () => {
  const failed = { request: { query: PatientsPageDocument, variables: defaults }, error: new Unreachable() };
  const { user } = await renderApp(<PatientsPage />, { mocks: [failed, answer({}, [ada])] });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Abbott, Ada' })).toBeInTheDocument();
});

test('a page change requests that page once, and does not request the old one', async () => {
  const ben = { ...ada, id: 'UGF0aWVudDoy', databaseId: 18, firstName: 'Ben' };
  const { user, router } = await renderApp(<PatientsPage />, {
    mocks: [answer({}, [ada], 60, 60), answer({ page: 2 }, [ben], 60, 60)],
  });
  await user.click(await screen.findByRole('link', { name: 'Page 2' }));
  expect(await screen.findByRole('link', { name: 'Abbott, Ben' })).toBeInTheDocument();
  expect(screen.getByText('Showing 51 to 60 of 60 entries')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(router.state.location.search).toBe('?page=2');
});
