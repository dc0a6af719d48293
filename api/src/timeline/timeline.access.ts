import { read, READ_PATIENT, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const timelineAccess: Access = {
  'GET /api/patients/{id}/timeline': { ...read(READ_PATIENT, 'subject'), export: 'export.patient', fileOf: 'one' },
  'Query.patientTimeline': read(READ_PATIENT, 'subject'),
};
