import { read, READ_DEVICE, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const deviceIndexAccess: Access = {
  'GET /api/devices/datatable': { ...read(READ_DEVICE, 'rows'), export: 'export.device' },
  'Query.devices': read(READ_DEVICE, 'rows'),
};
