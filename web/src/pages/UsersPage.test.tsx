import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { SetUsersActiveDocument, UsersPageDocument, UserStatusCountsDocument } from '../gql/graphql.ts';
import { menuUser } from '../features/users/userFixtures.ts';
import type { MenuUser } from '../features/users/userMenu.tsx';
import type { Language } from '../lib/language.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { UsersPage } from './UsersPage.tsx';

const invited = [{ field: 'active', condition: 'EQUAL', value: '2' }];
const row = (more: Partial<MenuUser> = {}) => ({
  ...menuUser({ email: 'invited.staff@demo.airlog.test', firstName: 'Avery', lastName: 'Quinn', ...more }),
  roleLabel: 'Equipment provider staff',
  roleId: null,
  userType: 'ORGANIZATION',
  status: 'INVITED',
  hasApi: false,
  createdAt: '2026-01-10T05:00:00Z',
  lastSuccessfulLogin: null,
  organization: { __typename: 'Organization', id: 'T3JnOjE', name: 'Northside Respiratory' },
});
const users = (filters: object[] | null, rows: object[] = [row()], orgId: string | null = null) => ({
  request: {
    query: UsersPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: null, orderDir: null, filters, orgId },
  },
  maxUsageCount: Infinity,
  result: {
    data: {
      users: {
        __typename: 'UserConnection',
        edges: rows.map((node) => ({ __typename: 'UserEdge', node })),
        totalCount: rows.length,
        unfilteredCount: 12,
        totalCountIsCapped: false,
        unfilteredCountIsCapped: false,
      },
    },
  },
});
const counted = (orgId: string | null = null) => ({
  request: { query: UserStatusCountsDocument, variables: { search: null, filters: null, orgId } },
  maxUsageCount: Infinity,
  result: {
    data: {
      userStatusCounts: [
        ['INACTIVE', 1],
        ['ACTIVE', 1204],
        ['INVITED', 3],
        ['EXPIRED', 0],
        ['LOCKED', 2],
      ].map(([status, count]) => ({ __typename: 'UserStatusCount', status, count })),
    },
  },
});
const open = (
  path: string,
  mocks: object[],
  { language = 'en', any = false }: { language?: Language; any?: boolean } = {},
) =>
  renderApp(<UsersPage />, {
    viewer: { ...testViewer, viewerCanListUsers: true, viewerCanViewAnyUser: any },
    mocks: [counted(), ...mocks] as never,
    path,
    language,
  });
