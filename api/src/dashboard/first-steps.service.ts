import type { Viewer } from '../auth/viewer.ts';
import { canAssignDevice } from '../device-history/device-history.policy.ts';
import { FIRST_STEPS_DISMISSED } from '../dismissed-notices/dismissed-notices.service.ts';
import { canUploadICode } from '../icode-reports/icode-reports.policy.ts';
import { canManagePlaces } from '../locations/locations.policy.ts';
import { canCreatePatient } from '../patients/patients.policy.ts';
import type { Context } from '../shared/context.ts';
import { canCreateUser } from '../users/form/user-form.policy.ts';
import { FIRST_STEPS, type FirstStep, type FirstStepKind } from './first-steps.types.ts';

const MAY: Record<FirstStepKind, (viewer: Viewer, organization: { id: number }) => boolean> = {
  locations: canManagePlaces,
  staff: canCreateUser,
  patient: canCreatePatient,
  device: canAssignDevice,
  report: canUploadICode,
};

// Each asks for one row by the index of the organization, so that a large organization costs what an empty one does.
const DONE = `select ${FIRST_STEPS_DISMISSED} as dismissed,
  exists (select from locations where org_id = ?) as locations,
  exists (select from user_accounts where org_id = ? and id <> ?) as staff,
  exists (select from patients where org_id = ?) as patient,
  exists (select from device_history where org_id = ?) as device,
  exists (select from icode_reports where org_id = ?) or exists (select from compliance_reports where org_id = ?) as report`;

/**
 * Returns the steps that the viewer may do for the organization for which they work, read from its rows. Empty when all
 * of them are done, when the viewer has dismissed them, and for support staff who act in no organization.
 */
export async function firstSteps(ctx: Context): Promise<FirstStep[]> {
  const { viewer } = ctx;
  if (viewer.isSupport && viewer.actingOrgId === null) return [];
  const { userId, workOrgId: org } = viewer;
  const kinds = Object.values(FIRST_STEPS).filter((kind) => MAY[kind](viewer, { id: org }));
  if (kinds.length === 0) return [];
  const [done] = await ctx.em.execute<[Record<FirstStepKind | 'dismissed', boolean>]>(DONE, [
    ...[userId, org, org, userId, org, org, org, org],
  ]);
  if (done.dismissed || kinds.every((kind) => done[kind])) return [];
  return kinds.map((kind) => ({ kind, isDone: done[kind] }));
}
