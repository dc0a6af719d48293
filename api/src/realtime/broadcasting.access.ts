import { open, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const broadcastingAccess: Access = {
  'GET /broadcasting/auth': open('session', 'any'),
  'GET /broadcasting/user-auth': open('session', 'any'),
  'POST /broadcasting/auth': open('session', 'any'),
  'POST /broadcasting/user-auth': open('session', 'any'),
};
