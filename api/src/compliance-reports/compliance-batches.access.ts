import { read, READ_PATIENT, write, type Access } from '../auth/operation.ts';

// What the viewer asked for: counts, of no patient in particular.
const readOwn = { ...read(READ_PATIENT, 'none'), phi: false, audit: 'none' } as const;

/** The operations of batches and the permission that each needs. The file needs the right to save patients as one too. */
export const complianceBatchesAccess: Access = {
  'GET /api/compliance-batches/{id}/file': { ...read(READ_PATIENT, 'rows'), export: 'export.patient', fileOf: 'one' },
  'Mutation.dismissComplianceBatch': { ...write(READ_PATIENT, 'harmless'), phi: false },
  // The limit is 500 patients: one more gets that answer. The lines of the audit log name the patients (the job).
  'Mutation.startComplianceBatch': {
    ...write(READ_PATIENT, 'once'),
    shows: 'none',
    cost: 1000,
    shape: { list: 501 },
  },
  'Query.currentComplianceBatch': readOwn,
  'Subscription.complianceBatchProgress': readOwn,
};
