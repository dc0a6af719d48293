import { open, read, READ_PATIENT, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const patientsAccess: Access = {
  'GET /api/patients/datatable': { ...read(READ_PATIENT, 'rows'), export: 'export.patient' },
  'GET /api/patients/{id}': read(READ_PATIENT, 'subject'),
  'Query.patient': read(READ_PATIENT, 'rows'),
  'Query.patients': read(READ_PATIENT, 'rows'),
  // Only ids that the request itself names.
  'Subscription.patientsChanged': { ...open('session', READ_PATIENT), permission: READ_PATIENT },
};
