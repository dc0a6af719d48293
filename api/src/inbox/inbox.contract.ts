import type { Contract } from '../../test/contract/contract.ts';
import { inboxItemRow } from '../../test/contract/isolation.fixture.ts';
import type { Rights } from '../../test/contract/grants.fixture.ts';
import { toGlobalId } from '../shared/node.ts';

const INBOX: Rights = { select: 'all', update: 'read_at' };

/** What the contract tests expect of inbox, typed from the documents. */
export const contract: Contract = {
  operations: {
    // The patients of the viewer's own settings changes, of those that they may read.
    'Query.inbox': ['session', 'read', 'rows'],
    'Mutation.markInboxItemRead': ['session', 'none'],
    'Mutation.markInboxRead': ['session', 'none'],
    'Subscription.inboxChanged': ['session', 'none'],
  },
  unversioned: {
    'Mutation.markInboxItemRead': 'own',
    'Mutation.markInboxRead': 'own',
  },
  variables: {
    'Query.inbox': () => ({}),
  },
  foreignVariables: {
    'Query.node id (InboxItem)': ({ inboxItem }) => ({ id: toGlobalId('InboxItem', inboxItem) }),
    'Mutation.markInboxItemRead input.itemId': ({ inboxItem }) => ({ input: { itemId: String(inboxItem) } }),
  },
  auditedElsewhere: [
    'Mutation.markInboxItemRead', // inbox.test.ts
    'Mutation.markInboxRead',
    'Query.inbox',
    'Subscription.inboxChanged',
  ],
  rights: {
    inbox_items: { org: INBOX, support: INBOX, auth: { select: 'all', delete: true }, definer: { insert: 'all' } },
  },
  lists: {
    inbox: { field: 'inbox', notCopied: 'of one user' },
  },
  change: {
    inbox_items: 'read_at = now()',
  },
  newRows: (w) => [
    ['inbox_items', 'definer', inboxItemRow(w.a, w.userA, [w.a, w.p1, w.h1]), true],
    ['inbox_items', 'definer', inboxItemRow(w.b, w.userA, [w.a, w.p1, w.h1]), false], // not that user's organization
  ],
};