const CARD = '/users?f[active]=equal:2';
const cells = async () =>
  within((await screen.findAllByRole('row'))[1]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

beforeEach(() => localStorage.clear());

describe('the list', () => {
  test('of the address of the home card shows the users who have not accepted their invitation, and says so', async () => {
    await open(CARD, [users(invited)]);
    await screen.findByText('invited.staff@demo.airlog.test');
    expect(await cells()).toEqual([
      '',
      'invited.staff@demo.airlog.test',
      'Quinn, Avery',
      'Equipment provider staff',
      'Invited',
      '',
      '',
    ]);
    expect(screen.getByText('Showing 1 to 1 of 1 entries (filtered from 12 total)')).toBeInTheDocument();
    expect(screen.getByText('Status is Invited')).toBeInTheDocument();
  });

  test('in Spanish', async () => {
    await open(CARD, [users(invited)], { language: 'es' });
    await screen.findByText('invited.staff@demo.airlog.test');
    expect(await cells()).toContain('Invitado');
  });

  test('of a user with an API key has its icon', async () => {
    await open(CARD, [users(invited, [{ ...row(), hasApi: true }])]);
    expect(await screen.findByText('API key')).toBeInTheDocument();
  });

  test('of all organizations names the organization of each user', async () => {
    await open(CARD, [users(invited)], { any: true });
    await screen.findByText('invited.staff@demo.airlog.test');
    expect(await cells()).toContain('Northside Respiratory');
  });

  test('is refused to a viewer who may not list users, and no request is sent', async () => {
    await renderApp(<UsersPage />, { viewer: { ...testViewer, viewerCanListUsers: false } });
    expect(screen.getByText(/You do not have permission to see this/)).toBeInTheDocument();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});

describe('the filters', () => {
  const kept = () => JSON.parse(localStorage.getItem('appliedFilters') ?? 'null') as unknown;

  test('of the panel are kept under appliedFilters, and the next visit begins with them', async () => {
    const wanted = [
      { field: 'active', condition: 'EQUAL', value: '4' },
      { field: 'created', condition: 'GREATER_THAN', value: '2026-01-09' },
    ];
    const { user, unmount } = await open('/users', [users(null), users(wanted)]);
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Locked');
    await user.type(screen.getByRole('textbox', { name: 'Created from' }), '01102026');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Created from 01/10/2026')).toBeInTheDocument();
    const applied = { active: '4', user_type: null, vent_access: null, start: '2026-01-10', end: null };
    await waitFor(() => expect(kept()).toEqual(applied));
    unmount();

    const { router } = await open('/users', [users(wanted)]);
    expect(await screen.findByText('Created from 01/10/2026')).toBeInTheDocument();
    expect(new URLSearchParams(router.state.location.search).get('f[active]')).toBe('equal:4');
    expect(kept()).toEqual(applied);
  });

  test('of an address are not replaced by those that were kept', async () => {
    localStorage.setItem('appliedFilters', JSON.stringify({ active: '4' }));
    await open(CARD, [users(invited)]);
    expect(await screen.findByText('Status is Invited')).toBeInTheDocument();
    await waitFor(() => expect(kept()).toMatchObject({ active: '2' }));
  });

  test('that the browser has in another form are none', async () => {
    localStorage.setItem('appliedFilters', '["x"]');
    await open('/users', [users(null)]);
    expect(await screen.findByText('invited.staff@demo.airlog.test')).toBeInTheDocument();
  });

  test('by status are chips with the number of users, and a pressed chip removes its filter', async () => {
    const { user } = await open('/users', [users(null), users(invited)]);
    const chips = await screen.findByRole('list', { name: 'Users by status' });
    expect(await within(chips).findByRole('button', { name: 'Active 1,204' })).toBeInTheDocument();
    await user.click(within(chips).getByRole('button', { name: 'Invited 3' }));
    const chip = await within(chips).findByRole('button', { name: 'Invited 3', pressed: true });
    await user.click(chip);
    await waitFor(() => expect(screen.queryByText('Status is Invited')).not.toBeInTheDocument());
  });
});

describe('a click on a row', () => {
  afterEach(() => void jest.useRealTimers());
  const cell = () => screen.findByText('Equipment provider staff');

  test('opens its menu after 230 ms, and a second click within them edits the user instead', async () => {
    await open(CARD, [users(invited, [row({ viewerCanSetActive: true })])]);
    const name = await cell();
    jest.useFakeTimers();
    fireEvent.click(name);
    act(() => jest.advanceTimersByTime(229));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    fireEvent.click(name);
    act(() => jest.advanceTimersByTime(1000));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    fireEvent.click(name);
    act(() => jest.advanceTimersByTime(230));
    jest.useRealTimers();
    expect(await screen.findByRole('menuitem', { name: 'Deactivate' })).toBeInTheDocument();
  });

  test('on one of its controls is none on the row', async () => {
    const { user } = await open(CARD, [users(invited, [row({ viewerCanSetActive: true })])]);
    await cell();
    await user.click(screen.getByRole('checkbox', { name: 'Select invited.staff@demo.airlog.test' }));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });
});

describe('several users', () => {
  const two = [
    row({ id: 'one', databaseId: 1, email: 'a@demo.airlog.test', viewerCanSetActive: true }),
    row({ id: 'two', databaseId: 2, email: 'b@demo.airlog.test', viewerCanSetActive: true }),
  ];
  const answer = (selection: object) => ({
    request: { query: SetUsersActiveDocument, variables: { input: { selection, active: false } } },
    result: {
      data: {
        setUsersActive: {
          __typename: 'SetUsersActivePayload',
          outcomes: [
            { __typename: 'UserOutcome', userId: 1, email: 'a@demo.airlog.test', refused: null },
            { __typename: 'UserOutcome', userId: 2, email: 'b@demo.airlog.test', refused: 'The last administrator.' },
          ],
          userErrors: [],
        },
      },
    },
  });
  const outcome = async () =>
    within(await screen.findByRole('list', { name: 'Result for each user' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  test('that are selected are deactivated after a confirmation, each with its outcome', async () => {
    const { user } = await open(CARD, [users(invited, two), answer({ userIds: ['one', 'two'] })]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select a@demo.airlog.test' }));
    expect(screen.getByText('1 user selected')).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Select b@demo.airlog.test' }));
    await user.click(screen.getByRole('button', { name: 'Deactivate' }));
    const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
    await user.click(within(question).getByRole('button', { name: 'Deactivate' }));
    expect(await outcome()).toEqual(['b@demo.airlog.testThe last administrator.', 'a@demo.airlog.testDone']);
  });

  test('that match are all of them, without naming each', async () => {
    const matching = { search: null, filters: invited, orgId: null };
    const { user } = await open(CARD, [users(invited, two), answer({ matching })]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select a@demo.airlog.test' }));
    await user.click(screen.getByRole('button', { name: 'Select all 2 that match' }));
    expect(screen.getByText('2 users selected')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Deactivate' }));
    const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
    await user.click(within(question).getByRole('button', { name: 'Deactivate' }));
    expect(await outcome()).toHaveLength(2);
  });
});
