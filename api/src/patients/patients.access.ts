import { read, READ_PATIENT, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const patientsAccess: Access = {
  'GET /api/patients/datatable': read(READ_PATIENT),
  'GET /api/patients/{id}': read(READ_PATIENT),
  'Query.patient': read(READ_PATIENT),
  'Query.patients': read(READ_PATIENT),
};
