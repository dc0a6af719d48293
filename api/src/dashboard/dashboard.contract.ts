import type { Contract } from '../../test/contract/contract.ts';

/** What the contract tests expect of dashboard, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Query.dashboard': ['session', 'read', 'rows'],
  },
  variables: {
    'Query.dashboard': () => ({}),
  },
};
