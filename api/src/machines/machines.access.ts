import { read, READ_DEVICE, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const machinesAccess: Access = {
  'GET /api/machines/datatable': { ...read(READ_DEVICE, 'rows'), export: 'export.device' },
  // It changes nothing. As a mutation it has its line before its answer: no PIN is shown without one.
  'Mutation.showMachinePin': write(['update.device.pin', 'viewAny.device'], 'harmless'),
  'Query.machine': { ...read(READ_DEVICE, 'rows'), nodes: ['Machine'] },
  'Query.machines': read(READ_DEVICE, 'rows'),
};
