import { read, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const trustedDomainsAccess: Access = {
  'GET /api/trusted-domains/datatable': {
    ...read('update.org.settings', 'none'),
    phi: false,
    audit: 'none',
    export: 'export.user',
  },
  'Mutation.createTrustedDomain': { ...write('update.org.settings', 'once'), phi: false },
  'Mutation.deleteTrustedDomain': { ...write('update.org.settings', 'once'), phi: false },
  'POST /api/trusted-domains': { ...write('update.org.settings', 'once'), phi: false },
  'Query.checkCreateTrustedDomain': { ...read('update.org.settings', 'none'), phi: false, audit: 'none' },
  'Query.trustedDomains': {
    ...read('update.org.settings', 'none'),
    phi: false,
    audit: 'none',
    nodes: ['TrustedDomain'],
  },
};
