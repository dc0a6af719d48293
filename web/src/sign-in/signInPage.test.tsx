import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { keepFlash } from '../lib/flash.ts';
import { page } from '../lib/page.ts';
import { fakeServer, json } from '../testing/fakeServer.ts';
import { renderSignIn } from './document.tsx';
import { runSignIn } from './signInPage.ts';

const credentials = { email: 'ep.admin@demo.airlog.test', password: 'Airlog-demo-2026' };

const server = fakeServer();
const signIn = (answer: () => Response | Promise<Response>) => {
  server.answer = (call) => (call.url === '/login' ? answer() : json(404, {}));
};
const signedIn = (two_factor = false) => json(200, { two_factor });
const refused = (errors: Record<string, string[]>) => json(422, { message: 'Refused.', errors });
const wrong = 'These credentials do not match our records.';

const { html } = await renderSignIn();
const leaves = jest.spyOn(page, 'replace').mockImplementation(() => undefined);

/** The page as the server sends it. */
function open(path = '/login') {
  window.history.replaceState(null, '', path);
  document.body.innerHTML = `<div id="root"></div>${html.replaceAll('__PORTAL_NAME__', 'Airlog')}`;
  runSignIn(document.getElementById('root')!);
  return userEvent.setup();
}
beforeEach(() => void leaves.mockClear());
afterEach(() => {
  document.body.replaceChildren();
  document.head.querySelectorAll('style').forEach((style) => style.remove());
});

const email = () => screen.getByRole('textbox', { name: /^(Email|Correo electrónico)$/ });
const password = () => screen.getByLabelText(/^(Password|Contraseña)$/);
const button = () => screen.getByRole('button', { name: /^(Sign in|Iniciar sesión)$/ });

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(email(), credentials.email);
  await user.type(password(), credentials.password);
  await user.click(button());
}

test.each([
  ['/login', '/'],
  ['/login?return=%2Fpatients%3Fpage%3D2', '/patients?page=2'],
  ['/login?return=%2Fpatients%2F1#record', '/patients/1#record'],
  ['/login?return=https%3A%2F%2Fevil.test', '/'],
  ['/login?return=%2F%09%2Fevil.test', '/'],
])('signing in at %s sends the credentials once and opens %s in its place', async (path, next) => {
  signIn(() => signedIn());
  await fillIn(open(path));
  await waitFor(() => expect(leaves.mock.calls).toEqual([[next]]));
  expect(server.calls).toHaveLength(1);
  expect(server.calls[0]).toMatchObject({ method: 'POST', url: '/login', body: JSON.stringify(credentials) });
});

test.each([
  ['/login', '/verify-login'],
  ['/login?return=%2Fmachines', '/verify-login?return=%2Fmachines'],
  ['/login?return=%2F%0D%2Fevil.test', '/verify-login'],
  ['/login?return=%2Fmachines#nights', '/verify-login?return=%2Fmachines#nights'],
])('an account with a second factor goes from %s to %s', async (path, next) => {
  signIn(() => signedIn(true));
  await fillIn(open(path));
  await waitFor(() => expect(leaves.mock.calls).toEqual([[next]]));
});

describe('a refusal', () => {
  test('is shown at its field, which has the focus, and the input stays', async () => {
    signIn(() => refused({ email: [wrong] }));
    await fillIn(open());
    expect(await screen.findByText(wrong)).toBeInTheDocument();
    expect(email()).toHaveValue(credentials.email);
    expect(email()).toHaveFocus();
    expect(email()).toBeInvalid();
    expect(email()).toHaveAccessibleDescription(wrong);
    expect(password()).toBeValid();
    expect(button()).toBeEnabled();
  });

  test('of no field is shown above the form', async () => {
    signIn(() => refused({ account: ['This account is locked.'] }));
    await fillIn(open());
    expect(await screen.findByRole('alert')).toHaveTextContent('This account is locked.');
  });

  test('disappears when its field is changed, and an invalid value is refused while it is typed', async () => {
    signIn(() => refused({ email: [wrong] }));
    const user = open();
    await fillIn(user);
    await screen.findByText(wrong);
    await user.type(email(), '!');
    expect(screen.queryByText(wrong)).toBeNull();
    await user.clear(email());
    expect(email()).toHaveAccessibleDescription('This field is required.');
    await user.type(email(), 'a');
    expect(email()).toHaveAccessibleDescription('Enter a valid email address.');
    await user.type(email(), '@b.test');
    expect(email()).toBeValid();
  });
});

