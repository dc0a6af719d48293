import type { Viewer } from '../auth/viewer.ts';
import { canUpdatePatients, isOwnPatient } from '../patients/patients.policy.ts';

/**
 * Staff that changes patients declines one of another organization, for the organization for which it works (decisions/144).
 * Staff of a location or group sees none of another organization.
 */
export const canDeclinePatient = (viewer: Viewer, patient: { orgId: number }): boolean =>
  canUpdatePatients(viewer) && !isOwnPatient(viewer, patient);
