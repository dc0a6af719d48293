import type { Contract } from '../../test/contract/contract.ts';
import { orgMessageRow } from '../../test/contract/isolation.fixture.ts';
import { READ } from '../../test/contract/grants.fixture.ts';

/** What the contract tests expect of org messages, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Query.orgMessages': ['send.org.message', 'none'],
    'Query.orgMessageRecipients': ['send.org.message', 'none'],
    'Query.checkSendOrgMessage': ['send.org.message', 'none'],
    'Mutation.sendOrgMessage': ['send.org.message', 'write'],
    'Subscription.orgMessageDelivered': ['session', 'none'],
  },
  unversioned: {
    'Mutation.sendOrgMessage': 'adds',
  },
  variables: {
    'Query.orgMessages': () => ({}),
    'Query.orgMessageRecipients': () => ({ search: 'a' }),
  },
  foreignVariables: {
    'Query.checkSendOrgMessage input.userId': ({ user }) => ({ input: { userId: String(user), message: 'x' } }),
    'Mutation.sendOrgMessage input.userId': ({ user }) => ({ input: { userId: String(user), message: 'x' } }),
  },
  ofNoOrganization: [
    'Query.node id (OrgMessage)', // nodes.test.ts
  ],
  auditedElsewhere: [
    'Subscription.orgMessageDelivered',
    'Query.checkSendOrgMessage', // org-messages.test.ts
    'Mutation.sendOrgMessage',
  ],
  once: ['Mutation.sendOrgMessage'],
  rights: {
    org_messages: { org: READ, support: { select: 'all', insert: 'all' }, definer: READ },
  },
  viewerFields: [['viewerCanSendOrgMessages', 'support', 'send.org.message']],
  lists: {
    orgMessages: { field: 'orgMessages', notCopied: 'of one user' },
  },
  newRows: (w) => [
    ['org_messages', 'support', orgMessageRow(w.a, w.userA, w.b, w.userB), true],
    ['org_messages', 'acting', orgMessageRow(w.a, w.userA, w.b, w.userB), true],
    ['org_messages', 'acting', orgMessageRow(w.c, w.userC, w.b, w.userB), false],
  ],
};
