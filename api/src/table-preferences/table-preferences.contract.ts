import type { Contract } from '../../test/contract/contract.ts';
import type { Rights } from '../../test/contract/grants.fixture.ts';

const PREFERENCES: Rights = {
  select: 'all',
  insert: 'all',
  update: 'hidden_columns column_order page_size density updated_at',
};

/** What the contract tests expect of table preferences, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Mutation.saveTablePreferences': ['session', 'none'],
  },
  auditedElsewhere: [
    'Mutation.saveTablePreferences', // table-preferences.test.ts
  ],
  rights: {
    table_preferences: { org: PREFERENCES, support: PREFERENCES },
  },
};
