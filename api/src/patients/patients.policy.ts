import type { Viewer } from '../auth/viewer.ts';
import { PATIENT_FIELDS, type PatientField } from './patient-form-fields.ts';

/** Patients are shown to users with view.patient or viewAny.patient. */
export const canReadPatients = (viewer: Viewer): boolean => viewer.can('view.patient') || viewer.can('viewAny.patient');

/** Staff works for its own organization; support staff for the one in which it acts, and for no other. */
const hasOrganization = (viewer: Viewer): boolean => !viewer.isSupport || viewer.actingOrgId !== null;

/** create.patient, in the own organization. Support staff adds patients only while acting in an organization. */
export const canCreatePatient = (viewer: Viewer): boolean => viewer.can('create.patient') && hasOrganization(viewer);

/** update.patient. Support staff changes patients only while acting in an organization. */
export const canUpdatePatients = (viewer: Viewer): boolean => viewer.can('update.patient') && hasOrganization(viewer);

/** What a partner changes of a patient of another organization: what therapy needs (decisions/029, 089). */
export const PARTNER_FIELDS: readonly PatientField[] = ['therapyStart', 'note'];

/** Whether the patient belongs to the organization for which the viewer works. */
export const isOwnPatient = (viewer: Viewer, { orgId }: { orgId: number }): boolean => orgId === viewer.workOrgId;

/** "A partner organization changes only its own fields": the record, and who sees it, is the owner's. */
export const canUpdateField = (viewer: Viewer, patient: { orgId: number }, field: PatientField): boolean =>
  canUpdatePatients(viewer) && (isOwnPatient(viewer, patient) || PARTNER_FIELDS.includes(field));

/** The fields that the viewer may change of a patient. */
export const updatableFields = (viewer: Viewer, patient: { orgId: number }): PatientField[] =>
  PATIENT_FIELDS.filter((field) => canUpdateField(viewer, patient, field));
