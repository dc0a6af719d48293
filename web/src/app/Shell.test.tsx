import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  OrganizationChoicesDocument,
  useOrganizationChoicesQuery,
} from '../features/organizations/gql/AddOrganizationDialog.ts';
import { SignInDocument } from '../features/session/gql/SignInAgain.ts';
import { SignOutDocument } from '../features/session/gql/useEndSession.ts';
import { page } from '../lib/page.ts';
import { Unreachable } from '../lib/reach.ts';
import { sessionExpired, sessionRenewed, setSessionEnding } from '../lib/sessionGuard.ts';
import { trackWork, workState } from '../lib/unsavedWork.ts';
import type { Viewer } from '../lib/viewer.ts';
import { pageContracts } from '../testing/pageContracts.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { ViewerDocument } from './gql/SessionGate.ts';
import { UpdateViewerDocument } from './gql/useLanguage.ts';
import { SessionGate } from './SessionGate.tsx';
import { Shell } from './Shell.tsx';

const routes = [
  {
    element: <SessionGate />,
    children: [{ element: <Shell />, children: [{ path: '/patients', element: <p>the patients</p> }] }],
  },
];
const viewerIs = (viewer: Viewer | null) => ({ request: { query: ViewerDocument }, result: { data: { viewer } } });

const entries = Object.values(pageContracts).flatMap(({ entry }) => (entry ? [entry] : []));

async function renderShell(viewer: Viewer = testViewer, mocks: Parameters<typeof renderApp>[1] = {}) {
  const view = await renderApp(null, {
    routes,
    path: '/patients',
    viewer: null,
    mocks: [viewerIs(viewer), ...(mocks.mocks ?? [])],
  });
  await screen.findByText('the patients');
  return view;
}

const open = jest.spyOn(page, 'open').mockImplementation(() => {});
const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
afterEach(() => {
  open.mockClear();
  reload.mockClear();
  // A real page has left.
  setSessionEnding(false);
  document.documentElement.className = '';
});

describe('the frame', () => {
  test("names the viewer's organization", async () => {
    await renderShell();
    const header = within(screen.getByRole('banner'));
    expect(header.getByText('Northside Respiratory')).toBeInTheDocument();
    expect(header.getByText('Equipment Provider')).toBeInTheDocument();
  });

  test('links to home, follow-ups, patients, machines, devices and iCode reports, and marks the current page', async () => {
    await renderShell();
    const links = within(screen.getByRole('navigation', { name: 'Main navigation' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Follow-ups', '/follow-ups'],
      ['Patients', '/patients'],
      ['Machines', '/machines'],
      ['Devices', '/devices'],
      ['iCode reports', '/icode-reports'],
      ['Uploads', '/uploads'],
      ['GraphiQL', '/graphiql'],
    ]);
    expect(links[2]).toHaveAttribute('aria-current', 'page');
  });

  test.each(entries)('offers %s exactly when %s is true', async (name, field) => {
    const { unmount } = await renderShell({ ...testViewer, [field]: true });
    expect(screen.getByRole('link', { name })).toBeInTheDocument();
    unmount();
    await renderShell({ ...testViewer, [field]: false });
    expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
  });

  test('has a link that skips to the content', async () => {
    await renderShell();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toBeInTheDocument();
  });

  test('remembers a collapsed navigation', async () => {
    const { user } = await renderShell();
    await user.click(screen.getByRole('button', { name: 'Collapse navigation' }));
    expect(screen.getByRole('button', { name: 'Expand navigation' })).toHaveAttribute('aria-expanded', 'false');
    expect(localStorage.getItem('rail-collapsed')).toBe('true');
    expect(screen.getByRole('link', { name: 'Patients' })).toBeInTheDocument();
  });
});

const kept = {
  request: { query: UpdateViewerDocument, variables: { input: { locale: 'ES' } } },
  result: {
    data: {
      updateViewer: {
        __typename: 'UpdateViewerPayload',
        viewer: { __typename: 'Viewer', locale: 'ES', roleLabels: ['Administrador'], exportNotice: null },
        userErrors: [],
      },
    },
  },
};

test('a language is switched at once and stored with the user', async () => {
  const { user } = await renderShell(testViewer, { mocks: [kept] });
  await user.click(screen.getByRole('button', { name: 'ES' }));
  expect(await screen.findByRole('link', { name: 'Pacientes' })).toBeInTheDocument();
  expect(document.documentElement).toHaveAttribute('lang', 'es');
  expect(localStorage.getItem('language')).toBe('"es"');
});

test('the texts of the server are in the chosen language as well', async () => {
  const choices = (type: string) => ({
    request: { query: OrganizationChoicesDocument },
    result: { data: { organizationTypes: [], clinicalTypes: [{ __typename: 'ClinicalType', databaseId: 3, type }] } },
  });
  function Types() {
    const { data } = useOrganizationChoicesQuery();
    return <p>{data?.clinicalTypes.map(({ type }) => type)}</p>;
  }
  const { user } = await renderApp(null, {
    routes: [
      { element: <SessionGate />, children: [{ element: <Shell />, children: [{ path: '*', element: <Types /> }] }] },
    ],
    viewer: null,
    mocks: [viewerIs(testViewer), kept, choices('Physician practice'), choices('Consultorio médico')],
  });
  expect(await screen.findByText('Physician practice')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'ES' }));
  expect(await screen.findByText('Consultorio médico')).toBeInTheDocument();
});

