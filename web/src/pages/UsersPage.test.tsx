import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { UsersPageDocument } from '../gql/graphql.ts';
import type { Language } from '../lib/language.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { UsersPage } from './UsersPage.tsx';

const filters = [{ field: 'active', condition: 'EQUAL', value: '2' }];
const user = {
  __typename: 'User',
  id: 'VXNlcjo0',
  databaseId: 4,
  email: 'invited.staff@demo.airlog.test',
  firstName: 'Avery',
  lastName: 'Quinn',
  roleLabel: 'Equipment provider staff',
  userType: 'ORGANIZATION',
  status: 'INVITED',
  active: true,
  locked: false,
  ventilatorAccess: false,
  hasApi: false,
  createdAt: '2026-01-10T05:00:00Z',
  viewerCanEdit: false,
  viewerCanView: true,
  viewerCanSetActive: false,
  viewerCanUnlock: false,
  viewerCanResendInvitation: false,
  viewerCanStartPasswordReset: false,
  viewerCanResetSecondFactor: false,
  viewerCanSetVentilatorAccess: false,
};
const answer = {
  request: {
    query: UsersPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: null, orderDir: null, filters },
  },
  result: {
    data: {
      users: {
        __typename: 'UserConnection',
        edges: [{ __typename: 'UserEdge', node: user }],
        totalCount: 1,
        unfilteredCount: 12,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
};
const open = (language: Language = 'en') =>
  renderApp(<UsersPage />, {
    viewer: { ...testViewer, viewerCanListUsers: true },
    mocks: [answer],
    path: '/users?f[active]=equal:2',
    language,
  });
const cells = async () =>
  within((await screen.findAllByRole('row'))[1]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('the address of the home card shows the users who have not accepted their invitation, and says so', async () => {
  await open();
  await screen.findByText('invited.staff@demo.airlog.test');
  expect(await cells()).toEqual([
    'invited.staff@demo.airlog.test',
    'Quinn, Avery',
    'Equipment provider staff',
    'Invited',
    '',
  ]);
  expect(screen.getByText('Showing 1 to 1 of 1 entries (filtered from 12 total)')).toBeInTheDocument();
  expect(screen.getByText('Status is Invited')).toBeInTheDocument();
});

test('in Spanish', async () => {
  await open('es');
  await screen.findByText('invited.staff@demo.airlog.test');
  expect((await cells()).at(-2)).toBe('Invitado');
});

test('a viewer who may not list users sees a message, and no request is sent', async () => {
  await renderApp(<UsersPage />, { viewer: { ...testViewer, viewerCanListUsers: false } });
  expect(screen.getByText(/You do not have permission to see this/)).toBeInTheDocument();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});
