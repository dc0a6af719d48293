import { read, READ_DEVICE, READ_PATIENT, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const communicationAccess: Access = {
  'GET /api/aeris/{iccid}/device-details': read(READ_DEVICE),
  'GET /api/machines/{guid}/connection-history': read(READ_DEVICE),
  'GET /api/machines/{serial}/iccid-data': read(READ_DEVICE),
  'GET /api/patients/{patient}/devices/{history}/connection_history': read(READ_PATIENT),
};
