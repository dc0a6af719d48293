import { read, READ_DEVICE, READ_PATIENT, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const communicationAccess: Access = {
  'GET /api/aeris/{iccid}/device-details': read(READ_DEVICE, 'none'),
  'GET /api/machines/{guid}/connection-history': {
    ...read(READ_DEVICE, 'rows'),
    export: 'export.device',
    fileOf: 'one',
  },
  'GET /api/machines/{serial}/iccid-data': read(READ_DEVICE, 'none'),
  'GET /api/patients/{patient}/devices/{history}/connection_history': {
    ...read(READ_PATIENT, 'subject'),
    export: 'export.device',
    fileOf: 'one',
  },
};