test('empty fields are refused before anything is sent, and the first has the focus', async () => {
  const user = open();
  await user.click(button());
  expect(screen.getAllByText('This field is required.')).toHaveLength(2);
  expect(email()).toHaveFocus();
  expect(server.calls).toEqual([]);
});

test.each([
  ['an unreachable server', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a fault of the server', () => json(500, { message: 'Server Error' })],
])('%s is an error of the whole form until the next change', async (_what, answer) => {
  signIn(answer);
  const user = open();
  await fillIn(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('Signing in failed. Check the connection and try again.');
  await user.type(email(), 'x');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an address with too many failed sign-ins is asked to wait', async () => {
  signIn(() => json(429, { message: 'Too Many Attempts.' }));
  await fillIn(open());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Too many sign-ins from your network have failed. Try again in a minute.',
  );
});

test('a second submit while the answer is awaited sends nothing, and the button shows the activity', async () => {
  let answer: (response: Response) => void = () => undefined;
  signIn(() => new Promise((resolve) => (answer = resolve)));
  const user = open();
  await fillIn(user);
  expect(button()).toBeDisabled();
  expect(button()).toHaveAttribute('data-loading');
  await user.type(password(), '{Enter}');
  fireEvent.submit(button().closest('form')!); // as a password manager does
  answer(signedIn());
  await waitFor(() => expect(leaves).toHaveBeenCalledTimes(1));
  expect(server.calls).toHaveLength(1);
  expect(button()).toBeDisabled();
});

test('the password can be shown and hidden', async () => {
  const user = open();
  expect(password()).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password', pressed: false }));
  expect(password()).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide password', pressed: true }));
  expect(password()).toHaveAttribute('type', 'password');
});

test('a link leads to the page for a forgotten password', () => {
  open();
  expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
});

test('the cursor is in the first field', () => {
  open();
  expect(email()).toHaveFocus();
});

test('the page changes to Spanish at once, with its title, its errors and the input, and stays so', async () => {
  const user = open();
  await user.type(password(), 'secret');
  await user.click(button());
  await user.click(screen.getByRole('button', { name: 'ES' }));
  expect(screen.getByRole('heading', { name: 'Iniciar sesión en Airlog' })).toBeInTheDocument();
  expect(document.documentElement).toHaveAttribute('lang', 'es');
  expect(document.title).toBe('Iniciar sesión en Airlog · Airlog');
  expect(email()).toHaveAccessibleDescription('Este campo es obligatorio.');
  expect(password()).toHaveValue('secret');
  const languages = within(screen.getByRole('group', { name: 'Idioma' }));
  expect(languages.getByRole('button', { name: 'ES', pressed: true })).toHaveFocus();
  expect(languages.getByRole('button', { name: 'EN', pressed: false })).toBeInTheDocument();

  open();
  expect(screen.getByRole('heading', { name: 'Iniciar sesión en Airlog' })).toBeInTheDocument();
});

test('the reason of a reload is shown once', () => {
  keepFlash('Too many failed attempts');
  open();
  expect(screen.getByRole('alert')).toHaveTextContent('Too many failed attempts');
  open();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the page has nothing that its policy refuses: no script, handler or style in the HTML', () => {
  expect(html).not.toMatch(/<script|<style| style=| on\w+=/i);
});

describe('while no user exists', () => {
  const isFirstRun = (content: string) => {
    document.head.insertAdjacentHTML('beforeend', `<meta name="first-run" content="${content}">`);
  };
  afterEach(() => document.querySelector('meta[name="first-run"]')!.remove());

  test('the page shows how the first one is made in place of the form, in both languages, and sends nothing', async () => {
    isFirstRun('yes');
    const user = open();
    expect(screen.getByText('No user exists yet')).toBeInTheDocument();
    expect(screen.getByText('npm run first-user -- --email you@example.org')).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'ES' }));
    expect(screen.getByText('Todavía no hay ningún usuario')).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(server.calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'EN' }));
  });

  test.each(['', '__FIRST_RUN__'])('and only then: with %j the page shows its form and no word of it', (content) => {
    isFirstRun(content);
    open();
    expect(email()).toBeInTheDocument();
    expect(screen.getByRole('link')).toBeInTheDocument();
    expect(screen.queryByText('No user exists yet')).toBeNull();
  });
});
