import type { Contract } from '../../test/contract/contract.ts';
import { linkRow } from '../../test/contract/isolation.fixture.ts';

/** What the contract tests expect of account, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Without a session: a forgotten password, and the links in mails. Their lines are those of the account.
    'Mutation.acceptInvitation': ['public', 'none'],
    'Mutation.requestPasswordReset': ['public', 'none'],
    'Mutation.resetPassword': ['public', 'none'],
    'Query.accountLink': ['public', 'none'],
    'POST /accept-invitation': ['public', 'none'],
    'POST /forgot-password': ['public', 'none'],
    'POST /reset-password': ['public', 'none'],
    'Mutation.changePassword': ['session', 'write'],
    // "Resend invitation only when email is unverified. Reset password only when email is verified."
    'Mutation.resendUserInvitation': ['update.user.invitation', 'write'],
    'Mutation.startUserPasswordReset': ['update.user.password', 'write'],
  },
  foreignVariables: {
    'Mutation.resendUserInvitation input.userId': ({ user }) => ({ input: { userId: String(user) } }),
    'Mutation.startUserPasswordReset input.userId': ({ user }) => ({ input: { userId: String(user) } }),
  },
  auditedElsewhere: [
    'Mutation.acceptInvitation', // account.test.ts
    'Mutation.requestPasswordReset',
    'Mutation.resetPassword',
    'Mutation.changePassword',
    'Mutation.resendUserInvitation',
    'Mutation.startUserPasswordReset',
    'Query.accountLink',
    'POST /accept-invitation',
    'POST /forgot-password',
    'POST /reset-password',
  ],
  once: ['Mutation.changePassword', 'Mutation.resendUserInvitation', 'Mutation.startUserPasswordReset'],
  unversioned: {
    'Mutation.acceptInvitation': 'account',
    'Mutation.changePassword': 'account',
    'Mutation.requestPasswordReset': 'account',
    'Mutation.resendUserInvitation': 'secret',
    'Mutation.resetPassword': 'account',
    'Mutation.startUserPasswordReset': 'secret',
    'POST /accept-invitation': 'account',
    'POST /forgot-password': 'account',
    'POST /reset-password': 'account',
  },
  rights: {
    account_links: {
      auth: { select: 'all', update: 'all', delete: true },
      definer: { select: 'all', insert: 'all', update: 'all', delete: true },
    },
  },
  change: {
    account_links: 'expires_at = now()',
  },
  newRows: (w) => [['account_links', 'definer', linkRow(w.a, w.colleague), true]],
};
