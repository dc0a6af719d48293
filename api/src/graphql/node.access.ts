import { read, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const nodeAccess: Access = {
  'Query.node': read('session', 'rows'),
  'Query.nodes': read('session', 'rows'),
};
