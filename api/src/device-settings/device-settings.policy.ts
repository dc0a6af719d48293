import type { Viewer } from '../auth/viewer.ts';

/**
 * "Editing settings needs update.device.settings, and is blocked when the patient organisation sets disallow_external_device_edit and the user's
 * organisation differs from the patient's"; it shows only for devices assigned to the patient.
 */
export function canEditSettings(viewer: Viewer, history: { isAssignedToPatient: boolean; orgId: number }, patientOrganization: { disallowExternalDeviceEdit: boolean } | null): boolean {
  if (!history.isAssignedToPatient || !viewer.can('update.device.settings')) return false;
  return viewer.orgId === history.orgId || patientOrganization?.disallowExternalDeviceEdit === false;
}
