import { open, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const organizationsAccess: Access = {
  'GET /api/users/my-org': open('session'),
};
