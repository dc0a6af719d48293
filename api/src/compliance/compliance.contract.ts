import type { Contract } from '../../test/contract/contract.ts';
import { complianceRow } from '../../test/contract/isolation.fixture.ts';
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
    'Mutation.recalculateCompliance': 'computes',
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
    compliance_results: {
      org: READ,
      support: READ,
      jobs: COMPLIANCE,
      definer: { select: 'all', update: 'state', delete: true },
    },
  },
  change: {
    compliance_results: 'compliant_days = 1',
  },
  newRows: (w) => [
    ['therapy_start_versions', 'definer', { org_id: w.a, patient_id: w.p1, known: '(,2020-01-01]' }, true],
    ['therapy_start_versions', 'a', { org_id: w.a, patient_id: w.p1, known: '(,2020-01-01]' }, false],
    ['compliance_results', 'a', complianceRow(w.a, w.p2, 'new'), false],
    ['compliance_results', 'support', complianceRow(w.b, w.pb, 'new'), false],
    ['compliance_results', 'jobs', complianceRow(w.a, w.p1, 'new'), true],
    ['compliance_results', 'a', complianceRow(w.b, w.pb, 'new'), false],
    ['compliance_results', 'limited', complianceRow(w.a, w.p2, 'new'), false],
  ],
};
