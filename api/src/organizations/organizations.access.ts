import { open, read, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const organizationsAccess: Access = {
  'GET /api/users/my-org': open('session', 'any'),
  'Mutation.switchOrganization': { ...write('viewAny.org', 'harmless'), phi: false },
  'Mutation.updateOrganizationSettings': { ...write('update.org.settings', 'harmless'), phi: false, fresh: true },
  'PATCH /api/users/my-org': { ...write('update.org.settings', 'harmless'), phi: false },
  'Query.checkUpdateOrganizationSettings': { ...read('update.org.settings', 'none'), phi: false, audit: 'none' },
};
