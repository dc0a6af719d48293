import { open, type Access } from './operation.ts';

/** The operations of this folder and the permission that each needs. */
export const sessionAccess: Access = {
  'GET /csrf-token': open('public'),
  'Mutation.signIn': open('public'),
  'Mutation.signOut': open('public'),
  'Mutation.updateViewer': { ...open('session'), audit: 'write' },
  'POST /login': open('public'),
  'POST /logout': open('public'),
  'Query.viewer': open('public'),
};
