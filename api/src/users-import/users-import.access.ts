import { read, write, type Access } from '../auth/operation.ts';

const readOwn = { ...read('create.user', 'none'), phi: false, audit: 'none' } as const;

/** The operations of this folder and the permission that each needs. */
export const usersImportAccess: Access = {
  'GET /api/orgs/{org_id}/users/import/{id}': readOwn,
  'GET /api/orgs/{org_id}/users/import/{id}/result': readOwn,
  'Mutation.dismissUserImport': { ...write('create.user', 'harmless'), phi: false },
  // It gives roles (requirement A-11).
  'Mutation.importUsers': { ...write('create.user', 'harmless'), phi: false, fresh: true },
  // A file is thousands of checks; a dry run creates no user.
  'POST /api/orgs/{org_id}/users/import': { ...write('create.user', 'once'), phi: false, cost: 1000, fresh: 'by-act' },
  'Query.currentUserImport': readOwn,
  'Query.userImport': readOwn,
  'Subscription.jobProgress': readOwn,
};
