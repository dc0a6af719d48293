import { open, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const priceAccess: Access = {
  // It parses and validates the document.
  'Query.operationPrice': { ...open('session', 'any'), cost: 10 },
  'Query.rateLimit': open('session', 'any'),
};
