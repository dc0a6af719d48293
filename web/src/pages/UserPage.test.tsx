import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { UserLoginsDocument } from '../features/users/gql/LoginHistory.ts';
import { StartUserPasswordResetDocument } from '../features/users/gql/StartPasswordReset.ts';
import { UnlockUserDocument } from '../features/users/gql/UnlockUser.ts';
import { SetUserNotificationTypeDocument } from '../features/users/gql/UserNotifications.ts';
import { UserSessionsDocument } from '../features/users/gql/UserSessions.ts';
import type { PageUser } from '../features/users/userCard.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { UserPageDocument } from './gql/UserPage.ts';
import { userCardsOf } from './userCards.ts';
import { UserPage } from './UserPage.tsx';
// Loaded here, so that no test waits for it.
import '../features/users/UnlockUser.tsx';

const location = (name: string, isPrimary: boolean) => ({
  __typename: 'Location' as const,
  id: name,
  name,
  address1: '12 Elm Street',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  isPrimary,
});

const someone = {
  __typename: 'User' as const,
  id: 'u4',
  databaseId: 4,
  email: 'avery@demo.airlog.test',
  firstName: 'Avery',
  lastName: 'Quinn',
  phone: '2125550123',
  country: 'CA',
  role: 'org.ep.staff',
  roleId: null,
  roleLabel: 'Equipment provider staff',
  userType: 'LOCATION' as const,
  status: 'ACTIVE' as const,
  notificationType: 'EMAIL' as const,
  isClinician: true,
  lastSuccessfulLogin: '2026-05-01T18:00:00Z',
  createdAt: '2026-01-01T18:00:00Z',
  hasApi: false,
  twoFactorAppEnabled: true,
  twoFactorSmsEnabled: false,
  viewerCanEdit: false,
  viewerCanView: false,
  viewerCanSetActive: false,
  viewerCanStartPasswordReset: false,
  viewerCanSeeTokens: false,
  viewerCanManageApiKeys: false,
  active: true,
  locked: false,
  ventilatorAccess: false,
  viewerCanUnlock: false,
  viewerCanResendInvitation: false,
  viewerCanResetSecondFactor: false,
  viewerCanSetVentilatorAccess: false,
  locations: [location('Main', true), location('Branch', false)],
  groups: [{ __typename: 'OrgGroup' as const, id: 'g1', name: 'North' }],
};
const page = (change: object = {}) => ({
  request: { query: UserPageDocument, variables: { id: '4' } },
  result: {
    data: {
      user: {
        ...someone,
        organization: {
          __typename: 'Organization',
          id: 'o1',
          databaseId: 7,
          name: 'Northside Respiratory',
          record: { __typename: 'OrganizationRecord', active: true },
        },
        location: location('Main', true),
        ...change,
      },
    },
  },
});
const noSessions = {
  request: { query: UserSessionsDocument, variables: { userId: 'u4' } },
  result: { data: { userSessions: [] } },
};

const open = (change: object = {}, more: object[] = [], viewer = testViewer) =>
  renderApp(<UserPage />, {
    mocks: [page(change), noSessions, ...(more as never[])],
    route: '/users/:id',
    path: '/users/4',
    viewer,
  });

const cards = async () => {
  await screen.findByRole('heading', { level: 1, name: 'Avery Quinn' });
  await screen.findByRole('heading', { level: 2, name: 'Groups and locations' });
  return screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
};

