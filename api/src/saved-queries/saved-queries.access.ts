import { read, write, type Access, type Operation } from '../auth/operation.ts';

const seen: Operation = { ...read('view.graphiql', 'none'), phi: false, audit: 'none' };
const changed: Operation = { ...write('view.graphiql', 'once'), phi: false };

/** The operations of saved queries and the permission that each needs. */
export const savedQueriesAccess: Access = {
  'Mutation.createSavedQuery': changed,
  'Mutation.deleteSavedQuery': changed,
  'Mutation.updateSavedQuery': changed,
  'Query.savedQueries': seen,
  'Query.savedQuery': { ...seen, nodes: ['SavedQuery'] },
};
