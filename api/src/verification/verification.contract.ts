import type { Contract } from '../../test/contract/contract.ts';
import { READ } from '../../test/contract/grants.fixture.ts';

/** What the contract tests expect of verification, typed from the documents. */
export const contract: Contract = {
  rights: {
    // Added to by the job that seals, and never changed.
    // Read by a function, which says what concerns the caller.
    verifications: { jobs: { insert: 'kind verified_at repaired repaired_of_orgs' }, definer: READ },
  },
  newRows: () => [['verifications', 'jobs', { kind: 'derived', repaired: 0, repaired_of_orgs: '{}' }, true]],
};
