import { settingsCounts } from '../device-settings/device-settings.service.ts';
import { endPendingSettings } from '../device-settings/settings-record.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { findPatient } from '../patients/patients.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize, NotFound } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { heldNights, impactOfVoid } from './assignment-nights.service.ts';
import { DeviceHistory } from './device-history.entity.ts';
import { canVoid } from './device-history.policy.ts';
import type { HistoryKey } from './device-history.service.ts';
import type { AssignmentImpact } from './device-nights.service.ts';
import { lockAssignments } from './device-overlaps.service.ts';
import { findRemoved, type KeptAssignment } from './removed-devices.service.ts';
import { voidDeviceRules } from './void-device.rules.ts';

/** An assignment that can be void: one of the patient's devices, or one that was removed from view. */
export interface Voidable extends KeptAssignment {
  patient: Patient;
  /** Null when it was removed from view. */
  history: DeviceHistory | null;
  /** Settings that leave the patient with the assignment. */
  settings: number;
}

async function findVoidable(ctx: Context, key: HistoryKey): Promise<Voidable> {
  const history = await ctx.em.findOne(DeviceHistory, { ...key }, { refresh: true });
  if (!history) {
    const removed = await findRemoved(ctx, key);
    return { ...removed, patient: await findPatient(ctx, removed.patientId), history, settings: 0 };
  }
  const { id, orgId, startDate, endDate } = history;
  const patient = await findPatient(ctx, history.patient.id);
  const settings = await ctx.loader(settingsCounts).load(id);
  const facts = { id, orgId, patientId: patient.id, machineId: history.machine.id, startDate, endDate };
  return { ...facts, patient, history, settings };
}

/** Returns an assignment that the viewer may void. Throws NotFound when it is void already or not visible. */
export async function checkVoidable(ctx: Context, key: HistoryKey): Promise<Voidable> {
  const found = await findVoidable(ctx, key);
  authorize(canVoid(ctx.viewer, found, found.settings));
  return found;
}

/** Returns an assignment that the viewer may void, and the clean reason. Refuses a missing or too long reason. */
export async function checkVoidDevice(
  ctx: Context,
  key: HistoryKey,
  raw: unknown,
): Promise<{ assignment: Voidable; reason: string }> {
  const assignment = await checkVoidable(ctx, key);
  const { reason } = await validate(voidDeviceRules, raw);
  return { assignment, reason };
}

/** Returns the nights that would leave the patient, and compliance before and after. Nothing is written. */
export const voidImpactOf = async (ctx: Context, assignment: Voidable): Promise<AssignmentImpact> =>
  impactOfVoid(ctx, assignment, await heldNights(ctx, assignment));

/**
 * Voids an assignment, announces it and returns its patient: it never happened. Its nights leave the patient, settings
 * that waited for the device become void, and it is kept with the reason, so that it can be restored. Throws NotFound
 * when another user was first.
 */
export async function voidDevice(ctx: Context, key: HistoryKey, raw: unknown): Promise<Patient> {
  const { history: listed } = (await checkVoidDevice(ctx, key, raw)).assignment;
  if (listed) await lockAssignments(ctx, listed.patient.id, (await listed.machine.loadOrFail()).serial);
  // Checked again, because data may have changed while waiting for the lock.
  const { assignment, reason } = await checkVoidDevice(ctx, key, raw);
  const { id, patient, machineId, history, startDate, endDate, settings } = assignment;
  if (history) await endPendingSettings(ctx, history);
  const [done] = await ctx.em.execute<{ nights: number | null }[]>('select void_assignment(?, ?) as nights', [
    id,
    reason,
  ]);
  if (done!.nights === null) throw new NotFound();
  // The row is gone afterwards, so the audit log keeps its data.
  const { nights } = done!;
  ctx.note({ voided: `DeviceHistory:${id}`, machine: machineId, startDate, endDate, settings, nights });
  ctx.publish('device-history.changed', { patientId: patient.id, historyId: id });
  await ctx.em.refresh(patient);
  return patient;
}
