import type { Contract } from '../../test/contract/contract.ts';
import { complianceReportRow, complianceBatchRow } from '../../test/contract/isolation.fixture.ts';
import { READ, type Rights } from '../../test/contract/grants.fixture.ts';

const COMPLIANCE_BATCHES: Rights = {
  select: 'all',
  insert: 'all',
  update: 'state lines done_count attempts dismissed',
};

/** What the contract tests expect of compliance reports, typed from the documents. */
export const contract: Contract = {
  operations: {
    'GET /.well-known/airlog-report-keys.json': ['public', 'none'],
    'GET /api/patients/{id}/compliance': ['view.patient | viewAny.patient', 'read', 'subject'],
    // Who may read a result may issue it; of a batch, its file is of the user who asked for it.
    'Query.complianceReport': ['view.patient | viewAny.patient', 'read', 'rows'],
    'GET /api/verify/{code}': ['view.patient | viewAny.patient', 'read', 'subject'],
    'Mutation.issueComplianceReport': ['view.patient | viewAny.patient', 'write', 'subject'],
    'Query.currentComplianceBatch': ['view.patient | viewAny.patient', 'none'],
    'Subscription.complianceBatchProgress': ['view.patient | viewAny.patient', 'none'],
    'Mutation.startComplianceBatch': ['view.patient | viewAny.patient', 'write', 'none'],
    'Mutation.dismissComplianceBatch': ['view.patient | viewAny.patient', 'write'],
    'GET /api/compliance-batches/{id}/file': ['view.patient | viewAny.patient', 'read', 'rows'],
  },
  unversioned: {
    'Mutation.dismissComplianceBatch': 'own',
    'Mutation.issueComplianceReport': 'adds',
    'Mutation.startComplianceBatch': 'adds',
  },
  addresses: {
    'GET /api/patients/{id}/compliance': ({ patient }) => ({ path: { id: patient.id } }),
  },
  foreignVariables: {
    'Mutation.issueComplianceReport input.patientId': ({ patient }) => ({ input: { patientId: String(patient.id) } }),
    'Mutation.startComplianceBatch input.selection.patientIds': ({ patient }) => ({
      input: { selection: { patientIds: [String(patient.id)] } },
    }),
    'Mutation.dismissComplianceBatch input.batchId': ({ complianceBatch }) => ({
      input: { batchId: String(complianceBatch) },
    }),
    'Subscription.complianceBatchProgress batchId': ({ complianceBatch }) => ({ batchId: String(complianceBatch) }),
    'Query.complianceReport code': ({ report }) => ({ code: report }),
  },
  foreignAddresses: {
    'GET /api/compliance-batches/{id}/file {id}': ({ complianceBatch }) => ({ path: { id: complianceBatch } }),
    'GET /api/verify/{code} {code}': ({ report }) => ({ path: { code: report } }),
    'GET /api/patients/{id}/compliance {id}': ({ patient }) => ({ path: { id: patient.id } }),
  },
  auditedElsewhere: [
    'Query.complianceReport', // compliance-reports.test.ts
    'GET /api/verify/{code}',
    'GET /.well-known/airlog-report-keys.json', // report-signatures.test.ts
    'Mutation.issueComplianceReport',
    'Query.currentComplianceBatch', // compliance-batches.test.ts
    'Subscription.complianceBatchProgress',
    'Mutation.startComplianceBatch',
    'Mutation.dismissComplianceBatch',
    'GET /api/compliance-batches/{id}/file',
  ],
  once: ['Mutation.issueComplianceReport', 'Mutation.startComplianceBatch'],
  rights: {
    compliance_batches: {
      org: COMPLIANCE_BATCHES,
      support: COMPLIANCE_BATCHES,
      auth: { select: 'all', delete: true },
      definer: { select: 'all', update: 'state' },
    },
    compliance_reports: {
      org: { select: 'all', insert: 'all' },
      support: { select: 'all', insert: 'all' },
      definer: READ,
    },
    // Staff sign with the key in use through report_signing(); the public part is for anyone.
    report_keys: {
      jobs: { select: 'all', insert: 'all', update: 'private_cipher valid_until' },
      auth: { select: 'id public_key valid_from valid_until' },
      definer: { select: 'all' },
    },
  },
  change: {
    report_keys: 'private_cipher = private_cipher',
    compliance_batches: "state = 'failed'",
  },
  newRows: (w) => [
    ['compliance_reports', 'a', complianceReportRow(w.a, w.p2, w.userA, w.a), true],
    ['compliance_reports', 'c', complianceReportRow(w.a, w.p2, w.userC, w.c), true],
    ['compliance_reports', 'limited', complianceReportRow(w.a, w.p1, w.userA, w.a), true],
    ['compliance_reports', 'support', complianceReportRow(w.a, w.p1, w.userB, w.b), true],
    ['compliance_reports', 'acting', complianceReportRow(w.a, w.p1, w.userB, w.b), true],
    ['compliance_reports', 'acting', complianceReportRow(w.b, w.pb, w.userB, w.b), false],
    ['compliance_reports', 'a', complianceReportRow(w.b, w.pb, w.userA, w.a), false],
    ['compliance_reports', 'c', complianceReportRow(w.a, w.p1, w.userC, w.c), false],
    ['compliance_reports', 'limited', complianceReportRow(w.a, w.p2, w.userA, w.a), false],
    ['compliance_reports', 'anonymous', complianceReportRow(w.a, w.p1, w.userA, w.a), false],
    ['compliance_batches', 'a', complianceBatchRow(w.a, w.userA), true],
    ['compliance_batches', 'limited', complianceBatchRow(w.a, w.userA), true],
    ['compliance_batches', 'support', complianceBatchRow(w.b, w.userB), true],
    ['compliance_batches', 'a', complianceBatchRow(w.b, w.userB), false],
    ['compliance_batches', 'a', complianceBatchRow(w.a, w.colleague), false],
    ['compliance_batches', 'c', complianceBatchRow(w.a, w.userA), false],
    ['compliance_batches', 'support', complianceBatchRow(w.a, w.userA), false],
    ['compliance_batches', 'anonymous', complianceBatchRow(w.a, w.userA), false],
    [
      'report_keys',
      'jobs',
      { public_key: `\\x${'08'.repeat(32)}`, valid_from: '2026-01-01', valid_until: '2026-01-02' },
      true,
    ],
  ],
};
