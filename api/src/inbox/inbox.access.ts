import { open, read, READ_PATIENT, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const inboxAccess: Access = {
  'Mutation.markInboxItemRead': open('session'),
  'Mutation.markInboxRead': open('session'),
  // It names patients, whose lists take a permission.
  'Query.inbox': { ...read('session', 'rows'), scope: READ_PATIENT, nodes: ['InboxItem'] },
  'Subscription.inboxChanged': open('session', READ_PATIENT),
};
