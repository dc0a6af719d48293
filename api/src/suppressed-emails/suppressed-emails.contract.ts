import type { Contract } from '../../test/contract/contract.ts';

/** What the contract tests expect of suppressed emails, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Support staff only.
    'Query.suppressedEmails': ['viewAny.suppressed_email', 'none'],
    'Mutation.removeSuppressedEmail': ['delete.suppressed_email', 'write'],
  },
  unversioned: {
    'Mutation.removeSuppressedEmail': 'ends',
  },
  ofNoOrganization: [
    'Mutation.removeSuppressedEmail input.id', // suppressed-emails.test.ts
    'Query.node id (SuppressedEmail)', // nodes.test.ts
  ],
  auditedElsewhere: [
    'Query.suppressedEmails', // suppressed-emails.test.ts
    'Mutation.removeSuppressedEmail',
  ],
  once: ['Mutation.removeSuppressedEmail'],
  rights: {
    suppressed_emails: {
      auth: { select: 'all', insert: 'all', update: 'all' },
      support: { select: 'all', delete: true },
    },
  },
  lists: {
    suppressedEmails: { field: 'suppressedEmails', notCopied: 'few rows' },
  },
  change: {
    suppressed_emails: "reason = '551'",
  },
  newRows: () => [
    ['suppressed_emails', 'auth', { email: 'new@example.test', reason: '550', created_at: new Date() }, true],
  ],
};
