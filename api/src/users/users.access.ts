import { read, write, type Access } from '../auth/operation.ts';

const READ_USER = ['view.user', 'viewAny.user'] as const;

/** The operations of this folder and the permission that each needs. */
export const usersAccess: Access = {
  'GET /api/orgs/{org_id}/users/datatable': {
    ...read(READ_USER, 'none'),
    phi: false,
    audit: 'none',
    export: 'export.user',
  },
  'GET /api/users/datatable': { ...read(READ_USER, 'none'), phi: false, audit: 'none', export: 'export.user' },
  'Mutation.setUserActive': { ...write('update.user.active', 'harmless'), phi: false },
  'Mutation.setUserVentilatorAccess': { ...write('update.user.mvc_settings', 'harmless'), phi: false },
  'Mutation.setUsersActive': { ...write('update.user.active', 'harmless'), phi: false },
  'Mutation.unlockUser': { ...write('update.user.lock', 'harmless'), phi: false },
  'PATCH /api/users/{id}/mvc-settings': { ...write('update.user.mvc_settings', 'harmless'), phi: false },
  'Query.userStatusCounts': { ...read(READ_USER, 'none'), phi: false, audit: 'none', cost: 100 },
  'Query.users': { ...read(READ_USER, 'none'), phi: false, audit: 'none' },
};
