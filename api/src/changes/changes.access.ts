import { read, READ_PATIENT, type Access } from '../auth/operation.ts';

/** The operations of this folder and the permission that each needs. */
export const changesAccess: Access = {
  // Ids alone: the operation that reads the rows leaves the line. Each type follows that operation (changes.service.ts).
  'Query.changes': { ...read(READ_PATIENT, 'none'), phi: false, audit: 'none' },
};
