import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { MobileUsersPageDocument } from '../features/mobile-users/gql/mobileUserList.ts';
import { SetMobileUserActiveDocument } from '../features/mobile-users/gql/SetMobileUserActive.ts';
import type { Language } from '../lib/language.ts';
import { Unreachable } from '../lib/reach.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { MobileUsersPage } from './MobileUsersPage.tsx';

const mobileUser = (more: object = {}) => ({
  __typename: 'MobileUser',
  id: 'node1',
  databaseId: 1,
  email: 'ana@example.test',
  platform: 'IOS',
  active: true,
  registered: '2026-03-01T13:00:00.000Z',
  lastSeen: null,
  viewerCanUpdate: true,
  patient: { __typename: 'Patient', id: 'p7', databaseId: 7, firstName: 'Ana', lastName: 'Reyes' },
  ...more,
});
const answer = (row: object) => ({
  request: {
    query: MobileUsersPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: { field: 'EMAIL', direction: 'ASC' }, where: null },
  },
  result: {
    data: {
      mobileUsers: {
        __typename: 'MobileUserConnection',
        edges: [{ __typename: 'MobileUserEdge', node: row }],
        totalCount: 1,
        unfilteredCount: 1,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});
const request = {
  query: SetMobileUserActiveDocument,
  variables: { input: { mobileUserId: 'node1', active: false } },
};
const open = (mocks: object[], language: Language = 'en') =>
  renderApp(<MobileUsersPage />, {
    viewer: { ...testViewer, viewerCanListMobileUsers: true },
    mocks: mocks as never,
    language,
  });

test('the list shows address, patient, platform, status and times', async () => {
  await open([answer(mobileUser())]);
  await screen.findByText('ana@example.test');
  const cells = within(screen.getAllByRole('row')[1]!).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    '1',
    'ana@example.test',
    'Reyes, Ana',
    'iOS',
    'Active',
    '03/01/2026 08:00:00',
    'Never',
    'Disable',
  ]);
  expect(screen.getByRole('link', { name: 'Reyes, Ana' })).toHaveAttribute('href', '/patients/7');
});

test('an account is disabled after a question, and can then be enabled', async () => {
  const { user } = await open([
    answer(mobileUser()),
    {
      request,
      result: {
        data: {
          setMobileUserActive: {
            __typename: 'SetMobileUserActivePayload',
            mobileUser: { __typename: 'MobileUser', id: 'node1', active: false },
            userErrors: [],
          },
        },
      },
    },
    answer(mobileUser({ active: false })),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Disable ana@example.test' }));
  const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
  expect(question).toHaveTextContent('The mobile app will no longer accept ana@example.test.');
  await user.click(within(question).getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText('ana@example.test was disabled')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Enable ana@example.test' })).toBeInTheDocument();
  expect(screen.getByText('Disabled')).toBeInTheDocument();
});

test('a failure is shown as one', async () => {
  const { user } = await open([answer(mobileUser()), { request, error: new Unreachable() }]);
  await user.click(await screen.findByRole('button', { name: 'Disable ana@example.test' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText('ana@example.test could not be changed')).toBeInTheDocument();
});

test('without the permission for it there is no button, and without a patient no link', async () => {
  await open([answer(mobileUser({ viewerCanUpdate: false, patient: null }))]);
  await screen.findByText('ana@example.test');
  expect(screen.queryByRole('button', { name: /Disable/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /Reyes/ })).not.toBeInTheDocument();
});

test('in Spanish', async () => {
  await open([answer(mobileUser())], 'es');
  await screen.findByText('ana@example.test');
  expect(screen.getByRole('button', { name: 'Desactivar ana@example.test' })).toBeInTheDocument();
});

test('a viewer without the permission is shown that, and no request is sent', async () => {
  await renderApp(<MobileUsersPage />);
  expect(screen.getByText(/You do not have permission to see this/)).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});
