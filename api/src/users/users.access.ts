import { read, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const usersAccess: Access = {
  'GET /api/users/datatable': { ...read('view.user', 'none'), phi: false, audit: 'none', export: 'export.user' },
  'Query.users': { ...read('view.user', 'none'), phi: false, audit: 'none' },
};
