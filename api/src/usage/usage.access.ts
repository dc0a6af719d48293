import { read, READ_PATIENT, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const usageAccess: Access = {
  'GET /api/patients/{id}/usage': read(READ_PATIENT, 'subject'),
  'Query.nights': read(READ_PATIENT, 'rows'),
};
