import { read, type Access } from '../auth/operation.ts';

const roles = { ...read('viewAll.role', 'none'), phi: false, audit: 'none' } as const;

/** The operations of this folder and the permission that each needs. */
export const rolesAccess: Access = {
  'GET /api/support/role/datatable': { ...roles, export: 'export.user' },
  'GET /api/support/role/{id}': roles,
  'Query.role': { ...roles, nodes: ['Role'] },
  'Query.roles': roles,
};
