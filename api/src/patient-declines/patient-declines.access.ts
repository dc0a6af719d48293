import { read, write, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const patientDeclinesAccess: Access = {
  'Mutation.declinePatient': write('update.patient', 'once'),
  'POST /api/patients/{id}/decline': write('update.patient', 'once'),
  'Query.checkDeclinePatient': read('update.patient', 'subject'),
};
