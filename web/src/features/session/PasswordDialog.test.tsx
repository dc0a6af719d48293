import { expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { ReauthenticateInput, SecondFactorMethod } from '../../gql/schema.ts';
import { askForPassword } from '../../lib/freshPassword.ts';
import { renderApp } from '../../testing/renderApp.tsx';
import {
  ReauthenticateDocument,
  ReauthenticationWaysDocument,
  StartPasskeyReauthenticationDocument,
} from './gql/PasswordDialog.ts';

const startAuthentication = jest.fn<() => Promise<unknown>>();
jest.unstable_mockModule('@simplewebauthn/browser', () => ({ startAuthentication }));
const { PasswordDialog } = await import('./PasswordDialog.tsx');

const ways = (...reauthenticating: SecondFactorMethod[]) => ({
  request: { query: ReauthenticationWaysDocument },
  result: { data: { secondFactors: { __typename: 'SecondFactors', reauthenticating } } },
});
const given = (input: ReauthenticateInput, ...userErrors: { field: string; code: string; message: string }[]) => ({
  request: { query: ReauthenticateDocument, variables: { input } },
  result: {
    data: {
      reauthenticate: {
        __typename: 'ReauthenticatePayload',
        userErrors: userErrors.map((error) => ({ __typename: 'UserError', ...error })),
      },
    },
  },
});
const started = {
  request: { query: StartPasskeyReauthenticationDocument },
  result: {
    data: {
      startPasskeyReauthentication: { __typename: 'PasskeyOptionsPayload', options: '{}', userErrors: [] },
    },
  },
};

async function open(...mocks: object[]) {
  const answer = askForPassword();
  const { user } = await renderApp(<PasswordDialog />, { mocks: mocks as never });
  return { user, answer };
}
const button = (name: string) => screen.findByRole('button', { name });

test('a user without a second factor is asked for the password alone', async () => {
  const { user, answer } = await open(ways(), given({ password: 'right' }));
  await user.type(await screen.findByLabelText(/Password/), 'right{Enter}');
  expect(await answer).toBe(true);
  expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
});

test('a user with an app gives a code of it in place of the password, after a wrong one too', async () => {
  const wrong = { field: 'code', code: 'two_factor.wrong', message: 'This code is not right.' };
  const { user, answer } = await open(ways('APP'), given({ code: '111111' }, wrong), given({ code: '222222' }));
  await user.click(await button('Use the authenticator app'));
  const field = await screen.findByLabelText(/Verification code/);
  await waitFor(() => expect(field).toHaveFocus());
  await user.type(field, '111111{Enter}');
  await screen.findByText('This code is not right.');
  await user.clear(field);
  await user.type(field, '222222{Enter}');
  expect(await answer).toBe(true);
});

test('the user changes their mind and gives the password', async () => {
  const { user, answer } = await open(ways('APP'), given({ password: 'right' }));
  await user.click(await button('Use the authenticator app'));
  await user.type(await screen.findByLabelText(/Verification code/), '11');
  await user.click(await button('Use the password'));
  await user.type(await screen.findByLabelText(/Password/), 'right{Enter}');
  expect(await answer).toBe(true);
});

test('a passkey is asked for by the browser, and canceling it keeps the dialog', async () => {
  startAuthentication.mockRejectedValueOnce(new Error('canceled')).mockResolvedValueOnce({ id: 'k' });
  const { user, answer } = await open(ways('PASSKEY'), started, started, given({ passkey: '{"id":"k"}' }));
  await user.click(await button('Use a passkey'));
  await user.click(await button('Confirm'));
  expect(await screen.findByRole('alert')).toHaveTextContent('No passkey was used');
  await user.click(await button('Confirm'));
  expect(await answer).toBe(true);
});
