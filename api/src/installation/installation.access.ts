import { read, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const installationAccess: Access = {
  'Mutation.runJobsAgain': { ...write('update.org', 'once'), phi: false },
  // It reads every job that is kept.
  'Query.installation': { ...read('viewAny.activity', 'none'), phi: false, audit: 'none', cost: 100 },
};
