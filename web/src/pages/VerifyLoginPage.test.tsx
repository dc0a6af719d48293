import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { ConfirmAppEnrollmentDocument, StartAppEnrollmentDocument } from '../features/two-factor/gql/AddApp.ts';
import { ConfirmSmsEnrollmentDocument, StartSmsEnrollmentDocument } from '../features/two-factor/gql/AddPhone.ts';
import { SignInStepDocument } from '../features/two-factor/gql/SecondStep.ts';
import { SendSignInCodeDocument } from '../features/two-factor/gql/SmsSignIn.ts';
import { VerifySignInDocument } from '../features/two-factor/gql/VerifyStep.ts';
import type { SecondFactorMethod, SignInStage } from '../gql/schema.ts';
import { page } from '../lib/page.ts';
import { renderApp } from '../testing/renderApp.tsx';
import { VerifyLoginPage } from './VerifyLoginPage.tsx';

const CODES = Array.from({ length: 10 }, (_, index) => `AAAA-BBBB-CCCC-000${index}`);
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

const step = (stage: SignInStage | null, factors: SecondFactorMethod[] = [], choosesPhone = true) => ({
  request: { query: SignInStepDocument },
  result: { data: { signInStep: stage && { __typename: 'SignInStep' as const, stage, factors, choosesPhone } } },
});
const error = (field: string, message: string) => ({ __typename: 'UserError' as const, field, code: 'x', message });
const verified = (input: object, userErrors: ReturnType<typeof error>[] = [], enrollmentRequired = false) => ({
  request: { query: VerifySignInDocument, variables: { input } },
  result: {
    data: { verifySignIn: { __typename: 'VerifySignInPayload' as const, enrollmentRequired, userErrors } },
  },
});
const answered = (query: object, field: string, payload: object = {}, variables: object = {}) => ({
  request: { query, variables },
  result: { data: { [field]: { __typename: 'Payload', userErrors: [], ...payload } } },
});

const opened: string[] = [];
beforeEach(() => {
  opened.length = 0;
  jest.spyOn(page, 'replace').mockImplementation((url) => void opened.push(url));
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function open(mocks: object[], path = '/verify-login', language: 'en' | 'es' = 'en') {
  const view = await renderApp(<VerifyLoginPage />, { viewer: null, path, mocks: mocks as never, language });
  await view.quiet();
  return view;
}
const field = (name: string) => screen.getByRole('textbox', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });

describe('the second step', () => {
  test('takes the code of the app and opens the page that was asked for', async () => {
    const { user, quiet } = await open(
      [step('VERIFY', ['APP']), verified({ code: '123456' })],
      '/verify-login?return=%2Fpatients%2F1#record',
    );
    expect(screen.getByRole('heading', { name: 'Verify it is you' })).toBeInTheDocument();
    expect(field('Verification code')).toHaveFocus();
    await user.type(field('Verification code'), '123456{Enter}');
    await quiet();
    expect(opened).toEqual(['/patients/1#record']);
  });

  test.each(['%2F%2Fevil.test', '%2F%09%2Fevil.test', '%2F%0A%5Cevil.test'])('never leads to %s', async (address) => {
    const { user, quiet } = await open(
      [step('VERIFY', ['APP']), verified({ code: '123456' })],
      `/verify-login?return=${address}`,
    );
    await user.type(field('Verification code'), '123456{Enter}');
    await quiet();
    expect(opened).toEqual(['/']);
  });

  test('shows a wrong code at its field, and stays', async () => {
    const { user, quiet } = await open([
      step('VERIFY', ['APP']),
      verified({ code: '000000' }, [error('code', 'This code is not right.')]),
    ]);
    await user.type(field('Verification code'), '000000');
    await user.click(button('Verify'));
    await quiet();
    expect(screen.getByText('This code is not right.')).toBeInTheDocument();
    expect(opened).toEqual([]);
  });

  test('takes a recovery code instead', async () => {
    const { user, quiet } = await open([step('VERIFY', ['APP']), verified({ recoveryCode: CODES[0] })]);
    await user.click(button('Use a recovery code'));
    await user.type(field('Recovery code'), `${CODES[0]}{Enter}`);
    await quiet();
    expect(opened).toEqual(['/']);
  });

  test('sends a code by text message when it is asked to, and not before', async () => {
    const { user, quiet } = await open([
      step('VERIFY', ['SMS']),
      answered(SendSignInCodeDocument, 'sendSignInCode'),
      verified({ code: '654321' }),
    ]);
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(button('Send code'));
    await quiet();
    expect(screen.getByText('We sent a code to your phone. It is valid for 10 minutes.')).toBeInTheDocument();
    expect(button('Send another code')).toBeEnabled();
    await user.type(field('Verification code'), '654321{Enter}');
    await quiet();
    expect(opened).toEqual(['/']);
  });

  test('offers exactly the factors of the user, and the recovery codes', async () => {
    await open([step('VERIFY', ['PASSKEY', 'APP'])], '/verify-login', 'es');
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'EN',
      'ES',
      'Usar una llave de acceso',
      'Usar la aplicación de autenticación',
      'Usar un código de recuperación',
      'Iniciar sesión con otro usuario',
    ]);
  });

  test('that is not due opens the page that was asked for', async () => {
    await open([step(null)], '/verify-login?return=%2Fmachines');
    expect(opened).toEqual(['/machines']);
  });

  test('with a factor that is no longer allowed goes on to setting an allowed one up', async () => {
    const { user, quiet } = await open([
      step('VERIFY', ['SMS', 'APP']),
      verified({ recoveryCode: CODES[0] }, [], true),
      step('ENROLL', ['APP']),
    ]);
    await user.click(button('Use a recovery code'));
    await user.type(field('Recovery code'), `${CODES[0]}{Enter}`);
    await quiet();
    expect(screen.getByRole('heading', { name: 'Set up a second step' })).toBeInTheDocument();
    expect(opened).toEqual([]);
  });
});

