import { open, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const dismissedNoticesAccess: Access = {
  'Mutation.dismissNotice': open('session'),
};
