import type { Contract } from '../../test/contract/contract.ts';
import { READ } from '../../test/contract/grants.fixture.ts';
import { toGlobalId } from '../shared/node.ts';

/** What the contract tests expect of roles, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Roles: document 001, section 6, for support staff.
    'Query.role': ['viewAll.role', 'none'],
    'Query.roles': ['viewAll.role', 'none'],
    'GET /api/support/role/datatable': ['viewAll.role', 'none'],
    'GET /api/support/role/{id}': ['viewAll.role', 'none'],
  },
  variables: {
    'Query.role': () => ({ id: '1' }),
    'Query.roles': () => ({}),
  },
  addresses: {
    'GET /api/support/role/datatable': () => ({ path: {} }),
    'GET /api/support/role/{id}': () => ({ path: { id: 1 } }),
  },
  foreignVariables: {
    'Query.node id (Role)': ({ role }) => ({ id: toGlobalId('Role', role) }),
    'Query.role id': ({ role }) => ({ id: String(role) }),
  },
  foreignAddresses: {
    'GET /api/support/role/{id} {id}': ({ role }) => ({ path: { id: role } }),
  },
  files: [['GET /api/support/role/datatable', 'viewAll.role', 'export.user', false]],
  times: {
    'GET /api/support/role/datatable': [],
  },
  rights: {
    roles: { org: READ, support: READ, auth: READ, definer: READ },
    role_permissions: { org: READ, support: READ, auth: READ, definer: READ },
  },
  viewerFields: [['viewerCanViewRoles', 'support', 'viewAll.role']],
  lists: {
    roles: { field: 'roles', notCopied: 'few rows' },
  },
};
