import type { Contract } from '../../test/contract/contract.ts';

/** What the contract tests expect of search results, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Query.searchResults': ['session', 'read', 'rows'],
  },
  variables: {
    'Query.searchResults': ({ patient }) => ({ search: String(patient.id) }),
  },
};
