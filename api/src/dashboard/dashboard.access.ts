import { read, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const dashboardAccess: Access = {
  'Query.dashboard': { ...read('session'), phi: false },
};
