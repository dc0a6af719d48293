import type { Contract } from '../../test/contract/contract.ts';
import { toGlobalId } from '../shared/node.ts';

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
    'Query.node id (TrustedDomain)': ({ trustedDomain }) => ({ id: toGlobalId('TrustedDomain', trustedDomain) }),
    'Mutation.deleteTrustedDomain input.trustedDomainId': ({ trustedDomain }) => ({
      input: { trustedDomainId: String(trustedDomain) },
    }),
  },
  auditedElsewhere: [
    'Mutation.deleteTrustedDomain', // trusted-domains.test.ts
  ],
  once: ['Mutation.createTrustedDomain', 'Mutation.deleteTrustedDomain', 'POST /api/trusted-domains'],
  unversioned: {
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
    },
  },
};