test('the language stored with the user overrides the one of the browser', async () => {
  await renderShell({ ...testViewer, locale: 'ES' });
  expect(await screen.findByRole('link', { name: 'Pacientes' })).toBeInTheDocument();
});

test('the color mode is switched and remembered', async () => {
  const { user } = await renderShell();
  await user.click(screen.getByRole('button', { name: 'Dark mode' }));
  expect(document.documentElement).toHaveClass('dark');
  expect(localStorage.getItem('color-mode')).toBe('dark');
  expect(screen.getByRole('button', { name: 'Light mode' })).toBeInTheDocument();
});

type User = Awaited<ReturnType<typeof renderShell>>['user'];

/** A menu and a dialog take the focus some frames after they appear; keys before that are lost. */
const focused = (element: () => HTMLElement) => waitFor(() => expect(element()).toHaveFocus());

async function chooseSignOut(user: User) {
  await user.click(screen.getByRole('button', { name: 'User menu of Dana Reyes' }));
  await focused(() => screen.getByRole('menu'));
  await user.keyboard('{ArrowUp}'); // the last item
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Sign out' })).toHaveAttribute('data-highlighted'));
  await user.keyboard('{Enter}');
}

test('signing out ends the session and empties the memory and the storages', async () => {
  const done = {
    request: { query: SignOutDocument },
    result: { data: { signOut: { __typename: 'SignOutPayload', userErrors: [] } } },
  };
  const { user } = await renderShell(testViewer, { mocks: [done] });
  localStorage.setItem('table.machines', '{}');
  sessionStorage.setItem('form:organization', '{}');
  localStorage.setItem('language', '"en"');
  await chooseSignOut(user);
  await waitFor(() => expect(open).toHaveBeenCalledWith('/login'));
  expect([{ ...localStorage }, { ...sessionStorage }]).toEqual([{ language: '"en"' }, {}]);
});

