import { open, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const sessionAccess: Access = {
  'GET /api/user': open('session', 'any'),
  'GET /csrf-token': open('public'),
  'Mutation.reauthenticate': { ...open('session'), audit: 'write' },
  'Mutation.signIn': open('public'),
  'Mutation.signOut': open('public'),
  'Mutation.updateViewer': { ...open('session'), audit: 'write' },
  'POST /login': open('public'),
  'POST /logout': open('public'),
  'Query.viewer': open('public', 'any'),
};
