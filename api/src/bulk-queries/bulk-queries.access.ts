import { open, read, write, type Access } from '../auth/operation.ts';

/**
 * The operations of bulk queries and the permission that each needs. What a query reads takes the permission of its list as
 * well, when it starts and before each page (bulk-queries.service.ts, bulk-query-page.ts).
 */
export const bulkQueriesAccess: Access = {
  // The lines of the pages name the patients (bulk-query-page.ts).
  'GET /api/bulk-queries/{id}/file': read('session', 'none'),
  'Mutation.cancelBulkQuery': { ...write('session', 'harmless'), phi: false },
  // It parses and validates the document.
  'Mutation.startBulkQuery': { ...write('session', 'once'), shows: 'none' },
  'Query.bulkQueries': open('session', 'any'),
  'Query.bulkQuery': open('session', 'any'),
};
