import type { Contract } from '../../test/contract/contract.ts';
import { READ } from '../../test/contract/grants.fixture.ts';

/** What the contract tests expect of shared, typed from the documents. */
export const contract: Contract = {
  rights: {
    // What the owner of the database has prepared, for a node whose login owns nothing.
    migrations: { auth: READ },
    // Ids of the secrets that the nodes have used: of the start, and of the command that retires them.
    known_secrets: { auth: { select: 'all' }, definer: { select: 'all', insert: 'all', delete: true } },
  },
  newRows: () => [['known_secrets', 'definer', { kind: 'session', id: '00000001', known_since: new Date() }, true]],
};
