import { read, READ_DEVICE, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const machinesAccess: Access = {
  'GET /api/machines/datatable': { ...read(READ_DEVICE, 'rows'), export: 'export.device' },
  'Query.machine': read(READ_DEVICE, 'rows'),
  'Query.machines': read(READ_DEVICE, 'rows'),
};
