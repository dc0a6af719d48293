import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ViewerDocument } from '../gql/graphql.ts';
import { fakeServer, json } from '../testing/fakeServer.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';
import { SessionGate } from '../app/SessionGate.tsx';
import { onSignedIn } from '../lib/sessionGuard.ts';
import { LoginPage } from './LoginPage.tsx';

const credentials = { email: 'ep.admin@demo.airlog.test', password: 'Airlog-demo-2026' };

const server = fakeServer();
const signIn = (answer: () => Response | Promise<Response>) => {
  server.answer = (call) => (call.url === '/login' ? answer() : json(404, {}));
};
const signedIn = (two_factor = false) => json(200, { two_factor });
const viewerIs = (viewer: typeof testViewer | null) => ({
  request: { query: ViewerDocument },
  result: { data: { viewer } },
});

const routes = [
  { path: '/login', element: <LoginPage /> },
  { path: '/verify-login', element: <p>the second step</p> },
  {
    element: <SessionGate />,
    children: [
      { path: '/patients', element: <p>the patients</p> },
      { path: '/', element: <p>home</p> },
    ],
  },
];

async function fillIn(user: Awaited<ReturnType<typeof renderApp>>['user']) {
  await user.type(await screen.findByRole('textbox', { name: 'Email' }), credentials.email);
  await user.type(screen.getByLabelText('Password'), credentials.password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('without a session a page opens sign-in, and then the requested page', async () => {
  signIn(() => signedIn());
  const { user, router, client } = await renderApp(null, {
    routes,
    path: '/patients?page=2',
    viewer: null,
    mocks: [viewerIs(null), viewerIs(testViewer)],
  });
  onSignedIn(() => client.clearStore()); // app/apollo.ts
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  await fillIn(user);
  expect(await screen.findByText('the patients')).toBeInTheDocument();
  expect(router.state.location.search).toBe('?page=2');
  expect(server.calls).toHaveLength(1);
  expect(server.calls[0]).toMatchObject({ method: 'POST', url: '/login', body: JSON.stringify(credentials) });
});

test('a refused sign-in shows the reason at the field and keeps the input', async () => {
  const message = 'These credentials do not match our records.';
  signIn(() => json(422, { message, errors: { email: [message] }, code: 'credentials' }));
  const { user } = await renderApp(<LoginPage />, { viewer: null });
  await fillIn(user);
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue(credentials.email);
});

test('an account with a second factor goes to the second step', async () => {
  signIn(() => signedIn(true));
  const { user } = await renderApp(null, {
    routes,
    path: '/login',
    viewer: null,
  });
  await fillIn(user);
  expect(await screen.findByText('the second step')).toBeInTheDocument();
});

test('empty fields are refused before anything is sent', async () => {
  const { user } = await renderApp(<LoginPage />, { viewer: null });
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
});

test('an unreachable server is an error of the whole form', async () => {
  signIn(() => Promise.reject(new TypeError('Failed to fetch')));
  const { user } = await renderApp(<LoginPage />, { viewer: null });
  await fillIn(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('Signing in failed. Check the connection and try again.');
});

test('an address with too many failed sign-ins is asked to wait', async () => {
  signIn(() => json(429, { message: 'Too Many Attempts.' }));
  const { user } = await renderApp(<LoginPage />, { viewer: null });
  await fillIn(user);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Too many sign-ins from your network have failed. Try again in a minute.',
  );
});

test('the password can be shown', async () => {
  const { user } = await renderApp(<LoginPage />, { viewer: null });
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
});

test('the sign-in page is available in Spanish', async () => {
  const { user } = await renderApp(<LoginPage />, { viewer: null });
  await user.click(screen.getByRole('button', { name: 'ES' }));
  expect(await screen.findByRole('heading', { name: 'Iniciar sesión en Airlog' })).toBeInTheDocument();
  expect(document.documentElement).toHaveAttribute('lang', 'es');
});
