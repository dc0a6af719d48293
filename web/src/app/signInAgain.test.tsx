import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { toaster } from '../components/Toaster.tsx';
import { SwitchOrganizationDocument } from '../features/organizations/gql/useActIn.ts';
import { CheckCreatePatientDocument, CreatePatientDocument } from '../features/patients/gql/usePatientForm.ts';
import { NewPatientDialog } from '../features/patients/PatientFormDialog.tsx';
import { SignInDocument } from '../features/session/gql/SignInAgain.ts';
import { SessionOver } from '../features/session/SessionOver.tsx';
// Loaded here, so that no test waits for them.
import '../features/session/SignInAgain.tsx';
import { ConfirmAppEnrollmentDocument, StartAppEnrollmentDocument } from '../features/two-factor/gql/AddApp.ts';
import { SignInStepDocument } from '../features/two-factor/gql/SecondStep.ts';
import { SendSignInCodeDocument } from '../features/two-factor/gql/SmsSignIn.ts';
import { VerifySignInDocument } from '../features/two-factor/gql/VerifyStep.ts';
import * as secondStep from '../features/two-factor/SecondStep.tsx';
import type { SecondFactorMethod } from '../gql/schema.ts';
import { page } from '../lib/page.ts';
import { isSessionOver, sessionExpired, sessionRenewed } from '../lib/sessionGuard.ts';
import { trackWork } from '../lib/unsavedWork.ts';
import type { Viewer } from '../lib/viewer.ts';
import { renderApp, testViewer } from '../testing/renderApp.tsx';

const PASSWORD = 'correct horse battery';
const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
let untrack: () => void;
beforeEach(() => {
  reload.mockClear();
  untrack = trackWork(() => 'dirty');
});
afterEach(() => {
  act(sessionRenewed);
  untrack();
  toaster.remove();
});

const signedIn = (verificationRequired: boolean) => ({
  request: {
    query: SignInDocument,
    variables: { input: { email: testViewer.user.email, password: PASSWORD } },
  },
  result: { data: { signIn: { __typename: 'SignInPayload', verificationRequired, userErrors: [] } } },
});
const step = (stage: 'VERIFY' | 'ENROLL' | null, factors: SecondFactorMethod[] = []) => ({
  request: { query: SignInStepDocument },
  result: { data: { signInStep: stage && { __typename: 'SignInStep', stage, factors, choosesPhone: true } } },
});
const error = (field: string, message: string) => ({ __typename: 'UserError', field, code: 'x', message });
const verified = (input: object, userErrors: object[] = [], enrollmentRequired = false) => ({
  request: { query: VerifySignInDocument, variables: { input } },
  result: { data: { verifySignIn: { __typename: 'VerifySignInPayload', enrollmentRequired, userErrors } } },
});
const answered = (query: object, field: string, payload: object = {}, variables: object = {}) => ({
  request: { query, variables },
  result: { data: { [field]: { __typename: 'Payload', userErrors: [], ...payload } } },
});

/** The dialog over a page with unsaved work, after the password. */
async function openAs(viewer: Viewer, ...mocks: object[]) {
  const view = await renderApp(<SessionOver loadSecondStep={async () => secondStep} />, {
    mocks: mocks as never,
    viewer,
  });
  act(sessionExpired);
  await view.user.type(await screen.findByLabelText('Password'), `${PASSWORD}{Enter}`);
  await view.quiet();
  return view;
}
const open = (...mocks: object[]) => openAs(testViewer, ...mocks);
const field = (name: string) => screen.findByRole('textbox', { name });
const isOpen = () => screen.queryByRole('alertdialog', { name: 'Your session has ended' }) !== null;
const isKept = async () => {
  await waitFor(() => expect([isSessionOver(), isOpen()]).toEqual([false, false]));
  expect(reload).not.toHaveBeenCalled();
};

test('without a second factor the password is enough', async () => {
  await open(signedIn(false));
  await isKept();
});

test('the code of the app is taken in the dialog, a wrong one at its field, and the page is not left', async () => {
  const { user } = await open(
    signedIn(true),
    step('VERIFY', ['APP']),
    verified({ code: '000000' }, [error('code', 'This code is not right.')]),
    verified({ code: '123456' }),
  );
  await user.type(await field('Verification code'), '000000{Enter}');
  expect(await screen.findByText('This code is not right.')).toBeInTheDocument();
  expect([isSessionOver(), isOpen()]).toEqual([true, true]);
  await user.clear(await field('Verification code'));
  await user.type(await field('Verification code'), '123456{Enter}');
  await isKept();
});

