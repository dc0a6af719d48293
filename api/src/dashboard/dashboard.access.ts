import { read, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const dashboardAccess: Access = {
  // Six counts, most of them by computed filters. The rows take the permission of their lists.
  'Query.dashboard': { ...read('session', 'rows'), cost: 2000 },
};
