import { open, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const broadcastingAccess: Access = {
  'GET /broadcasting/auth': open('session'),
  'GET /broadcasting/user-auth': open('session'),
  'POST /broadcasting/auth': open('session'),
  'POST /broadcasting/user-auth': open('session'),
};
