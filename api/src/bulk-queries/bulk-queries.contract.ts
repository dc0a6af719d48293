import type { Contract } from '../../test/contract/contract.ts';
import type { Rights } from '../../test/contract/grants.fixture.ts';
import { bulkQueryRow } from '../../test/contract/isolation.fixture.ts';

const BULK_QUERIES: Rights = {
  select: 'all',
  insert: 'all',
  update: 'state cursor parts object_count file_size points_spent attempts updated_at ended_at expires_at',
};

/** What the contract tests expect of bulk queries, typed from decisions/193. */
export const contract: Contract = {
  operations: {
    // Each page takes the permission of its list, and the line of the page names its patients.
    'GET /api/bulk-queries/{id}/file': ['session', 'read', 'none'],
    'Mutation.cancelBulkQuery': ['session', 'write'],
    'Mutation.startBulkQuery': ['session', 'write', 'none'],
    'Query.bulkQueries': ['session', 'none'],
    'Query.bulkQuery': ['session', 'none'],
  },
  unversioned: {
    'Mutation.cancelBulkQuery': 'own',
    'Mutation.startBulkQuery': 'adds',
  },
  variables: {
    'Query.bulkQueries': () => ({}),
  },
  foreignVariables: {
    'Mutation.cancelBulkQuery input.bulkQueryId': ({ bulkQuery }) => ({ input: { bulkQueryId: String(bulkQuery) } }),
    'Query.bulkQuery id': ({ bulkQuery }) => ({ id: String(bulkQuery) }),
  },
  foreignAddresses: {
    'GET /api/bulk-queries/{id}/file {id}': ({ bulkQuery }) => ({ path: { id: bulkQuery } }),
  },
  auditedElsewhere: [
    'GET /api/bulk-queries/{id}/file', // bulk-queries.test.ts
    'Mutation.cancelBulkQuery',
    'Mutation.startBulkQuery',
    'Query.bulkQueries',
    'Query.bulkQuery',
  ],
  once: ['Mutation.startBulkQuery'],
  lists: {
    bulkQueries: { field: 'bulkQueries', notCopied: 'of one user' },
  },
  rights: {
    bulk_queries: {
      org: BULK_QUERIES,
      support: BULK_QUERIES,
      jobs: {
        select: 'all',
        update: 'state failure first_parts is_held attempts has_file resumes_at updated_at ended_at',
      },
      auth: { select: 'all', delete: true },
      definer: { select: 'all', update: 'state failure ended_at' },
    },
  },
  change: {
    bulk_queries: "state = 'running'",
  },
  newRows: (w) => [
    ['bulk_queries', 'a', bulkQueryRow(w.a, w.userA), true],
    ['bulk_queries', 'limited', bulkQueryRow(w.a, w.userA), true],
    ['bulk_queries', 'support', bulkQueryRow(w.b, w.userB), true],
    ['bulk_queries', 'a', bulkQueryRow(w.b, w.userB), false],
    ['bulk_queries', 'a', bulkQueryRow(w.a, w.colleague), false],
    ['bulk_queries', 'c', bulkQueryRow(w.a, w.userA), false],
    ['bulk_queries', 'support', bulkQueryRow(w.a, w.userA), false],
    ['bulk_queries', 'anonymous', bulkQueryRow(w.a, w.userA), false],
  ],
};
