import { read, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const dashboardAccess: Access = {
  // Eight counts, most of them by computed filters.
  'Query.dashboard': { ...read('session', 'none'), phi: false, cost: 2000 },
};
