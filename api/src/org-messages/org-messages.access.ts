import { open, read, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const orgMessagesAccess: Access = {
  'Mutation.sendOrgMessage': { ...write('send.org.message', 'once'), phi: false },
  'Query.checkSendOrgMessage': { ...read('send.org.message', 'none'), phi: false, audit: 'none' },
  'Query.orgMessageRecipients': { ...read('send.org.message', 'none'), phi: false, audit: 'none' },
  'Query.orgMessages': { ...read('send.org.message', 'none'), phi: false, audit: 'none', nodes: ['OrgMessage'] },
  'Subscription.orgMessageDelivered': open('session', 'any'),
};
