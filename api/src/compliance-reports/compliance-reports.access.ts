import { open, read, READ_PATIENT, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. Who may read a result may have it on paper. */
export const complianceReportsAccess: Access = {
  'GET /.well-known/airlog-report-keys.json': open('public'),
  'GET /api/patients/{id}/compliance': read(READ_PATIENT, 'subject'),
  'GET /api/verify/{code}': read(READ_PATIENT, 'subject'),
  'Mutation.issueComplianceReport': write(READ_PATIENT, 'once'),
  'Query.complianceReport': read(READ_PATIENT, 'rows'),
};
