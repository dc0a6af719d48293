import type { Contract } from '../../test/contract/contract.ts';
import {
  requestIdRow,
  secondFactorsRow,
  recoveryCodeRow,
  passkeyRow,
  challengeRow,
} from '../../test/contract/isolation.fixture.ts';
import type { Rights } from '../../test/contract/grants.fixture.ts';

const REQUEST_IDS: Rights = { select: 'all', insert: 'all', update: 'answer' };

/** What the contract tests expect of auth, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Signing in and the viewer's own settings.
    'Query.viewer': ['public', 'none'],
    'Mutation.signIn': ['public', 'none'],
    'Mutation.signOut': ['public', 'none'],
    'Mutation.updateViewer': ['session', 'write'],
    'Mutation.reauthenticate': ['session', 'write'],
    // The second factor (reference/security.md ). The services write the lines: there is no viewer yet.
    'Query.signInStep': ['public', 'none'],
    'Mutation.verifySignIn': ['verify', 'none'],
    'Mutation.sendSignInCode': ['verify', 'none'],
    'Mutation.startPasskeyReauthentication': ['session', 'none'],
    'Mutation.startPasskeySignIn': ['verify', 'none'],
    'Mutation.startAppEnrollment': ['enroll', 'none'],
    'Mutation.confirmAppEnrollment': ['enroll', 'none'],
    'Mutation.startSmsEnrollment': ['enroll', 'none'],
    'Mutation.confirmSmsEnrollment': ['enroll', 'none'],
    'Mutation.startPasskeyEnrollment': ['enroll', 'none'],
    'Mutation.confirmPasskeyEnrollment': ['enroll', 'none'],
    'Query.secondFactors': ['session', 'none'],
    'Mutation.removeSecondFactor': ['session', 'none'],
    'Mutation.deletePasskey': ['session', 'none'],
    'Mutation.regenerateRecoveryCodes': ['session', 'none'],
    'Mutation.resetUserSecondFactor': ['update.user.mfa', 'write', 'subject'],
    'POST /api/users/reset-mfa/{id}': ['update.user.mfa', 'write', 'subject'],
    'POST /login': ['public', 'none'],
    'POST /logout': ['public', 'none'],
    'GET /csrf-token': ['public', 'none'],
    'GET /api/user': ['session', 'none'],
  },
  addresses: {
    'GET /api/user': () => ({ path: {} }),
  },
  foreignVariables: {
    'Mutation.resetUserSecondFactor input.userId': ({ user }) => ({ input: { userId: String(user), method: 'APP' } }),
    'Mutation.deletePasskey id': ({ passkey }) => ({ id: String(passkey) }),
  },
  foreignAddresses: {
    'POST /api/users/reset-mfa/{id} {id}': ({ user }) => ({ path: { id: user }, body: { method: 'app' } }),
  },
  auditedElsewhere: [
    'Query.viewer',
    'Mutation.signIn',
    'Mutation.signOut',
    'POST /login',
    'POST /logout',
    'GET /csrf-token',
    'Query.signInStep',
    'Mutation.verifySignIn', // two-factor.test.ts
    'Mutation.sendSignInCode',
    'Mutation.startPasskeyReauthentication',
    'Mutation.startPasskeySignIn',
    'Mutation.startAppEnrollment',
    'Mutation.confirmAppEnrollment',
    'Mutation.startSmsEnrollment',
    'Mutation.confirmSmsEnrollment',
    'Mutation.startPasskeyEnrollment',
    'Mutation.confirmPasskeyEnrollment',
    'Query.secondFactors',
    'Mutation.removeSecondFactor',
    'Mutation.deletePasskey',
    'Mutation.regenerateRecoveryCodes',
    'Mutation.resetUserSecondFactor', // two-factor-reset.test.ts
    'POST /api/users/reset-mfa/{id}',
    'Mutation.updateViewer', // session.test.ts
    'Mutation.reauthenticate', // reauthenticate.test.ts
  ],
  unversioned: {
    'Mutation.confirmAppEnrollment': 'account',
    'Mutation.confirmPasskeyEnrollment': 'account',
    'Mutation.confirmSmsEnrollment': 'account',
    'Mutation.deletePasskey': 'account',
    'Mutation.reauthenticate': 'account',
    'Mutation.regenerateRecoveryCodes': 'secret',
    'Mutation.removeSecondFactor': 'account',
    'Mutation.resetUserSecondFactor': 'ends',
    'Mutation.sendSignInCode': 'account',
    'Mutation.signIn': 'account',
    'Mutation.signOut': 'account',
    'Mutation.startAppEnrollment': 'account',
    'Mutation.startPasskeyEnrollment': 'account',
    'Mutation.startPasskeyReauthentication': 'account',
    'Mutation.startPasskeySignIn': 'account',
    'Mutation.startSmsEnrollment': 'account',
    'Mutation.updateViewer': 'own',
    'Mutation.verifySignIn': 'account',
    'POST /api/users/reset-mfa/{id}': 'ends',
    'POST /login': 'account',
    'POST /logout': 'account',
  },
  rights: {
    request_ids: { org: REQUEST_IDS, support: REQUEST_IDS, auth: { select: 'all', delete: true } },
    // Secrets and sign-in: of the sign-in's own role only.
    user_credentials: { auth: { select: 'all', insert: 'all', update: 'all' } },
    // switch_organization changes in which organization a session acts, in the transaction of its audit line.
    sessions: {
      auth: { select: 'all', insert: 'all', update: 'all', delete: true },
      definer: { select: 'all', update: 'acting_org_id', delete: true },
    },
    attempt_counters: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
    second_factors: { auth: { select: 'all', insert: 'all', update: 'all' } },
    recovery_codes: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
    passkeys: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
    second_factor_challenges: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
  },
  viewerFields: [
    ['viewerCanUseGraphiql', 'org', 'view.graphiql'],
    ['viewerCanExportPatients', 'org', 'export.patient'],
    ['viewerCanExportDevices', 'org', 'export.device'],
    ['viewerCanExportUsers', 'org', 'export.user'],
  ],
  change: {
    user_credentials: "password_hash = 'changed'",
    sessions: "ip = 'changed'",
    attempt_counters: 'attempts = 2',
    second_factors: 'app_last_step = 2',
    recovery_codes: 'used_at = now()',
    passkeys: 'counter = 2',
    second_factor_challenges: "secret = 'changed'",
    request_ids: "answer = 'null'",
  },
  newRows: (w) => {
    const session = {
      id_hash: `\\x${'11'.repeat(32)}`,
      org_id: w.a,
      user_id: w.userA,
      stage: 'full',
      created_at: new Date(),
      last_seen_at: new Date(),
    };
    return [
      ['request_ids', 'a', requestIdRow(w.a, w.userA), true],
      ['request_ids', 'limited', requestIdRow(w.a, w.userA), true],
      ['request_ids', 'support', requestIdRow(w.b, w.userB), true],
      ['request_ids', 'acting', requestIdRow(w.b, w.userB), true],
      ['request_ids', 'a', requestIdRow(w.b, w.userB), false],
      ['request_ids', 'a', requestIdRow(w.a, w.colleague), false],
      ['request_ids', 'c', requestIdRow(w.a, w.userA), false],
      ['request_ids', 'support', requestIdRow(w.a, w.userA), false],
      ['request_ids', 'anonymous', requestIdRow(w.a, w.userA), false],
      ['user_credentials', 'auth', { org_id: w.c, user_id: w.userC, password_hash: 'x', changed_at: new Date() }, true],
      ['sessions', 'auth', session, true],
      ['second_factors', 'auth', secondFactorsRow(w.c, w.userC), true],
      ['recovery_codes', 'auth', recoveryCodeRow(w.c, w.userC), true],
      ['passkeys', 'auth', passkeyRow(w.c, w.userC, 'another'), true],
      ['second_factor_challenges', 'auth', challengeRow(w.c, w.userC, '\\x77'), true],
      ['attempt_counters', 'auth', { key: 'new', attempts: 1, window_started_at: new Date() }, true],
    ];
  },
};
