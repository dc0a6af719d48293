import type { Viewer } from '../auth/viewer.ts';

const CLINICAL_ROLES = ['org.physician', 'org.clinical.staff', 'org.clinical.admin'];

/** "Add Device needs create.device." */
export const canAssignDevice = (viewer: Viewer): boolean => viewer.can('create.device');

/** "Edit/End needs update.device." */
export const canEditDevice = (viewer: Viewer): boolean => viewer.can('update.device');

/** "Delete needs delete.device." */
export const canDeleteDevice = (viewer: Viewer): boolean => viewer.can('delete.device');

/** A partner may not delete an assignment with settings, which are deleted with it: they are the owner's record too. */
export const canDeleteSettings = (viewer: Viewer, history: { orgId: number }, settings: number): boolean =>
  settings === 0 || viewer.isSupport || history.orgId === viewer.orgId;

/** Void needs what Delete needs, for the same assignments: the assignment and its settings leave the patient too (decisions/123). */
export const canVoid = (viewer: Viewer, history: { orgId: number }, settings: number): boolean =>
  canDeleteDevice(viewer) && canDeleteSettings(viewer, history, settings);

/** Restore is the undo of Void: who may void an assignment may restore it. */
export const canRestore = (viewer: Viewer): boolean => canDeleteDevice(viewer);

/** The PIN is shown to users who may set it, and only where it was entered and confirmed. */
export const canSeePin = (viewer: Viewer, history: { hasPin: boolean }): boolean =>
  history.hasPin && viewer.can('update.device.pin');

type PinRule = { physicianCanAddMissingPin: boolean } | null;

/**
 * "A user with exactly one role among org.physician, org.clinical.staff, org.clinical.admin needs update.device.pin and the patient
 * organisation's physician_can_add_missing_pin. Others need only update.device.pin."
 */
export function mayAddPins(viewer: Viewer, patientOrganization: PinRule): boolean {
  if (!viewer.can('update.device.pin')) return false;
  return !viewer.hasOnlyRole(...CLINICAL_ROLES) || patientOrganization?.physicianCanAddMissingPin === true;
}

/** "Add Pin is available only when the device has no pin, no end date, and the user may update the device pin." */
export const canAddPin = (
  viewer: Viewer,
  history: { hasPin: boolean; isActive: boolean },
  patientOrganization: PinRule,
): boolean => !history.hasPin && history.isActive && mayAddPins(viewer, patientOrganization);

/** "Serial link: org-device route with {host}.user.device; else devices route with viewAny.device; else plain text" (null). */
export function serialPath(viewer: Viewer, machine: { serial: string; guid: string }): string | null {
  if (viewer.canSeeUserDevices()) return `/org-device/${machine.serial}/${machine.guid}`;
  return viewer.can('viewAny.device') ? `/devices/${machine.serial}/${machine.guid}` : null;
}
