import { exportLines } from '../auth/authorize.ts';
import type { Route } from '../rest/route.ts';
import { rowId } from '../shared/node.ts';
import { fileOf } from './bulk-queries.service.ts';

/** The file of a bulk query: one JSON object a line, to the user who started it alone. */
export const bulkQueriesRoutes: Route[] = [
  {
    method: 'GET',
    path: '/api/bulk-queries/{id}/file',
    handler: async (ctx, { params, operation, isHead }) => {
      const { id, list, objectCount, pieces } = await fileOf(ctx, rowId('BulkQuery', params.id!));
      const headers = {
        'Content-Type': 'application/jsonl',
        'Content-Disposition': `attachment; filename="bulk_query_${id}.jsonl"`,
      };
      if (isHead) return { headers };
      // The lines of its pages name the patients.
      await exportLines(ctx, operation)({ bulkQuery: id, list, rows: objectCount });
      return { headers, stream: pieces() };
    },
  },
];
