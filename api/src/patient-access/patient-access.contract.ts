import type { Contract } from '../../test/contract/contract.ts';

/** What the contract tests expect of patient access, typed from the documents. */
export const contract: Contract = {
  operations: {
    'Query.patientAccess': ['view.patient | viewAny.patient', 'read', 'subject'],
    'Query.patientAccessUsers': ['view.user | viewAny.user', 'read', 'subject'],
    'Query.patientReaders': ['view.user | viewAny.user', 'read', 'subject'],
  },
  foreignVariables: {
    'Query.patientAccess patientId': ({ patient }) => ({ patientId: String(patient.id) }),
    'Query.patientAccessUsers patientId': ({ patient }) => ({ patientId: String(patient.id) }),
    'Query.patientReaders patientId': ({ patient }) => ({ patientId: String(patient.id) }),
  },
  auditedElsewhere: [
    'Query.patientAccess', // patient-access.test.ts
    'Query.patientAccessUsers',
    'Query.patientReaders',
  ],
};