test('signing out asks first while input is unsaved', async () => {
  const { user } = await renderShell();
  const untrack = trackWork(() => 'dirty');
  await chooseSignOut(user);
  await screen.findByRole('alertdialog', { name: 'Are you sure?' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  // The server of this test has no sign-out: calling it would fail with a toast.
  expect(screen.queryByText('Signing out failed. Try again.')).not.toBeInTheDocument();
  expect(open).not.toHaveBeenCalled();
  untrack();
});

test('signing out with an ended session over unsaved input goes to the sign-in page without a message', async () => {
  const ended = {
    request: { query: SignOutDocument, variables: {} },
    error: new CombinedGraphQLErrors({ errors: [{ message: 'x', extensions: { code: 'UNAUTHENTICATED' } }] }),
  };
  const { user } = await renderShell(testViewer, { mocks: [ended] });
  const untrack = trackWork(() => 'dirty');
  await chooseSignOut(user);
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(open).toHaveBeenCalledWith('/login'));
  expect(workState()).toBe('clean');
  expect(screen.queryByText('Signing out failed. Try again.')).not.toBeInTheDocument();
  untrack();
});

describe('a session that expires', () => {
  const signIn = {
    request: { query: SignInDocument, variables: { input: { email: testViewer.user.email, password: 'right' } } },
    result: {
      data: { signIn: { __typename: 'SignInPayload' as const, verificationRequired: false, userErrors: [] } },
    },
  };

  test('reloads the page again when it ends again after a new sign-in', async () => {
    sessionExpired();
    sessionExpired();
    expect(reload).toHaveBeenCalledTimes(1);
    // The reloaded page finds no session, and the user signs in.
    const replace = jest.spyOn(page, 'replace').mockImplementation(() => {});
    await renderApp(null, { routes, path: '/patients', viewer: null, mocks: [viewerIs(null)] });
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/login?return=%2Fpatients'));
    sessionExpired();
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test('reloads the page when there is no unsaved input', async () => {
    await renderShell();
    act(() => sessionExpired());
    expect(reload).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('with unsaved input keeps the page, covers it, and continues after the same user signs in again', async () => {
    const { user } = await renderShell(testViewer, { mocks: [signIn] });
    const untrack = trackWork(() => 'dirty');
    act(() => sessionExpired());
    const dialog = await screen.findByRole('alertdialog', { name: 'Your session has ended' });
    expect(within(dialog).getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly');
    await focused(() => within(dialog).getByLabelText('Password'));
    await user.keyboard('{Escape}');
    await user.type(within(dialog).getByLabelText('Password'), 'right');
    await user.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(screen.getByText('the patients')).toBeInTheDocument();
    expect(reload).not.toHaveBeenCalled();
    untrack();
  });

  test('shows a refusal at the password, the only field that can be corrected', async () => {
    const refused = {
      ...signIn,
      result: {
        data: {
          signIn: {
            __typename: 'SignInPayload' as const,
            verificationRequired: false,
            userErrors: [{ __typename: 'UserError', field: 'email', code: 'auth.failed', message: 'Not these.' }],
          },
        },
      },
    };
    const { user } = await renderShell(testViewer, { mocks: [refused] });
    const untrack = trackWork(() => 'dirty');
    act(() => sessionExpired());
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Your session has ended' }));
    await focused(() => dialog.getByLabelText('Password'));
    await user.type(dialog.getByLabelText('Password'), 'right');
    await user.click(dialog.getByRole('button', { name: 'Sign in' }));
    expect(await dialog.findByText('Not these.')).toBeInTheDocument();
    await waitFor(() => expect(dialog.getByLabelText('Password')).toHaveFocus());
    expect(dialog.getByLabelText('Password')).toBeInvalid();
    expect(dialog.getByLabelText('Email')).toBeValid();
    act(() => sessionRenewed());
    untrack();
  });

  test('lets another user sign in, without the unsaved input', async () => {
    const { user } = await renderShell();
    const untrack = trackWork(() => 'dirty');
    act(() => sessionExpired());
    await user.click(await screen.findByRole('button', { name: 'Discard it and sign in as another user' }));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(workState()).toBe('clean');
    act(() => sessionRenewed());
    untrack();
  });
});

test('a viewer that cannot be loaded offers Retry', async () => {
  const failed = { request: { query: ViewerDocument }, error: new Unreachable() };
  const { user } = await renderApp(null, {
    routes,
    path: '/patients',
    viewer: null,
    mocks: [failed, viewerIs(testViewer)],
  });
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('the patients')).toBeInTheDocument();
});
