import type { Contract } from '../../test/contract/contract.ts';
import { READ } from '../../test/contract/grants.fixture.ts';
import { serviceAccountRow, serviceAccountUseRow } from '../../test/contract/isolation.fixture.ts';

const PERMISSION = 'legacy.api.token.generate';

/** What the contract tests expect of service accounts, typed from ADR 191. */
export const contract: Contract = {
  operations: {
    'Query.serviceAccounts': [PERMISSION, 'none'],
    'Query.serviceAccountScopes': [PERMISSION, 'none'],
    'Mutation.createServiceAccount': [PERMISSION, 'write'],
    'Mutation.rotateServiceAccountKey': [PERMISSION, 'write'],
    'Mutation.setServiceAccountActive': [PERMISSION, 'write'],
    'Mutation.deleteServiceAccount': [PERMISSION, 'write'],
  },
  variables: {
    'Query.serviceAccounts': () => ({}),
    'Query.serviceAccountScopes': () => ({}),
    'Mutation.createServiceAccount': ({ patient }) => ({
      input: { name: `Sync ${patient.id}`, scopes: ['view.patient'] },
    }),
    'Mutation.rotateServiceAccountKey': ({ staff }) => ({ input: { serviceAccountId: String(staff.serviceAccount) } }),
    'Mutation.setServiceAccountActive': ({ staff }) => ({
      input: { serviceAccountId: String(staff.serviceAccount), active: true },
    }),
    'Mutation.deleteServiceAccount': ({ staff }) => ({ input: { serviceAccountId: String(staff.serviceAccount) } }),
  },
  foreignVariables: {
    'Mutation.rotateServiceAccountKey input.serviceAccountId': ({ serviceAccount }) => ({
      input: { serviceAccountId: String(serviceAccount) },
    }),
    'Mutation.setServiceAccountActive input.serviceAccountId': ({ serviceAccount }) => ({
      input: { serviceAccountId: String(serviceAccount), active: false },
    }),
    'Mutation.deleteServiceAccount input.serviceAccountId': ({ serviceAccount }) => ({
      input: { serviceAccountId: String(serviceAccount) },
    }),
  },
  // service-accounts.test.ts: support staff calls none of them.
  auditedElsewhere: [
    'Query.serviceAccounts',
    'Query.serviceAccountScopes',
    'Mutation.createServiceAccount',
    'Mutation.rotateServiceAccountKey',
    'Mutation.setServiceAccountActive',
    'Mutation.deleteServiceAccount',
  ],
  once: [
    'Mutation.createServiceAccount',
    'Mutation.rotateServiceAccountKey',
    'Mutation.setServiceAccountActive',
    'Mutation.deleteServiceAccount',
  ],
  unversioned: {
    'Mutation.createServiceAccount': 'adds',
    'Mutation.rotateServiceAccountKey': 'secret',
    'Mutation.setServiceAccountActive': 'one value',
    'Mutation.deleteServiceAccount': 'ends',
  },
  rights: {
    service_accounts: { org: READ, auth: READ, definer: { select: 'all', insert: 'all', update: 'deleted_at' } },
    // Counted outside the requests.
    service_account_uses: { org: READ, auth: { select: 'all', insert: 'all', update: 'calls', delete: true } },
  },
  change: {
    service_account_uses: 'calls = 2',
  },
  viewerFields: [['viewerCanManageServiceAccounts', 'org', 'legacy.api.token.generate']],
  newRows: (w) => [
    ['service_account_uses', 'auth', serviceAccountUseRow(w.a, w.colleague), true],
    ['service_account_uses', 'auth', { ...serviceAccountUseRow(w.a, w.userB), day: '2026-01-03' }, false],
    ['service_account_uses', 'a', serviceAccountUseRow(w.a, w.colleague), false],
    ['service_accounts', 'definer', serviceAccountRow(w.a, w.colleague), true],
    ['service_accounts', 'a', serviceAccountRow(w.a, w.colleague), false],
    ['service_accounts', 'support', serviceAccountRow(w.a, w.colleague), false],
    ['service_accounts', 'anonymous', serviceAccountRow(w.a, w.colleague), false],
  ],
};
