import type { Contract } from '../../test/contract/contract.ts';
import { preferencesRow } from '../../test/contract/isolation.fixture.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';

const PREFERENCES: Rights = {
  select: 'all',
  insert: 'all',
  update: 'hidden_columns column_order column_widths page_size density updated_at',
};

const likes = (org_id: number, user_id: number) => preferencesRow(org_id, user_id, 'machines');

/** What the contract tests expect of table preferences, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Mutation.saveTablePreferences': ['session', 'none'],
  },
  unversioned: {
    'Mutation.saveTablePreferences': 'own',
  },
  auditedElsewhere: [
    'Mutation.saveTablePreferences', // table-preferences.test.ts
  ],
  rights: {
    table_preferences: { org: PREFERENCES, support: PREFERENCES, definer: READ },
  },
  change: {
    table_preferences: 'page_size = 5',
  },
  newRows: (w) => [
    ['table_preferences', 'a', likes(w.a, w.userA), true],
    ['table_preferences', 'limited', likes(w.a, w.userA), true],
    ['table_preferences', 'support', likes(w.b, w.userB), true],
    ['table_preferences', 'acting', likes(w.b, w.userB), true],
    ['table_preferences', 'a', likes(w.b, w.userB), false],
    ['table_preferences', 'a', likes(w.a, w.colleague), false],
    ['table_preferences', 'c', likes(w.a, w.userA), false],
    ['table_preferences', 'support', likes(w.a, w.userA), false],
    ['table_preferences', 'anonymous', likes(w.a, w.userA), false],
  ],
};
