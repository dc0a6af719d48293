import { read, READ_PATIENT, type Access } from '../auth/operation.ts';

/** Who may list users may list those who see a patient. */
const ofUsers = { ...read(['view.user', 'viewAny.user'], 'subject'), cost: 20 };

/** The operations of this folder and the permission that each needs. */
export const patientAccessAccess: Access = {
  'Query.patientAccess': read(READ_PATIENT, 'subject'),
  'Query.patientAccessUsers': ofUsers,
  'Query.patientReaders': ofUsers,
};
