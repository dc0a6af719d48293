import type { Contract } from '../../test/contract/contract.ts';

/** What the contract tests expect of shared, typed from the documents. */
export const contract: Contract = {
  rights: {
    // Ids of the secrets that the nodes have used: of the start, and of the command that retires them.
    known_secrets: { definer: { select: 'all', insert: 'all', delete: true } },
  },
  newRows: () => [['known_secrets', 'definer', { kind: 'session', id: '00000001', known_since: new Date() }, true]],
};
