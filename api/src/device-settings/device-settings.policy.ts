import type { Viewer } from '../auth/viewer.ts';

type SettingsOwner = { orgId: number };
type PatientOrganization = { disallowExternalDeviceEdit: boolean } | null;

/**
 * "Editing or adding settings needs update.device.settings, and is blocked when the patient organisation sets disallow_external_device_edit and
 * the user's organisation differs from the patient's".
 */
export function canChangeSettings(
  viewer: Viewer,
  history: SettingsOwner,
  patientOrganization: PatientOrganization,
): boolean {
  if (!viewer.can('update.device.settings')) return false;
  return viewer.orgId === history.orgId || patientOrganization?.disallowExternalDeviceEdit === false;
}

/** "Edit shows only for devices assigned to the patient", and only to users who may change their settings. */
export function canEditSettings(
  viewer: Viewer,
  history: SettingsOwner & { isAssignedToPatient: boolean },
  patientOrganization: PatientOrganization,
): boolean {
  return history.isAssignedToPatient && canChangeSettings(viewer, history, patientOrganization);
}
