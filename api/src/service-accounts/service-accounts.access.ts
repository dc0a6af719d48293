import { open, type Access, type Operation } from '../auth/operation.ts';

const PERMISSION = 'legacy.api.token.generate';

/** An operation on credentials: no token may call it, and it asks for the password, as those of a user's API key. */
const changing: Operation = {
  ...open('session'),
  permission: PERMISSION,
  audit: 'write',
  cost: 10,
  repeat: 'once',
  fresh: true,
};

/** The operations of this folder and the permission that each needs. */
export const serviceAccountsAccess: Access = {
  'Mutation.createServiceAccount': { ...changing, shownOnce: ['clientSecret'] },
  'Mutation.deleteServiceAccount': changing,
  'Mutation.rotateServiceAccountKey': { ...changing, shownOnce: ['clientSecret'] },
  'Mutation.setServiceAccountActive': changing,
  'Query.serviceAccountScopes': { ...open('session'), permission: PERMISSION },
  'Query.serviceAccounts': { ...open('session'), permission: PERMISSION },
};
