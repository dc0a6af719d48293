import { read, READ_PATIENT, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const complianceAccess: Access = {
  'Mutation.recalculateCompliance': write('update.device', 'harmless'),
  'POST /api/dashboard/initial-compliance/patients/{id}/compliance': write('update.device', 'harmless'),
  'Query.complianceRules': { ...read(READ_PATIENT, 'none'), phi: false, audit: 'none' },
};
