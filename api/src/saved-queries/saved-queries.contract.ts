import type { Contract } from '../../test/contract/contract.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';
import { savedQueryRow } from '../../test/contract/isolation.fixture.ts';
import { toGlobalId } from '../shared/node.ts';

const SAVED: Rights = {
  select: 'all',
  insert: 'all',
  update: 'owner_name name query variables is_shared version updated_at',
  delete: true,
};

const saved = (org_id: number, user_id: number) => savedQueryRow(org_id, user_id, { name: 'new' });

/** What the contract tests expect of saved queries. */
export const contract: Contract = {
  operations: {
    // No data of patients but what a user types in a query.
    'Query.savedQueries': ['view.graphiql', 'none'],
    'Query.savedQuery': ['view.graphiql', 'none'],
    'Mutation.createSavedQuery': ['view.graphiql', 'write'],
    'Mutation.updateSavedQuery': ['view.graphiql', 'write'],
    'Mutation.deleteSavedQuery': ['view.graphiql', 'write'],
  },
  variables: {
    'Query.savedQueries': () => ({}),
    'Mutation.createSavedQuery': ({ patient }) => ({
      input: { name: `Query ${patient.id}`, query: '{ viewer { locale } }' },
    }),
  },
  foreignVariables: {
    'Query.node id (SavedQuery)': ({ savedQuery }) => ({ id: toGlobalId('SavedQuery', savedQuery) }),
    'Query.savedQuery id': ({ savedQuery }) => ({ id: String(savedQuery) }),
    'Mutation.updateSavedQuery input.savedQueryId': ({ savedQuery }) => ({
      input: { savedQueryId: String(savedQuery), version: 1, name: 'x' },
    }),
    'Mutation.deleteSavedQuery input.savedQueryId': ({ savedQuery }) => ({
      input: { savedQueryId: String(savedQuery) },
    }),
  },
  auditedElsewhere: [
    'Query.savedQuery', // saved-queries.test.ts
    'Mutation.updateSavedQuery',
    'Mutation.deleteSavedQuery',
  ],
  once: ['Mutation.createSavedQuery', 'Mutation.updateSavedQuery', 'Mutation.deleteSavedQuery'],
  unversioned: {
    'Mutation.createSavedQuery': 'adds',
    'Mutation.deleteSavedQuery': 'ends',
  },
  rights: {
    saved_queries: { org: SAVED, support: SAVED, definer: READ },
  },
  refusedStatements: { saved_queries: ['update', 'delete'] },
  change: { saved_queries: "name = 'changed'" },
  newRows: (w) => [
    ['saved_queries', 'a', saved(w.a, w.userA), true],
    ['saved_queries', 'limited', saved(w.a, w.userA), true],
    ['saved_queries', 'support', saved(w.b, w.userB), true],
    ['saved_queries', 'acting', saved(w.b, w.userB), true],
    ['saved_queries', 'a', saved(w.b, w.userB), false],
    ['saved_queries', 'a', saved(w.a, w.colleague), false],
    ['saved_queries', 'c', saved(w.a, w.userA), false],
    ['saved_queries', 'support', saved(w.a, w.userA), false],
    ['saved_queries', 'acting', saved(w.a, w.userA), false],
    ['saved_queries', 'anonymous', saved(w.a, w.userA), false],
  ],
};
