import { read, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const mobileUsersAccess: Access = {
  'GET /api/mobile-users/datatable': { ...read('view.mobile_user', 'rows'), export: 'export.patient' },
  'Mutation.setMobileUserActive': write('update.mobile_user', 'harmless'),
  'PATCH /api/mobile-users/{id}': write('update.mobile_user', 'harmless'),
  'Query.mobileUsers': { ...read('view.mobile_user', 'rows'), nodes: ['MobileUser'] },
};
