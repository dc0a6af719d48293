import type { Contract } from '../../test/contract/contract.ts';
import { securityEventRow } from '../../test/contract/isolation.fixture.ts';
import { READ } from '../../test/contract/grants.fixture.ts';

/** What the contract tests expect of security events, typed from the documents. */
export const contract: Contract = {
  operations: {
    // What was refused of accounts: for administrators and support staff.
    'Query.securityEvents': ['view.user | viewAny.activity', 'none'],
    'GET /api/security-events/datatable': ['view.user | viewAny.activity', 'none'],
  },
  variables: {
    'Query.securityEvents': () => ({}),
  },
  addresses: {
    'GET /api/security-events/datatable': () => ({ path: {} }),
  },
  auditedElsewhere: [
    'Query.securityEvents', // security-events.test.ts
    'GET /api/security-events/datatable',
  ],
  files: [['GET /api/security-events/datatable', 'view.user', 'export.user', false]],
  times: {
    'GET /api/security-events/datatable': ['Last', 'First'],
  },
  rights: {
    // Counted outside the requests.
    security_events: {
      org: READ,
      support: READ,
      auth: { select: 'all', insert: 'all', update: 'all', delete: true },
    },
  },
  lists: {
    securityEvents: { field: 'securityEvents', table: '/api/security-events/datatable' },
  },
  change: {
    security_events: 'count = 2',
  },
  newRows: (w) => [
    ['security_events', 'auth', securityEventRow(w.a, w.userB), false], // of no user of the organization
    ['security_events', 'auth', { ...securityEventRow(w.a, w.userA), kind: 'csrf' }, true],
    ['security_events', 'a', { ...securityEventRow(w.a, w.userA), kind: 'csrf' }, false],
  ],
};
