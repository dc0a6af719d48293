import { open, write, type Access, type Operation } from '../auth/operation.ts';

// The services write the audit lines of a sign-in's second step: it has no transaction of a viewer (two-factor-session.ts).

/** Administration of another user. Removing a factor a second time is refused and changes nothing. */
const reset: Operation = { ...write('update.user.mfa', 'harmless'), phi: false, fresh: true };

/** The holder of a stolen session must not add a factor, or remove one (requirement A-11). */
const change = (permission: 'session' | 'enroll'): Operation => ({ ...open(permission), fresh: true });

/** The operations of the second factor and the permission that each needs. */
export const twoFactorAccess: Access = {
  'Mutation.confirmAppEnrollment': open('enroll'),
  'Mutation.confirmPasskeyEnrollment': open('enroll'),
  'Mutation.confirmSmsEnrollment': open('enroll'),
  'Mutation.deletePasskey': change('session'),
  'Mutation.regenerateRecoveryCodes': change('session'),
  'Mutation.removeSecondFactor': change('session'),
  'Mutation.resetUserSecondFactor': reset,
  'Mutation.sendSignInCode': open('verify'),
  'Mutation.startAppEnrollment': change('enroll'),
  'Mutation.startPasskeyEnrollment': change('enroll'),
  'Mutation.startPasskeyReauthentication': open('session'),
  'Mutation.startPasskeySignIn': open('verify'),
  'Mutation.startSmsEnrollment': change('enroll'),
  'Mutation.verifySignIn': open('verify'),
  'POST /api/users/reset-mfa/{id}': reset,
  'Query.secondFactors': open('session'),
  'Query.signInStep': open('public'),
};
