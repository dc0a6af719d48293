import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Language } from '../../lib/language.ts';
import { page } from '../../lib/page.ts';
import { fakeServer } from '../../testing/fakeServer.ts';
import { renderApp, testViewer } from '../../testing/renderApp.tsx';
import { ActivityLog } from './ActivityLog.tsx';
import { AuditLog } from './AuditLog.tsx';
import { UserActivityDocument } from './gql/ActivityLog.ts';
import { UserAuditLogDocument } from './gql/AuditLog.ts';
import { UserLoginsDocument } from './gql/LoginHistory.ts';
import { EndUserSessionDocument, EndUserSessionsDocument, UserSessionsDocument } from './gql/UserSessions.ts';
import { LoginHistory, loggedTime } from './LoginHistory.tsx';
import { Unreachable } from '../../lib/reach.ts';
import { UserSessions } from './UserSessions.tsx';

const user = { id: 'u4' };

const login = (databaseId: number, change: object = {}) => ({
  __typename: 'Login',
  databaseId,
  client: 'Chrome on Windows',
  userAgent: 'Mozilla/5.0',
  ip: '10.0.0.7',
  loginAt: '2026-05-01T18:00:00Z',
  logoutAt: '2026-05-01T19:30:00Z',
  ...change,
});
const pageOf = (name: string, type: string, nodes: object[], totalCount = nodes.length) => ({
  [name]: {
    __typename: `${type}Connection`,
    edges: nodes.map((node) => ({ __typename: `${type}Edge`, node })),
    totalCount,
    totalCountIsCapped: false,
  },
});
const logins = (page: number, nodes: object[], total?: number) => ({
  request: { query: UserLoginsDocument, variables: { userId: 'u4', first: 25, page } },
  result: { data: pageOf('userLogins', 'Login', nodes, total) },
});
const rows = async () => {
  await screen.findByRole('table');
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
};

