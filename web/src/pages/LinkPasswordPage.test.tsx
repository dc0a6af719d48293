import { afterEach, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { AcceptInvitationDocument, ResetPasswordDocument } from '../features/account/gql/LinkPasswordForm.ts';
import type { Language } from '../lib/language.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { AccountLinkDocument } from './gql/LinkPasswordPage.ts';
import { AcceptInvitationPage, ResetPasswordPage } from './LinkPasswordPage.tsx';

const token = '0b1e.secret';
const password = 'violet kettle marches seven';
const link = (purpose: string, email: string | null) => ({
  request: { query: AccountLinkDocument, variables: { purpose, token } },
  result: { data: { accountLink: email && { __typename: 'AccountLink', email } } },
});
const answer = (query: object, field: string, userErrors: object[] = []) => ({
  request: { query, variables: { input: { token, password, passwordConfirmation: password } } },
  result: { data: { [field]: { __typename: 'Payload', userErrors } } },
});
const open = (Page: typeof ResetPasswordPage, mocks: object[], language: Language = 'en') => {
  window.location.hash = token;
  return renderApp(<Page />, { mocks: mocks as never, viewer: null, language });
};
afterEach(() => void (window.location.hash = ''));

async function choose({ user }: Awaited<ReturnType<typeof open>>, text = password, again = text) {
  await user.type(await screen.findByLabelText('New password'), text);
  await user.type(screen.getByLabelText('New password again'), again);
  await user.click(screen.getByRole('button', { name: 'Save password' }));
}

test('an invitation: the user sees whose account it is, chooses a password, and goes on to sign in', async () => {
  const view = await open(AcceptInvitationPage, [
    link('INVITATION', 'ana@example.test'),
    answer(AcceptInvitationDocument, 'acceptInvitation'),
  ]);
  expect(await screen.findByLabelText('Email')).toHaveValue('ana@example.test');
  expect(screen.getByRole('heading', { name: 'Welcome to Airlog' })).toBeInTheDocument();
  await choose(view);
  expect(await screen.findByText('Password successfully updated')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
});

describe('a new password', () => {
  test('is refused at its field with the reason of the server, and can be corrected', async () => {
    const weak = { __typename: 'UserError', field: 'password', code: 'password.weak', message: 'Easy to guess.' };
    const view = await open(ResetPasswordPage, [
      link('PASSWORD', 'ana@example.test'),
      answer(ResetPasswordDocument, 'resetPassword', [weak]),
    ]);
    await choose(view);
    expect(await screen.findByText('Easy to guess.')).toBeInTheDocument();
    expect(screen.getByLabelText('New password')).toBeInvalid();
  });

  test.each([
    ['eleven char', 'eleven char', 'A password has at least 12 characters.'],
    [password, 'violet kettle marches eight', 'The two passwords differ. Enter the same password twice.'],
  ])('%j, repeated as %j, is refused before anything is sent', async (text, again, message) => {
    const view = await open(ResetPasswordPage, [link('PASSWORD', 'ana@example.test')]);
    await choose(view, text, again);
    expect(await screen.findByText(message)).toBeInTheDocument();
  });
});

test.each([
  [ResetPasswordPage, 'PASSWORD', 'en' as const, 'This link is no longer valid.', 'Request a new link'],
  [AcceptInvitationPage, 'INVITATION', 'es' as const, 'Este enlace ya no es válido.', 'Pida a un administrador'],
])('a link that has expired says so, and what to do (%p %s)', async (Page, purpose, language, text, next) => {
  await open(Page, [link(purpose, null)], language);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByText(new RegExp(next))).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Save|Guardar/ })).not.toBeInTheDocument();
});
