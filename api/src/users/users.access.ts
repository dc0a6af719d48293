import { open, read, write, type Access } from '../auth/operation.ts';

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
  'Mutation.resendUserInvitations': { ...write('update.user.invitation', 'once'), phi: false },
  'Mutation.setUserActive': { ...write('update.user.active', 'harmless'), phi: false },
  'Mutation.setUserVentilatorAccess': { ...write('update.user.mvc_settings', 'harmless'), phi: false },
  'Mutation.setUsersActive': { ...write('update.user.active', 'harmless'), phi: false },
  'Mutation.unlockUser': { ...write('update.user.lock', 'harmless'), phi: false },
  // One's own page and notifications, or those of a user that the viewer may view or edit (users.policy.ts).
  'Mutation.setUserNotificationType': { ...open('session'), audit: 'write' },
  'Query.user': { ...read('session', 'none'), phi: false, audit: 'none', scope: 'none', nodes: ['User'] },
  'PATCH /api/users/{id}/mvc-settings': { ...write('update.user.mvc_settings', 'harmless'), phi: false },
  'Query.userStatusCounts': { ...read(READ_USER, 'none'), phi: false, audit: 'none', cost: 100 },
  'Query.users': { ...read(READ_USER, 'none'), phi: false, audit: 'none' },
};
