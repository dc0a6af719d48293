import { read, READ_PATIENT, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const iCodeReportsAccess: Access = {
  'GET /api/icode-reports': read(READ_PATIENT, 'rows'),
  'Mutation.createICodeReports': write('upload.device.icode', 'harmless'),
  'POST /api/icode-reports': write('upload.device.icode', 'harmless'),
  'Query.checkCreateICodeReports': read('upload.device.icode', 'subject'),
  'Query.icodeReports': { ...read(READ_PATIENT, 'rows'), nodes: ['ICodeReport'] },
};
