import { settingsCounts } from '../device-settings/device-settings.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { refuseOlderVersion } from './device-form.ts';
import type { DeviceHistory } from './device-history.entity.ts';
import { canDeleteDevice, canDeleteSettings } from './device-history.policy.ts';
import { findAssignment, type HistoryKey } from './device-history.service.ts';
import { lockAssignments } from './device-overlaps.service.ts';

/** Returns the assignment if the viewer may delete it, with its settings. Throws Conflict when `sent` names an older version. */
export async function checkDelete(ctx: Context, key: HistoryKey, sent: object = {}): Promise<DeviceHistory> {
  const history = await findAssignment(ctx, key);
  authorize(canDeleteDevice(ctx.viewer));
  authorize(canDeleteSettings(ctx.viewer, history, await ctx.loader(settingsCounts).load(history.id)));
  refuseOlderVersion(history, sent);
  return history;
}

/**
 * Deletes an assignment, announces it and returns its patient. Its settings are deleted with it; nights and iCodes
 * belong to the patient and stay. Throws NotFound when another user deleted it first.
 */
export async function deleteDevice(ctx: Context, key: HistoryKey, sent: object = {}): Promise<Patient> {
  const history = await checkDelete(ctx, key, sent);
  const [patient, machine] = await Promise.all([history.patient.loadOrFail(), history.machine.loadOrFail()]);
  await lockAssignments(ctx, patient.id, machine.serial);
  const now = await findAssignment(ctx, key, { refresh: true });
  refuseOlderVersion(now, sent);
  const { startDate, endDate } = now;
  const settings = await ctx.loader(settingsCounts).load(key.id);
  // The row is gone afterwards, so the audit log keeps its data.
  ctx.note({ deleted: `DeviceHistory:${key.id}`, machine: machine.id, startDate, endDate, settings });
  await ctx.em.remove(history).flush();
  ctx.publish('device-history.changed', { patientId: patient.id, historyId: key.id });
  return patient;
}