describe('setting a factor up', () => {
  const started = answered(StartAppEnrollmentDocument, 'startAppEnrollment', {
    secret: SECRET,
    qrPath: 'M0 0h1v1h-1z',
    qrSize: 21,
  });

  test('shows the QR code and the secret of the app, then the recovery codes once, and then goes on', async () => {
    const { user, quiet } = await open([
      step('ENROLL', ['APP', 'SMS', 'PASSKEY']),
      started,
      answered(ConfirmAppEnrollmentDocument, 'confirmAppEnrollment', { recoveryCodes: CODES }, { code: '123456' }),
    ]);
    await user.click(button(/^Authenticator app/));
    await quiet();
    expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeInTheDocument();
    expect(screen.getByText(SECRET.replace(/(.{4})(?=.)/g, '$1 '))).toBeInTheDocument();
    await user.type(field('First code of the app'), '123456{Enter}');
    await quiet();
    const codes = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(codes.map(({ textContent }) => textContent)).toEqual(CODES);
    expect(opened).toEqual([]);
    const saved: [Blob, string][] = [];
    jest.spyOn(page, 'save').mockImplementation((...file) => void saved.push(file));
    await user.click(button('Download'));
    expect(saved.map(([{ size }, name]) => [size, name])).toEqual([[200, 'airlog-recovery-codes.txt']]);
    await user.click(button('Continue'));
    expect(opened).toEqual(['/']);
  });

  test('verifies the number of a phone first', async () => {
    const { user, quiet } = await open([
      step('ENROLL', ['SMS']),
      answered(StartSmsEnrollmentDocument, 'startSmsEnrollment', {}, { phone: '5185550100' }),
      answered(ConfirmSmsEnrollmentDocument, 'confirmSmsEnrollment', { recoveryCodes: CODES }, { code: '123456' }),
    ]);
    await user.click(button(/^Text message/));
    await user.type(field('Phone number'), '555{Enter}');
    expect(
      await screen.findByText('Enter a phone number with ten digits of the USA, Puerto Rico or Canada.'),
    ).toBeInTheDocument();
    await user.clear(field('Phone number'));
    await user.type(field('Phone number'), '(518) 555-0100{Enter}');
    await quiet();
    await user.type(field('Verification code'), '123456{Enter}');
    await quiet();
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(10);
  });

  test('sends the code to the phone of the account where the organization fixes it', async () => {
    const { user, quiet } = await open([
      step('ENROLL', ['SMS'], false),
      answered(StartSmsEnrollmentDocument, 'startSmsEnrollment'),
      answered(ConfirmSmsEnrollmentDocument, 'confirmSmsEnrollment', { recoveryCodes: CODES }, { code: '123456' }),
    ]);
    await user.click(button(/^Text message/));
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(button('Send code'));
    await quiet();
    await user.type(field('Verification code'), '123456{Enter}');
    await quiet();
    expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(10);
  });
});
