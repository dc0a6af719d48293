import { read, READ_DEVICE, READ_PATIENT, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const summariesAccess: Access = {
  // Each reads every row that matches (decisions/187). A filter can leave a single one: the line says that it was read.
  'Query.complianceSummary': { ...read(READ_PATIENT, 'none'), cost: 1000 },
  'Query.deviceSummary': { ...read(READ_DEVICE, 'none'), cost: 1000 },
  'Query.settingsChangeSummary': { ...read(READ_PATIENT, 'none'), cost: 1000 },
  'Query.usageSummary': { ...read(READ_PATIENT, 'none'), cost: 2500 },
};
