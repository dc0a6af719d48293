import type { Contract } from '../../test/contract/contract.ts';

/** What the contract tests expect of summaries, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Query.complianceSummary': ['view.patient | viewAny.patient', 'read', 'none'],
    'Query.deviceSummary': ['org.user.device | support.user.device | viewAny.device', 'read', 'none'],
    'Query.settingsChangeSummary': ['view.patient | viewAny.patient', 'read', 'none'],
    'Query.usageSummary': ['view.patient | viewAny.patient', 'read', 'none'],
  },
  variables: {
    'Query.complianceSummary': () => ({ groupBy: ['PROVIDER'] }),
    'Query.deviceSummary': () => ({ groupBy: ['MODEL'] }),
    'Query.settingsChangeSummary': () => ({ groupBy: ['MODEL', 'FAILURE'] }),
    'Query.usageSummary': () => ({ groupBy: ['MODEL', 'MONTH'], from: '2026-01-01', to: '2026-01-31' }),
  },
};
