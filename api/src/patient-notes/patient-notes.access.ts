import { open, read, READ_PATIENT, write, type Access } from '../auth/operation.ts';

const change = write('create.patient.note', 'once');

/** The operations of this folder and the permission that each needs. */
export const patientNotesAccess: Access = {
  'Mutation.createPatientNote': change,
  'Mutation.removePatientNote': change,
  'Mutation.updatePatientNote': change,
  'Query.patientNotes': { ...read(READ_PATIENT, 'rows'), nodes: ['PatientNote'] },
  // Only the id that the request itself names.
  'Subscription.patientNotesChanged': { ...open('session', READ_PATIENT), permission: READ_PATIENT },
};
