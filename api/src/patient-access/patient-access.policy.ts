import type { Viewer } from '../auth/viewer.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { canListUsers } from '../users/users.policy.ts';

/** Administrators who see a patient list the users who do, and who opened the record. */
export const canListAccess = (viewer: Viewer): boolean => canReadPatients(viewer) && canListUsers(viewer);