test('a code by text message is sent and taken in the dialog', async () => {
  const { user } = await open(
    signedIn(true),
    step('VERIFY', ['SMS']),
    answered(SendSignInCodeDocument, 'sendSignInCode'),
    verified({ code: '654321' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Send code' }));
  await user.type(await field('Verification code'), '654321{Enter}');
  await isKept();
});

test('a recovery code is taken in the dialog, and a passkey is offered', async () => {
  const { user } = await open(signedIn(true), step('VERIFY', ['PASSKEY']), verified({ recoveryCode: 'AAAA' }));
  expect(await screen.findByRole('button', { name: 'Use a passkey' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(await field('Recovery code'), 'AAAA{Enter}');
  await isKept();
});

test('a factor that the organization requires by now is set up in the dialog', async () => {
  const { user } = await open(
    signedIn(true),
    step('ENROLL', ['APP', 'PASSKEY']),
    answered(StartAppEnrollmentDocument, 'startAppEnrollment', { secret: 'JBSW', qrPath: 'M0 0h1v1h-1z', qrSize: 21 }),
    answered(ConfirmAppEnrollmentDocument, 'confirmAppEnrollment', { recoveryCodes: ['AAAA'] }, { code: '123456' }),
  );
  await user.click(await screen.findByRole('button', { name: /^Authenticator app/ }));
  await user.type(await field('First code of the app'), '123456{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await isKept();
});

test('a sign-in that ended before its second step begins again with the password', async () => {
  const { user, quiet } = await open(signedIn(true), step(null), signedIn(true), step('VERIFY', ['APP']));
  await user.type(await screen.findByLabelText('Password'), `${PASSWORD}{Enter}`);
  await quiet();
  await user.click(await screen.findByRole('button', { name: 'Enter the password again' }));
  expect(await screen.findByLabelText('Password')).toHaveFocus();
  expect(isOpen()).toBe(true);
});

test('a patient who was half typed is still there after the sign-in, and is saved once', async () => {
  const saved = jest.fn<(variables: Record<string, unknown>) => void>();
  const any = (query: object, result: (variables: Record<string, unknown>) => object) => ({
    request: { query, variables: () => true },
    maxUsageCount: Number.POSITIVE_INFINITY,
    result: (variables: Record<string, unknown>) => ({ data: result(variables) }),
  });
  const { user, quiet } = await renderApp(
    <>
      <NewPatientDialog onClose={() => undefined} />
      <SessionOver loadSecondStep={async () => secondStep} />
    </>,
    {
      mocks: [
        signedIn(false),
        any(CheckCreatePatientDocument, () => ({ checkCreatePatient: { __typename: 'Check', userErrors: [] } })),
        any(CreatePatientDocument, (variables) => {
          saved(variables);
          const patient = { __typename: 'Patient', id: 'p9', databaseId: 9 };
          return { createPatient: { __typename: 'Payload', patient, userErrors: [] } };
        }),
      ] as never,
    },
  );
  const enter = async (name: RegExp, text: string) => {
    await user.click(await screen.findByRole('textbox', { name }));
    await user.paste(text);
  };
  await enter(/^First name/, 'Ana');
  await enter(/^Last name/, 'Reyes');
  act(sessionExpired);
  await user.type(await screen.findByLabelText('Password'), `${PASSWORD}{Enter}`);
  await quiet();
  await isKept();
  expect(screen.getByRole('textbox', { name: /^First name/ })).toHaveValue('Ana');
  await user.click(screen.getByRole('tab', { name: /^Contact Info/ }));
  await enter(/^City/, 'Troy');
  await user.selectOptions(screen.getByRole('combobox', { name: /^State/ }), 'NY');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Patient was successfully created!')).toBeInTheDocument();
  expect(saved.mock.calls).toEqual([
    [
      expect.objectContaining({
        input: expect.objectContaining({ firstName: 'Ana', lastName: 'Reyes', city: 'Troy' }),
      }),
    ],
  ]);
});

describe('support staff who acted in an organization', () => {
  const harbor = { __typename: 'Organization' as const, id: 'o3', databaseId: 3, name: 'Harbor Home Medical' };
  const acting: Viewer = { ...testViewer, actingOrganization: harbor };
  const variables = { input: { organizationId: 'o3' } };

  test('acts in it again before the page goes on', async () => {
    const switched = jest.fn(() => ({
      data: {
        switchOrganization: {
          __typename: 'SwitchOrganizationPayload',
          viewer: { __typename: 'Viewer', locale: 'EN' },
          userErrors: [],
        },
      },
    }));
    await openAs(acting, signedIn(false), {
      request: { query: SwitchOrganizationDocument, variables },
      result: switched,
    });
    await isKept();
    expect(switched).toHaveBeenCalledTimes(1);
  });

  test('and may not any more sees that before anything is saved', async () => {
    await openAs(acting, signedIn(false), {
      request: { query: SwitchOrganizationDocument, variables },
      error: new TypeError('Failed to fetch'),
    });
    await isKept();
    expect(
      await screen.findByText('You no longer act in Harbor Home Medical. Check what you entered before you save it.'),
    ).toBeInTheDocument();
  });
});
