import { read, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const suppressedEmailsAccess: Access = {
  'Mutation.removeSuppressedEmail': { ...write('delete.suppressed_email', 'once'), phi: false },
  'Query.suppressedEmails': {
    ...read('viewAny.suppressed_email', 'none'),
    phi: false,
    audit: 'none',
    nodes: ['SuppressedEmail'],
  },
};
