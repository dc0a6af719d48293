import { open, read, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const inboxAccess: Access = {
  'Mutation.markInboxItemRead': open('session'),
  'Mutation.markInboxRead': open('session'),
  'Query.inbox': read('session', 'rows'),
  'Subscription.inboxChanged': open('session'),
};