describe('the login history', () => {
  const server = fakeServer();

  test("shows browser and system by name, and '--' for a sign-in without a sign-out", async () => {
    await renderApp(<LoginHistory user={user} />, {
      mocks: [
        logins(1, [login(9), login(8, { logoutAt: null, ip: null }), login(7, { client: null, userAgent: null })]),
      ],
    });
    expect(await rows()).toEqual([
      ['9', 'Chrome on Windows', '10.0.0.7', '05/01/2026 14:00:00', '05/01/2026 15:30:00'],
      ['8', 'Chrome on Windows', '--', '05/01/2026 14:00:00', '--'],
      ['7', 'Unknown browser', '10.0.0.7', '05/01/2026 14:00:00', '05/01/2026 15:30:00'],
    ]);
  });

  test.each<[Language, string]>([
    ['en', 'No date logged'],
    ['es', 'Sin fecha registrada'],
  ])('an invalid date is shown as such in %s', async (language, text) => {
    await renderApp(<LoginHistory user={user} />, { mocks: [logins(1, [login(9, { loginAt: 'x' })])], language });
    expect((await rows())[0]![3]).toBe(text);
  });

  test('a valid date is shown as formatted', () => {
    expect(loggedTime('2026', (time) => `at ${time}`, 'none')).toBe('at 2026');
  });

  test('has pages of 25', async () => {
    const many = Array.from({ length: 25 }, (_, at) => login(100 - at));
    const { user: hand } = await renderApp(<LoginHistory user={user} />, {
      mocks: [logins(1, many, 26), logins(2, [login(1)], 26)],
    });
    expect(await rows()).toHaveLength(25);
    await hand.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Showing 26 to 26 of 26')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  });

  test('is saved as a file by a viewer who may save users as a file', async () => {
    const { user: hand } = await renderApp(<LoginHistory user={user} />, {
      mocks: [logins(1, [login(9)])],
      viewer: { ...testViewer, viewerCanExportUsers: true },
    });
    const save = jest.spyOn(page, 'save').mockImplementation(() => {});
    server.answer = () => new Response('ID');
    await hand.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
    expect(server.calls.map(({ url }) => url)).toEqual(['/api/users/u4/history/datatable?csv=true']);
  });

  test('has no file for other viewers', async () => {
    await renderApp(<LoginHistory user={user} />, {
      mocks: [logins(1, [login(9)])],
      viewer: { ...testViewer, viewerCanExportUsers: false },
    });
    expect(await rows()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument();
  });

  test('without a row says so', async () => {
    await renderApp(<LoginHistory user={user} />, { mocks: [logins(1, [])] });
    expect(await screen.findByText('No data to show')).toBeInTheDocument();
  });
});

test('the audit log shows each changed field with its value before and after, and no password', async () => {
  const line = (databaseId: string, fields: object[], change: object = {}) => ({
    __typename: 'UserChange',
    databaseId,
    event: 'UPDATED',
    createdAt: '2026-05-01T18:00:00Z',
    actor: { __typename: 'User', id: 'u1', firstName: 'Dana', lastName: 'Reyes' },
    fields: fields.map((field) => ({ __typename: 'FieldChange', ...field })),
    ...change,
  });
  const nodes = [
    line('2', [
      { field: 'active', before: 'true', after: 'false' },
      { field: 'email_verified_at', before: null, after: '2026-05-01T18:00:00.123+00:00' },
      { field: 'roles', before: 'org.ep.staff', after: 'org.ep.admin' },
    ]),
    line(
      '1',
      [
        { field: 'password', before: null, after: null },
        { field: 'phone', before: null, after: '5185551202' },
      ],
      { actor: null, event: 'CREATED' },
    ),
  ];
  await renderApp(<AuditLog user={user} />, {
    mocks: [
      {
        request: { query: UserAuditLogDocument, variables: { userId: 'u4', first: 25, page: 1 } },
        result: { data: pageOf('userAuditLog', 'UserChange', nodes) },
      },
    ],
  });
  expect(await rows()).toEqual([
    [
      '05/01/2026 14:00:00',
      'Updated',
      'Reyes, Dana',
      'Active: Yes  NoEmail verified: –  05/01/2026 14:00:00Role: Equipment provider staff  Equipment provider admin',
    ],
    ['05/01/2026 14:00:00', 'Created', 'System', 'Password changedPhone: (518) 555-1202'],
  ]);
});

test('the audit log has the words of the form for types and languages, in Spanish', async () => {
  const fields = [
    { field: 'user_type', before: 'Organization', after: 'Location' },
    { field: 'notification_type', before: 'Email', after: 'Text' },
    { field: 'locale', before: 'en', after: 'es' },
    { field: 'country', before: 'US', after: 'CA' },
  ].map((change) => ({ __typename: 'FieldChange', ...change }));
  const node = {
    __typename: 'UserChange',
    databaseId: '7',
    event: 'UPDATED',
    createdAt: '2026-05-01T18:00:00Z',
    actor: null,
    fields,
  };
  await renderApp(<AuditLog user={user} />, {
    mocks: [
      {
        request: { query: UserAuditLogDocument, variables: { userId: 'u4', first: 25, page: 1 } },
        result: { data: pageOf('userAuditLog', 'UserChange', [node]) },
      },
    ],
    language: 'es',
  });
  expect((await rows())[0]![3]).toBe(
    'Tipo de usuario: Organización  UbicaciónTipo de notificación: Correo electrónico  Mensaje de textoIdioma: English  EspañolPaís: Estados Unidos  Canadá',
  );
});

test('the activity log names details whose value is hidden', async () => {
  const node = {
    __typename: 'ActivityLine',
    databaseId: '5',
    event: 'Query.patient',
    description: 'Read: patient',
    createdAt: '2026-05-01T18:00:00Z',
    properties: [{ __typename: 'ActivityProperty', name: 'patients', value: null }],
  };
  await renderApp(<ActivityLog user={user} />, {
    mocks: [
      {
        request: { query: UserActivityDocument, variables: { userId: 'u4', first: 25, page: 1 } },
        result: { data: pageOf('userActivity', 'ActivityLine', [node]) },
      },
    ],
  });
  expect(await rows()).toEqual([['05/01/2026 14:00:00', 'Read: patient', 'Patients (hidden)']]);
});

test('the activity log links patients and leaves out what its sentence says', async () => {
  const property = (name: string, value: unknown) => ({
    __typename: 'ActivityProperty',
    name,
    value: JSON.stringify(value),
  });
  const line = (databaseId: string, properties: object[]) => ({
    __typename: 'ActivityLine',
    databaseId,
    event: 'Mutation.createPersonalAccessToken',
    description: 'Created a personal access token for Dana Reyes',
    createdAt: '2026-05-01T18:00:00Z',
    properties,
  });
  const nodes = [
    line('6', [property('user', 2), property('token', 4), property('subjects', ['User:2']), property('patients', [])]),
    line('5', [property('patients', [12])]),
    line('4', [property('patients', [12, 13])]),
  ];
  await renderApp(<ActivityLog user={user} />, {
    mocks: [
      {
        request: { query: UserActivityDocument, variables: { userId: 'u4', first: 25, page: 1 } },
        result: { data: pageOf('userActivity', 'ActivityLine', nodes) },
      },
    ],
  });
  expect((await rows()).map(([, , details]) => details)).toEqual([
    'Token 4',
    'Patient 12',
    '2 patientsPatient 12Patient 13',
  ]);
  expect(screen.getAllByRole('link', { name: 'Patient 12' })[0]).toHaveAttribute('href', '/patients/12');
});

describe('the signed-in sessions', () => {
  const session = (databaseId: number, isCurrent: boolean) => ({
    __typename: 'UserSession',
    databaseId,
    client: isCurrent ? 'Chrome on Windows' : 'Safari on iOS',
    ip: '10.0.0.7',
    loginAt: '2026-05-01T18:00:00Z',
    lastSeenAt: '2026-05-01T19:00:00Z',
    isCurrent,
  });
  const listed = (sessions: object[]) => ({
    request: { query: UserSessionsDocument, variables: { userId: 'u4' } },
    result: { data: { userSessions: sessions } },
  });
  const ended = {
    request: { query: EndUserSessionDocument, variables: { input: { userId: 'u4', sessionId: 2 } } },
    result: {
      data: {
        endUserSession: { __typename: 'EndUserSessionPayload', user: { __typename: 'User', id: 'u4' }, userErrors: [] },
      },
    },
  };

  test('of other browsers are ended after a question; the own one is marked and has no button', async () => {
    const { user: hand } = await renderApp(<UserSessions user={user} mayEnd />, {
      mocks: [listed([session(1, true), session(2, false)]), ended, listed([session(1, true)])],
    });
    expect(await screen.findByText('This session')).toBeInTheDocument();
    await hand.click(screen.getByRole('button', { name: 'Sign out' }));
    const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
    expect(question).toHaveTextContent('Safari on iOS will be signed out at once.');
    await hand.click(within(question).getByRole('button', { name: 'Sign out' }));
    expect(await screen.findByText('The session has ended')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument());
  });

  test('of another user end together after a question', async () => {
    const { user: hand } = await renderApp(<UserSessions user={user} mayEnd />, {
      mocks: [
        listed([session(2, false)]),
        {
          request: { query: EndUserSessionsDocument, variables: { input: { userId: 'u4' } } },
          result: { data: { endUserSessions: { __typename: 'EndUserSessionsPayload', ended: 1, userErrors: [] } } },
        },
        listed([]),
      ],
    });
    await hand.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
    expect(question).toHaveTextContent('The user will be signed out at once in every browser.');
    await hand.click(within(question).getByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByText('1 session has ended')).toBeInTheDocument();
    expect(await screen.findByText('Signed in nowhere.')).toBeInTheDocument();
  });

  test('that could not be ended together stay in the list', async () => {
    const { user: hand } = await renderApp(<UserSessions user={user} mayEnd />, {
      mocks: [
        listed([session(2, false)]),
        {
          request: { query: EndUserSessionsDocument, variables: { input: { userId: 'u4' } } },
          error: new Unreachable('offline'),
        },
        listed([session(2, false)]),
      ],
    });
    await hand.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
    await hand.click(within(question).getByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByText('The sessions could not be ended')).toBeInTheDocument();
    expect(screen.getByText('Safari on iOS')).toBeInTheDocument();
  });

  test('have no button for a viewer who may not end them', async () => {
    await renderApp(<UserSessions user={user} mayEnd={false} />, { mocks: [listed([session(2, false)])] });
    expect(await screen.findByText('Safari on iOS')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign out' })).not.toBeInTheDocument();
  });
});
