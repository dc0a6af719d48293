import { READ } from '../../test/contract/grants.fixture.ts';
import type { Contract } from '../../test/contract/contract.ts';

/** What the contract tests expect of changes. */
export const contract: Contract = {
  operations: {
    // Ids alone. Who reads the rows leaves the line.
    'Query.changes': ['view.patient | viewAny.patient', 'none'],
  },
  variables: {
    'Query.changes': () => ({ first: 1 }),
  },
  rights: {
    changes: {
      org: READ,
      support: READ,
      jobs: READ,
      definer: { select: 'all', insert: 'all', delete: true },
    },
    change_epochs: { definer: { select: 'all', update: 'all' } },
  },
  newRows: (w) => [
    [
      'changes',
      'definer',
      { org_id: w.a, type: 'Patient', row_id: w.p1, deleted: false, at: new Date(), xid: '3' },
      true,
    ],
  ],
};
