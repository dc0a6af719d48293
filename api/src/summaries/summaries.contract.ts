import type { Contract } from '../../test/contract/contract.ts';

/** What the contract tests expect of summaries, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Query.complianceSummary': ['view.patient | viewAny.patient', 'read', 'none'],
    'Query.deviceSummary': ['org.user.device | support.user.device | viewAny.device', 'read', 'none'],
  },
  variables: {
    'Query.complianceSummary': () => ({ groupBy: ['PROVIDER'] }),
    'Query.deviceSummary': () => ({ groupBy: ['MODEL'] }),
  },
};
