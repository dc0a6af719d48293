import { open, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const accountAccess: Access = {
  'Mutation.acceptInvitation': open('public'),
  'Mutation.changePassword': { ...open('session'), audit: 'write', cost: 10, repeat: 'once' },
  'Mutation.requestPasswordReset': open('public'),
  'Mutation.resendUserInvitation': { ...write('update.user.invitation', 'once'), phi: false },
  'Mutation.resetPassword': open('public'),
  'Mutation.startUserPasswordReset': { ...write('update.user.password', 'once'), phi: false },
  'POST /accept-invitation': open('public'),
  'POST /forgot-password': open('public'),
  'POST /reset-password': open('public'),
  'Query.accountLink': open('public'),
};
