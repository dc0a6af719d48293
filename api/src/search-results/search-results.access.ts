import { read, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. A group is empty without the permission of its list. */
export const searchResultsAccess: Access = {
  // Up to twelve searches that an index serves.
  'Query.searchResults': { ...read('session', 'rows'), cost: 100 },
};
