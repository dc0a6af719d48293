import type { Contract } from '../../test/contract/contract.ts';

/** What the contract tests expect of timeline, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Query.patientTimeline': ['view.patient | viewAny.patient', 'read', 'subject'],
    'GET /api/patients/{id}/timeline': ['view.patient | viewAny.patient', 'read', 'subject'],
  },
  variables: {
    'Query.patientTimeline': ({ patient }) => ({ patientId: String(patient.id) }),
  },
  addresses: {
    'GET /api/patients/{id}/timeline': ({ patient }) => ({ path: { id: patient.id } }),
  },
  foreignVariables: {
    'Query.patientTimeline patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  },
  foreignAddresses: {
    'GET /api/patients/{id}/timeline {id}': ({ patient }) => ({ path: { id: patient.id } }),
  },
  files: [['GET /api/patients/{id}/timeline', 'view.patient', 'export.patient', true]],
  times: {
    'GET /api/patients/{id}/timeline': ['Recorded'],
  },
};
