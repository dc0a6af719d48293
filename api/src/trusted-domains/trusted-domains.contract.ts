import type { Contract } from '../../test/contract/contract.ts';
import { READ } from '../../test/contract/grants.fixture.ts';

const domain = (org_id: number, created_by_id: number) => ({
  org_id,
  name: 'new',
  created_by_id,
  created_at: new Date(),
});

/** What the contract tests expect of trusted domains, typed from the documents. */
export const contract: Contract = {
  operations: {
    // Trusted domains: no data of patients.
    'Query.trustedDomains': ['update.org.settings', 'none'],
    'GET /api/trusted-domains/datatable': ['update.org.settings', 'none'],
    'Query.checkCreateTrustedDomain': ['update.org.settings', 'none'],
    'Mutation.createTrustedDomain': ['update.org.settings', 'write'],
    'Mutation.deleteTrustedDomain': ['update.org.settings', 'write'],
    'POST /api/trusted-domains': ['update.org.settings', 'write'],
  },
  variables: {
    'Query.trustedDomains': () => ({}),
    'Query.checkCreateTrustedDomain': ({ patient }) => ({ input: { name: `d${patient.id}.example` } }),
    'Mutation.createTrustedDomain': ({ patient }) => ({ input: { name: `d${patient.id}.example` } }),
  },
  addresses: {
    'GET /api/trusted-domains/datatable': () => ({ path: {} }),
    'POST /api/trusted-domains': ({ patient }) => ({ path: {}, body: { name: `d${patient.id}.example` } }),
  },
  foreignVariables: {
    'Mutation.deleteTrustedDomain input.trustedDomainId': ({ nodes }) => ({
      input: { trustedDomainId: String(nodes.TrustedDomain) },
    }),
  },
  auditedElsewhere: [
    'Mutation.deleteTrustedDomain', // trusted-domains.test.ts
  ],
  once: ['Mutation.createTrustedDomain', 'Mutation.deleteTrustedDomain', 'POST /api/trusted-domains'],
  unversioned: {
    'Mutation.createTrustedDomain': 'adds',
    'Mutation.deleteTrustedDomain': 'ends',
    'POST /api/trusted-domains': 'adds',
  },
  files: [['GET /api/trusted-domains/datatable', 'update.org.settings', 'export.user', false]],
  times: {
    'GET /api/trusted-domains/datatable': ['Created'],
  },
  rights: {
    trusted_domains: {
      org: { select: 'all', insert: 'all', delete: true },
      support: { select: 'all', insert: 'all', delete: true },
      definer: READ,
    },
  },
  viewerFields: [['viewerCanManageTrustedDomains', 'org', 'update.org.settings']],
  lists: {
    trustedDomains: { field: 'trustedDomains', table: '/api/trusted-domains/datatable', notCopied: 'few rows' },
  },
  own: {
    trusted_domains: {
      row: (org_id, created_by_id, nth) => ({
        org_id,
        name: `quill${nth}.example`,
        created_by_id,
        created_at: '2026-01-15T08:00:00Z',
      }),
      node: 'TrustedDomain',
    },
  },
  refusedStatements: { trusted_domains: ['delete'] },
  newRows: (w) => [
    ['trusted_domains', 'a', domain(w.a, w.userA), true],
    ['trusted_domains', 'limited', domain(w.a, w.userA), true],
    ['trusted_domains', 'support', domain(w.b, w.userB), true],
    ['trusted_domains', 'acting', domain(w.a, w.userB), true],
    ['trusted_domains', 'acting', domain(w.b, w.userB), false],
    ['trusted_domains', 'a', domain(w.b, w.userB), false],
    ['trusted_domains', 'c', domain(w.a, w.userA), false],
    ['trusted_domains', 'anonymous', domain(w.a, w.userA), false],
  ],
};
