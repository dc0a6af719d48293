import type { Contract } from '../../test/contract/contract.ts';

/** What the contract tests expect of realtime, typed from the documents. */
export const contract: Contract = {
  operations: {
    'GET /broadcasting/auth': ['session', 'none'],
    'POST /broadcasting/auth': ['session', 'none'],
    'GET /broadcasting/user-auth': ['session', 'none'],
    'POST /broadcasting/user-auth': ['session', 'none'],
  },
  auditedElsewhere: [
    'GET /broadcasting/auth', // broadcasting.test.ts
    'POST /broadcasting/auth',
    'GET /broadcasting/user-auth',
    'POST /broadcasting/user-auth',
  ],
  rights: {
    published_events: { auth: { select: 'all', insert: 'all', delete: true } },
    socket_owners: { auth: { select: 'all', insert: 'all', update: 'all', delete: true } },
  },
  change: {
    socket_owners: 'created_at = now()',
  },
  newRows: (w) => [
    [
      'socket_owners',
      'auth',
      { socket_id: '7.7', org_id: w.a, user_id: w.userA, session_hash: '\\x00', created_at: new Date() },
      true,
    ],
    ['published_events', 'auth', { name: 'event', channels: ['a'], data: '{}', created_at: new Date() }, true],
  ],
};
