import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { toaster } from '../components/Toaster.tsx';
import { CurrentUserImportDocument } from '../features/users-import/gql/useImport.ts';
import { UserApiKeyDocument } from '../features/users/gql/ApiKeyPanel.ts';
import { ResendUserInvitationDocument } from '../features/users/gql/ResendInvitation.ts';
import { ResetUserSecondFactorDocument } from '../features/users/gql/ResetSecondFactor.ts';
import { SetUserActiveDocument } from '../features/users/gql/SetUserActive.ts';
import { UnlockUserDocument } from '../features/users/gql/UnlockUser.ts';
import {
  GenerateApiKeyDocument,
  RegenerateApiKeyDocument,
  RevokeApiKeyDocument,
} from '../features/users/gql/useApiKey.ts';
import { ResendUserInvitationsDocument, SetUsersActiveDocument } from '../features/users/gql/useBulkAct.ts';
import { NewUserFormDocument, UserFormDocument } from '../features/users/gql/UserFormDialog.ts';
import { UsersPageDocument } from '../features/users/gql/userList.ts';
import { UserStatusCountsDocument } from '../features/users/gql/UserStatusChips.ts';
import {
  CheckCreateUserDocument,
  CheckUpdateUserDocument,
  CreateUserDocument,
  UpdateUserDocument,
} from '../features/users/gql/useUserForm.ts';
import { SetUserVentilatorAccessDocument } from '../features/users/gql/VentilatorAccess.ts';
import { menuUser } from '../features/users/userFixtures.ts';
import type { MenuUser } from '../features/users/userMenu.tsx';
import type { Language } from '../lib/language.ts';
import { page } from '../lib/page.ts';
import type { Viewer } from '../lib/viewer.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { OrganizationOfUsersDocument } from './gql/UsersPage.ts';
import { UsersPage } from './UsersPage.tsx';
// Loaded here, so that no test waits for them.
import '../features/users/ApiKeyDialog.tsx';
import '../features/users/ResendInvitation.tsx';
import '../features/users/ResetSecondFactor.tsx';
import '../features/users/SetUserActive.tsx';
import '../features/users/UnlockUser.tsx';
import '../features/users/UserFormDialog.tsx';
import '../features/users/VentilatorAccess.tsx';

