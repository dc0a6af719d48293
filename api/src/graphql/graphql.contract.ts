import type { Contract } from '../../test/contract/contract.ts';
import { toGlobalId } from '../shared/node.ts';

/** What the contract tests expect of graphql, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Patients. A node takes the permission of its type as well (node.service.ts), the dashboard that of each card, a search
    // that of each list.
    'Query.node': ['session', 'read', 'rows'],
    'Query.nodes': ['session', 'read', 'rows'],
    'Query.operationPrice': ['session', 'none'],
    'Query.rateLimit': ['session', 'none'],
  },
  variables: {
    'Query.node': ({ patient }) => ({ id: toGlobalId('Patient', patient.id) }),
    'Query.nodes': ({ patient }) => ({ ids: [toGlobalId('Patient', patient.id)] }),
    'Query.rateLimit': () => ({}),
    'Query.operationPrice': () => ({ document: '{ rateLimit { limit } }' }),
  },
  rights: {
    // A node notes what it serves.
    client_documents: { jobs: { select: 'all', insert: 'digest', update: 'served_at', delete: true } },
  },
  change: { client_documents: 'served_at = now()' },
  newRows: () => [
    ['client_documents', 'jobs', { digest: 'b'.repeat(64) }, true],
    ['client_documents', 'support', { digest: 'b'.repeat(64) }, false],
  ],
};
