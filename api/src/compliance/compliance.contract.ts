import type { Contract } from '../../test/contract/contract.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';

const COMPLIANCE: Rights = {
  select: 'all',
  insert: 'all',
  update:
    'rule_version period therapy_start window_start window_end compliant_days met_on at_risk_on cannot_be_met_on closes_on computed_at short_on call_on call_until call_longest',
};

/** What the contract tests expect of compliance, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Query.complianceRules': ['view.patient | viewAny.patient', 'none'],
    'Mutation.recalculateCompliance': ['update.device', 'write', 'subject'],
    'POST /api/dashboard/initial-compliance/patients/{id}/compliance': ['update.device', 'write', 'subject'],
  },
  variables: {
    'Query.complianceRules': () => ({}),
    'Mutation.recalculateCompliance': ({ patient }) => ({ patientId: String(patient.id) }),
  },
  addresses: {
    'POST /api/dashboard/initial-compliance/patients/{id}/compliance': ({ patient }) => ({
      path: { id: patient.id },
      body: {},
    }),
  },
  foreignVariables: {
    'Mutation.recalculateCompliance patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  },
  foreignAddresses: {
    'POST /api/dashboard/initial-compliance/patients/{id}/compliance {id}': ({ patient }) => ({
      path: { id: patient.id },
    }),
  },
  unversioned: {
    'POST /api/dashboard/initial-compliance/patients/{id}/compliance': 'adds',
  },
  rights: {
    therapy_start_versions: {
      org: READ,
      support: READ,
      jobs: READ,
      definer: { ...READ, insert: 'all', update: 'known' },
    },
    // Derived: they go with a patient whose migration is undone.
    compliance_results: { org: READ, support: READ, jobs: COMPLIANCE, definer: { select: 'all', delete: true } },
  },
};