const invited = { status: { equal: 'INVITED' } };
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
const users = (where: object | null, rows: object[] = [row()], orgId: string | null = null) => ({
  request: {
    query: UsersPageDocument,
    variables: { first: 50, page: 1, search: null, orderBy: { field: 'EMAIL', direction: 'ASC' }, where, orgId },
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
  // The filters by status are not among those that it asks with.
  request: {
    query: UserStatusCountsDocument,
    variables: ({ where, orgId: of }: { where: object; orgId: string | null }) => of === orgId && !('status' in where),
  },
  maxUsageCount: Infinity,
  result: {
    data: {
      userStatusCounts: [
        ['INACTIVE', 1],
        ['ACTIVE', 1204],
        ['INVITED', 3],
        ['EXPIRED', 0],
        ['LOCKED', 2],
      ].map(([status, count]) => ({ __typename: 'UserStatusCount', status, count, countIsCapped: false })),
    },
  },
});
const open = (
  path: string,
  mocks: object[],
  { language = 'en', seesAll = false, ...may }: { language?: Language; seesAll?: boolean } & Partial<Viewer> = {},
) =>
  renderApp(<UsersPage />, {
    viewer: { ...testViewer, viewerCanListUsers: true, viewerCanViewAnyUser: seesAll, ...may },
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
    await open(CARD, [users(invited)], { seesAll: true });
    await screen.findByText('invited.staff@demo.airlog.test');
    expect(await cells()).toContain('Northside Respiratory');
  });

  test('shows its default order in the header of the column', async () => {
    await open(CARD, [users(invited)]);
    await screen.findByText('invited.staff@demo.airlog.test');
    expect(screen.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending');
    expect(screen.getByRole('columnheader', { name: 'Name' })).not.toHaveAttribute('aria-sort');
  });

  test('of one organization names it in heading, tab and breadcrumbs', async () => {
    const organization = {
      request: { query: OrganizationOfUsersDocument, variables: { id: '7' } },
      result: {
        data: { organization: { __typename: 'Organization', id: 'o7', databaseId: 7, name: 'Northside Respiratory' } },
      },
    };
    await renderApp(<UsersPage />, {
      viewer: { ...testViewer, viewerCanListUsers: true, viewerCanListOrganizations: true },
      mocks: [counted('7'), users(null, [row()], '7'), organization] as never,
      route: '/orgs/:orgId/users',
      path: '/orgs/7/users',
    });
    const title = 'Users of Northside Respiratory';
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(document.title).toBe(`${title} · Airlog`);
    const above = within(screen.getByRole('navigation', { name: /Breadcrumb/i })).getAllByRole('link');
    expect(above.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Organizations', '/orgs'],
      ['Northside Respiratory', '/orgs/7'],
    ]);
    await screen.findByText('invited.staff@demo.airlog.test');
  });

  test("of no users reads 'No data to show'", async () => {
    await open(CARD, [users(invited, [])]);
    expect(await screen.findByText('No data to show')).toBeInTheDocument();
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
    const wanted = { status: { equal: 'LOCKED' }, createdAt: { greaterThan: '2026-01-09' } };
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

  test('of days whose last one is before the first are refused at the field, and not kept', async () => {
    const { user, router } = await open('/users', [users(null)]);
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    await user.type(await screen.findByRole('textbox', { name: 'Created from' }), '01102026');
    const to = screen.getByRole('textbox', { name: 'Created to' });
    await user.type(to, '01092026');
    expect(to).toHaveAccessibleErrorMessage('Created to is before Created from.');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.getByRole('dialog', { name: 'Filters' })).toBeInTheDocument();
    expect(to).toHaveFocus();
    expect(router.state.location.search).toBe('');
    expect(kept()).toMatchObject({ start: null, end: null });
  });

  test('of such days that were kept before are forgotten', async () => {
    const reversed = { active: '4', user_type: null, vent_access: null, start: '2026-01-10', end: '2026-01-09' };
    localStorage.setItem('appliedFilters', JSON.stringify(reversed));
    const { quiet } = await open('/users', [users({ status: { equal: 'LOCKED' } })]);
    await waitFor(() => expect(kept()).toMatchObject({ active: '4', start: null, end: null }));
    await quiet();
  });

  test('are one panel, which also takes a condition on any other column', async () => {
    const wanted = { userType: { equal: 'GROUP' }, lastName: { startWith: 'Qu' } };
    const { user, router } = await open('/users', [users(null), users(wanted)]);
    expect(await screen.findAllByRole('button', { name: /^Filter/ })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'User type' }), 'Group');
    const other = within(screen.getByRole('group', { name: 'Another condition' }));
    await user.selectOptions(other.getByRole('combobox', { name: 'Field' }), 'Last name');
    await user.selectOptions(other.getByRole('combobox', { name: 'Condition' }), 'starts with');
    await user.type(other.getByRole('textbox', { name: 'Value' }), 'Qu');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Last name starts with Qu')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Filters 2 filters applied' })).toBeInTheDocument();
    await waitFor(() => expect(kept()).toMatchObject({ user_type: 'Group' }));

    await user.click(screen.getByRole('button', { name: /^Filters/ }));
    const panel = await screen.findByRole('dialog', { name: 'Filters' });
    await user.click(within(panel).getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  test('of the list of all organizations are by organization and role too', async () => {
    const wanted = { role: { equal: 'org.clinical.staff' } };
    const { user } = await open('/users', [users(null), users(wanted)], { seesAll: true });
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    const other = within(await screen.findByRole('group', { name: 'Another condition' }));
    const field = other.getByRole('combobox', { name: 'Field' });
    expect(within(field).getByRole('option', { name: 'Organization' })).toBeInTheDocument();
    await user.selectOptions(field, 'Role');
    await user.selectOptions(other.getByRole('combobox', { name: 'Value' }), 'Clinical staff');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('Role is Clinical staff')).toBeInTheDocument();
  });

  test('of one organization are not by organization', async () => {
    const { user } = await open('/users', [users(null)]);
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    const field = within(await screen.findByRole('group', { name: 'Another condition' })).getByRole('combobox', {
      name: 'Field',
    });
    expect(within(field).getByRole('option', { name: 'Role' })).toBeInTheDocument();
    expect(within(field).queryByRole('option', { name: 'Organization' })).not.toBeInTheDocument();
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

  test('opens the page of the user after 230 ms, and a second click within them edits the user instead', async () => {
    // Every address shows this page here.
    const { router } = await open(CARD, [users(invited, [row({ viewerCanSetActive: true })]), users(null)]);
    const here = router.state.location.pathname;
    const name = await cell();
    jest.useFakeTimers();
    fireEvent.click(name);
    act(() => jest.advanceTimersByTime(229));
    getSelection()!.selectAllChildren(name); // as a browser does at the second click on a word
    fireEvent.click(name);
    act(() => jest.advanceTimersByTime(1000));
    expect(getSelection()!.isCollapsed).toBe(true);
    expect(router.state.location.pathname).toBe(here);
    fireEvent.click(name);
    await act(async () => jest.advanceTimersByTime(230));
    expect(router.state.location.pathname).toBe('/users/4');
  });

  test('that selected text, or with a key that opens a tab, is none on the row', async () => {
    const { router } = await open(CARD, [users(invited, [row({ viewerCanSetActive: true })])]);
    const here = router.state.location.pathname;
    const name = await cell();
    jest.useFakeTimers();
    getSelection()!.selectAllChildren(name);
    fireEvent.click(name);
    getSelection()!.removeAllRanges();
    fireEvent.click(name, { ctrlKey: true });
    fireEvent.click(name, { metaKey: true });
    await act(async () => jest.advanceTimersByTime(1000));
    expect(router.state.location.pathname).toBe(here);
  });

  test('on one of its controls is none on the row', async () => {
    const { router } = await open(CARD, [users(invited, [row({ viewerCanSetActive: true })])]);
    const here = router.state.location.pathname;
    await cell();
    jest.useFakeTimers();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select invited.staff@demo.airlog.test' }));
    await act(async () => jest.advanceTimersByTime(1000));
    expect(router.state.location.pathname).toBe(here);
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

  test('that were invited get their invitation again, each with its outcome', async () => {
    const mine = two.map((user) => ({ ...user, viewerCanResendInvitation: user.id === 'two' }));
    const answered = {
      request: {
        query: ResendUserInvitationsDocument,
        variables: { input: { selection: { userIds: ['one', 'two'] } } },
      },
      result: {
        data: {
          resendUserInvitations: {
            __typename: 'ResendUserInvitationsPayload',
            outcomes: [
              { __typename: 'UserOutcome', userId: 1, email: 'a@demo.airlog.test', refused: 'Accepted already.' },
              { __typename: 'UserOutcome', userId: 2, email: 'b@demo.airlog.test', refused: null },
            ],
            userErrors: [],
          },
        },
      },
    };
    const { user } = await open(CARD, [users(invited, mine), answered]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select a@demo.airlog.test' }));
    expect(screen.queryByRole('button', { name: 'Resend invitation' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Select b@demo.airlog.test' }));
    await user.click(screen.getByRole('button', { name: 'Resend invitation' }));
    const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
    expect(question).toHaveTextContent('2 users will receive a new invitation');
    await user.click(within(question).getByRole('button', { name: 'Resend invitation' }));
    expect(await outcome()).toEqual(['a@demo.airlog.testAccepted already.', 'b@demo.airlog.testDone']);
  });

  test('that match may be invited again by who may, also when none of this page can be', async () => {
    const { user } = await open(CARD, [users(invited, two)], { viewerCanInviteUsers: true });
    await user.click(await screen.findByRole('checkbox', { name: 'Select a@demo.airlog.test' }));
    await user.click(screen.getByRole('button', { name: 'Select all 2 that match' }));
    expect(screen.getByRole('button', { name: 'Resend invitation' })).toBeEnabled();
  });

  test('are not selected any more after another filter, and the page says so', async () => {
    const { user } = await open('/users', [users(null, two), users(invited, two)]);
    await user.click(await screen.findByRole('checkbox', { name: 'Select a@demo.airlog.test' }));
    const chips = screen.getByRole('list', { name: 'Users by status' });
    await user.click(await within(chips).findByRole('button', { name: 'Invited 3' }));
    expect(
      await screen.findByText('The selection ended, because the search or the filters changed.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Select a@demo.airlog.test' })).not.toBeChecked();
  });

  describe('as a file', () => {
    const server = fakeServer();
    beforeEach(() => {
      jest.spyOn(page, 'save').mockImplementation(() => undefined);
      server.answer = () => new Response('Email');
    });
    const select = async (may: Partial<Viewer>, all = false) => {
      const view = await open(CARD, [users(invited, two)], may);
      await view.user.click(await screen.findByRole('checkbox', { name: 'Select a@demo.airlog.test' }));
      if (all) await view.user.click(screen.getByRole('button', { name: 'Select all 2 that match' }));
      return view;
    };
    const files = () => server.calls.filter(({ url }) => url.includes('csv=true'));
    const file = async () => {
      await waitFor(() => expect(files()).toHaveLength(1));
      return new URL(files()[0]!.url, 'http://localhost');
    };

    test('are the selected rows, whatever the filters are', async () => {
      const { user } = await select({ viewerCanExportUsers: true });
      await user.click(screen.getByRole('button', { name: 'Export selected' }));
      const { pathname, searchParams } = await file();
      expect([pathname, Object.fromEntries(searchParams)]).toEqual([
        '/api/users/datatable',
        {
          csv: 'true',
          columns: 'email,last_name,first_name,role,status,last_successful_login',
          ids: '1',
          orderBy: 'email',
          orderDir: 'asc',
        },
      ]);
    });

    test('are all that match, by their search and filters', async () => {
      const { user } = await select({ viewerCanExportUsers: true }, true);
      await user.click(screen.getByRole('button', { name: 'Export selected' }));
      const { searchParams } = await file();
      expect([searchParams.get('filters[active][equal]'), searchParams.has('ids')]).toEqual(['2', false]);
    });

    test.each([
      'The option to Export to .CSV has been disabled by your Admin',
      'This action is restricted to Admin users only',
    ])('are not sent where the organization keeps the viewer from it: %s', async (exportNotice) => {
      const { user } = await select({ exportNotice });
      await user.click(screen.getByRole('button', { name: 'Export selected' }));
      expect(await screen.findByText(exportNotice)).toBeInTheDocument();
      expect(files()).toEqual([]);
      toaster.remove();
    });
  });

  test('that match are all of them, without naming each', async () => {
    const matching = { search: null, where: invited, orgId: null };
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

describe('what is done from the list', () => {
  const any = (query: object, field: string, payload: object) => ({
    request: { query, variables: () => true },
    maxUsageCount: Infinity,
    result: { data: { [field]: { __typename: 'Payload', userErrors: [], ...payload } } },
  });
  const data = (query: object, answer: object) => ({ ...any(query, '', {}), result: { data: answer } });
  /** The list before and after: the rows of the second answer have another name. */
  const twice = (one: ReturnType<typeof row>, ...mocks: object[]) => [
    { ...users(null, [one]), maxUsageCount: 1 },
    ...mocks,
    users(null, [{ ...one, firstName: 'Read again' }]),
  ];
  const isReadAgain = async () => expect(await screen.findByText('Quinn, Read again')).toBeInTheDocument();
  const choose = async (one: ReturnType<typeof row>, name: string, ...mocks: object[]) => {
    const view = await open('/users', twice(one, ...mocks));
    await view.user.click(await screen.findByRole('button', { name: /^Actions for/ }));
    await view.user.click(await screen.findByRole('menuitem', { name }));
    return view;
  };
  /** Presses a button of a dialog and confirms its question. */
  const press = async (user: Awaited<ReturnType<typeof open>>['user'], name: string) => {
    await user.click(await screen.findByRole('button', { name }));
    const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
    await user.click(within(question).getByRole('button', { name }));
  };

  test.each([
    ['Deactivate', { viewerCanSetActive: true }, SetUserActiveDocument, 'setUserActive'],
    ['Resend invitation', { viewerCanResendInvitation: true }, ResendUserInvitationDocument, 'resendUserInvitation'],
    ['Unlock', { viewerCanUnlock: true }, UnlockUserDocument, 'unlockUser'],
    [
      'Grant ventilator access',
      { viewerCanSetVentilatorAccess: true },
      SetUserVentilatorAccessDocument,
      'setUserVentilatorAccess',
    ],
    [
      'Reset 2FA: app',
      { viewerCanResetSecondFactor: true, twoFactorAppEnabled: true },
      ResetUserSecondFactorDocument,
      'resetUserSecondFactor',
    ],
  ])('%s from the menu of a row is in the list at once', async (name, gates, document, field) => {
    const one = row(gates);
    const { user } = await choose(one, name, any(document, field, { user: one }));
    const question = await screen.findByRole('alertdialog', { name: 'Warning!' });
    await user.click(within(question).getByRole('button', { name }));
    await isReadAgain();
  });

  test.each([
    ['Deactivate', SetUsersActiveDocument, 'setUsersActive'],
    ['Resend invitation', ResendUserInvitationsDocument, 'resendUserInvitations'],
  ])('%s of selected users is in the list at once', async (name, document, field) => {
    const one = row({ viewerCanSetActive: true, viewerCanResendInvitation: true });
    const outcomes = [{ __typename: 'UserOutcome', userId: one.databaseId, email: one.email, refused: null }];
    const { user } = await open('/users', twice(one, any(document, field, { outcomes })));
    await user.click(await screen.findByRole('checkbox', { name: `Select ${one.email}` }));
    await press(user, name);
    await isReadAgain();
  });

  const key = {
    __typename: 'ApiKey',
    clientId: 'client',
    lastFour: '2345',
    scopes: ['view.patient'],
    renewedAt: '2026-01-01T18:00:00Z',
    expiresAt: '2126-01-01T18:00:00Z',
    lastUsedAt: null,
    previousUntil: null,
  };
  const credentials = { clientId: 'client', clientSecret: 'secret' };
  const keyOf = (one: ReturnType<typeof row>, apiKey: object | null) =>
    data(UserApiKeyDocument, {
      user: {
        __typename: 'User',
        id: one.id,
        hasApi: apiKey !== null,
        mayHaveApiKey: true,
        apiKeyScopes: [{ __typename: 'TokenScope', id: 'view.patient', description: 'Read patients' }],
        apiKey,
      },
    });
  const keyed = row({ viewerCanManageApiKeys: true });

  test('an API key that is generated is in the list at once', async () => {
    const { user } = await choose(
      keyed,
      'Manage API keys',
      keyOf(keyed, null),
      any(GenerateApiKeyDocument, 'generateApiKey', credentials),
    );
    await user.click(await screen.findByRole('checkbox', { name: /view\.patient/ }));
    await press(user, 'Generate');
    await isReadAgain();
  });

  test('an API key that is regenerated is in the list at once', async () => {
    const { user } = await choose(
      keyed,
      'Manage API keys',
      keyOf(keyed, key),
      any(RegenerateApiKeyDocument, 'regenerateApiKey', credentials),
    );
    await press(user, 'Regenerate');
    await isReadAgain();
  });

  test('an API key that is revoked is in the list at once', async () => {
    const { user } = await choose(
      keyed,
      'Manage API keys',
      keyOf(keyed, key),
      any(RevokeApiKeyDocument, 'revokeApiKey', {}),
    );
    await press(user, 'Revoke');
    await isReadAgain();
  });

  const form = (values: object | null) => ({
    __typename: 'UserForm',
    organization: { __typename: 'Organization', id: 'T3JnOjE', name: 'Northside Respiratory' },
    values,
    userTypes: ['ORGANIZATION'],
    roles: [
      {
        __typename: 'RoleOption',
        name: 'org.ep.staff',
        label: 'Staff',
        userType: 'ORGANIZATION',
        assignable: true,
        reason: null,
      },
    ],
    locations: [],
    groups: [],
    asksForPhone: false,
    asksForClinician: true,
  });

  test('a new user is in the list at once', async () => {
    const { user } = await open(
      '/users',
      twice(
        row(),
        data(NewUserFormDocument, { newUserForm: form(null) }),
        any(CheckCreateUserDocument, 'checkCreateUser', {}),
        any(CreateUserDocument, 'createUser', { user: { __typename: 'User', id: 'VXNlcjo5' } }),
      ),
      { viewerCanCreateUsers: true },
    );
    await user.click(await screen.findByRole('button', { name: 'Add user' }));
    const enter = async (name: RegExp, text: string) => {
      await user.click(await screen.findByRole('textbox', { name }));
      await user.paste(text);
    };
    await enter(/^First name/, 'Dana');
    await enter(/^Last name/, 'Reyes');
    await enter(/^Email/, 'new@example.test');
    await user.type(screen.getByRole('textbox', { name: /^Confirm email/ }), 'new@example.test');
    await enter(/^Phone/, '2125550100');
    await user.selectOptions(screen.getByRole('combobox', { name: /^User type/ }), 'Organization');
    await user.selectOptions(screen.getByRole('combobox', { name: /^Role/ }), 'Staff');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await isReadAgain();
  });

  test('a changed user is in the list at once', async () => {
    const one = row({ viewerCanEdit: true });
    const values = {
      __typename: 'UserFormValues',
      version: 3,
      firstName: 'Avery',
      lastName: 'Quinn',
      email: one.email,
      phone: '5185550100',
      userType: 'ORGANIZATION',
      role: 'org.ep.staff',
      locations: [],
      groups: [],
      country: 'US',
      isClinician: true,
      notificationType: 'EMAIL',
      twoFactorSmsEnabled: false,
    };
    const changed = { __typename: 'User', id: one.id, firstName: 'Sam', lastName: 'Quinn', roleLabel: 'Staff' };
    const { user } = await choose(
      one,
      'Edit User',
      data(UserFormDocument, { userForm: form(values) }),
      any(CheckUpdateUserDocument, 'checkUpdateUser', {}),
      any(UpdateUserDocument, 'updateUser', { user: changed, conflict: null }),
    );
    await user.type(await screen.findByRole('textbox', { name: /^First name/ }), ' Sam');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await isReadAgain();
  });

  test('the users of an import are in the list when it ends', async () => {
    const facts = { __typename: 'UserImport', id: '7', rowCount: 3, refusedCount: 0, doneCount: 3 };
    const found = (state: string) => data(CurrentUserImportDocument, { currentUserImport: { ...facts, state } });
    await open('/users', twice(row(), { ...found('RUNNING'), maxUsageCount: 1 }, found('DONE')), {
      viewerCanCreateUsers: true,
      realtimeKey: null,
    });
    await screen.findByText('Quinn, Avery');
    expect(await screen.findByText('Quinn, Read again')).toBeInTheDocument();
  });
});