describe('the page of a user', () => {
  test('has name, organization, and the location with its address; a star marks the primary one', async () => {
    await open();
    await cards();
    expect(screen.getAllByText('Northside Respiratory')).not.toHaveLength(0);
    expect(screen.getByText('Main, 12 Elm Street, Albany, NY 12207')).toBeInTheDocument();
    expect(screen.getAllByRole('img', { name: 'Primary location' })).toHaveLength(2);
    expect(document.title).toBe('Avery Quinn · Northside Respiratory · Airlog');
  });

  test('has no star for another location', async () => {
    await open({ location: location('Branch', false), locations: [location('Branch', false)] });
    await cards();
    expect(screen.queryByRole('img', { name: 'Primary location' })).not.toBeInTheDocument();
  });

  test('shows the facts of the account', async () => {
    await open();
    await cards();
    const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual(
      expect.arrayContaining([
        ['Username', 'avery@demo.airlog.test'],
        ['Phone', '(212) 555-0123'],
        ['Country', 'Canada'],
        ['Role', 'Equipment provider staff'],
        ['User type', 'Location'],
        ['Status', 'Active'],
        ['Two-factor authentication', 'Authenticator app'],
        ['Last sign-in', '05/01/2026 14:00:00'],
        ['Groups', 'North'],
        ['Locations', 'MainBranch'],
      ]),
    );
  });

  test('links the role for a viewer who may view roles', async () => {
    await open({ roleId: 2 });
    await cards();
    expect(screen.getByRole('link', { name: 'Equipment provider staff' })).toHaveAttribute('href', '/support/roles/2');
  });

  test('has the login history collapsed', async () => {
    const logins = {
      request: { query: UserLoginsDocument, variables: { userId: 'u4', first: 25, page: 1 } },
      result: {
        data: {
          userLogins: { __typename: 'LoginConnection', edges: [], totalCount: 0, totalCountIsCapped: false },
        },
      },
    };
    const { user, quiet } = await open({ viewerCanView: true }, [logins]);
    await cards();
    await screen.findByRole('heading', { level: 2, name: 'Login History' });
    const button = await screen.findByRole('button', { name: 'Show' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    expect(screen.getByRole('button', { name: 'Hide' })).toHaveAttribute('aria-expanded', 'true');
    await quiet();
  });

  test('of a user who is not visible says that it was not found', async () => {
    await renderApp(<UserPage />, {
      mocks: [{ request: { query: UserPageDocument, variables: { id: '4' } }, result: { data: { user: null } } }],
      route: '/users/:id',
      path: '/users/4',
    });
    expect(await screen.findByText('This was not found. Go back, or search for it.')).toBeInTheDocument();
  });
});

describe('the cards', () => {
  const keys = (change: Partial<PageUser>, isOwn: boolean) =>
    userCardsOf({ ...someone, ...change } as PageUser, isOwn).map(({ key }) => key);

  test.each<[string, Partial<PageUser>, boolean, string[]]>([
    ['of a colleague', {}, false, []],
    ['of a user that the viewer may view', { viewerCanView: true }, false, ['sessions', 'loginHistory']],
    ['of a user that the viewer may edit', { viewerCanEdit: true }, false, ['notifications']],
    ['of a user whose password the viewer may reset', { viewerCanStartPasswordReset: true }, false, ['passwordReset']],
    ['of a user whose tokens the viewer may see', { viewerCanSeeTokens: true }, false, ['tokens']],
    ['of a user whose API key the viewer may manage', { viewerCanManageApiKeys: true }, false, ['apiKey']],
    [
      'of the own account',
      { viewerCanStartPasswordReset: true },
      true,
      ['notifications', 'password', 'sessions', 'loginHistory'],
    ],
  ])('%s', (_name, change, isOwn, more) => {
    expect(keys(change, isOwn)).toEqual(expect.arrayContaining(['information', 'places', ...more]));
    for (const key of ['notifications', 'password', 'passwordReset', 'tokens', 'apiKey', 'sessions', 'loginHistory'])
      expect([key, keys(change, isOwn).includes(key)]).toEqual([key, more.includes(key)]);
  });
});

describe('the notification type', () => {
  const set = (result: object) => ({
    request: {
      query: SetUserNotificationTypeDocument,
      variables: { input: { userId: 'u4', notificationType: 'TEXT' } },
    },
    result: { data: { setUserNotificationType: { __typename: 'SetUserNotificationTypePayload', ...result } } },
  });
  const choose = async (result: object) => {
    const { user } = await open({ viewerCanEdit: true }, [set(result)]);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Notification type' }), 'Text');
  };

  test('is saved when it is chosen', async () => {
    await choose({ user: { __typename: 'User', id: 'u4', notificationType: 'TEXT' }, userErrors: [] });
    expect(await screen.findByText('User successfully updated')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Notification type' })).toHaveValue('TEXT');
  });

  test('stays as it is when the server refuses it, with the reason', async () => {
    await choose({
      user: null,
      userErrors: [
        {
          __typename: 'UserError',
          field: 'notificationType',
          code: 'x',
          message: 'Text messages need a phone number. Enter one first.',
        },
      ],
    });
    expect(await screen.findByText('Text messages need a phone number. Enter one first.')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: 'Notification type' })).toHaveValue('EMAIL');
  });
});

test('the password of another user is reset by a link, after a question', async () => {
  const reset = {
    request: { query: StartUserPasswordResetDocument, variables: { input: { userId: 'u4' } } },
    result: {
      data: {
        startUserPasswordReset: {
          __typename: 'StartUserPasswordResetPayload',
          user: { __typename: 'User', id: 'u4' },
          userErrors: [],
        },
      },
    },
  };
  const { user } = await open({ viewerCanStartPasswordReset: true }, [reset]);
  await screen.findByRole('heading', { level: 2, name: 'Password' });
  await user.click(screen.getByRole('button', { name: 'Reset password' }));
  const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
  await user.click(within(question).getByRole('button', { name: 'Reset password' }));
  expect(await screen.findByText('A link to a new password was sent to avery@demo.airlog.test')).toBeInTheDocument();
  expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
});

describe('the actions in the header', () => {
  test('are Edit and every act of the row menu', async () => {
    const { user } = await open({
      viewerCanEdit: true,
      viewerCanView: true,
      viewerCanUnlock: true,
      viewerCanSetActive: true,
      viewerCanSetVentilatorAccess: true,
    });
    await cards();
    expect(screen.getByRole('button', { name: 'Edit User' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Edit User',
      'Login History',
      'Audit Log',
      'Activity Log',
      'Unlock',
      'Grant ventilator access',
      'Deactivate',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Actions' })).toHaveFocus());
  });

  test('do what the row menu does, and the page shows the outcome', async () => {
    const unlocked = { ...someone, locked: false, viewerCanUnlock: false, status: 'ACTIVE' as const };
    const unlock = {
      request: { query: UnlockUserDocument, variables: { input: { userId: 'u4' } } },
      result: { data: { unlockUser: { __typename: 'UnlockUserPayload', user: unlocked, userErrors: [] } } },
    };
    const { user } = await open({ viewerCanUnlock: true, locked: true, status: 'LOCKED' }, [unlock, page()]);
    await cards();
    expect(screen.getByText('Locked')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Unlock' }));
    const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
    await user.click(within(question).getByRole('button', { name: 'Unlock' }));
    expect(await screen.findByText('User avery@demo.airlog.test successfully updated')).toBeInTheDocument();
    expect(await screen.findByText('Active')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Actions' })).not.toBeInTheDocument();
  });

  test('are missing for a viewer who may do nothing with the user', async () => {
    await open();
    await cards();
    expect(screen.queryByRole('button', { name: 'Actions' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Edit User' })).not.toBeInTheDocument();
  });
});

test('a viewer who lists users has the way back to the list', async () => {
  await open({}, [], { ...testViewer, viewerCanListUsers: true });
  await cards();
  expect(
    within(screen.getByRole('navigation', { name: /Breadcrumb/i })).getByRole('link', { name: 'Users' }),
  ).toHaveAttribute('href', '/users');
});
