import { organizationsById } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize, refuse } from '../shared/errors.ts';
import { asks, readForm } from '../shared/read-form.ts';
import { refuseOlderVersion, refuseOtherThan } from './device-form.ts';
import type { DeviceHistory } from './device-history.entity.ts';
import { mayAddPins } from './device-history.policy.ts';
import { findAssignment, type HistoryKey } from './device-history.service.ts';
import { lockAssignments } from './device-overlaps.service.ts';
import { checkPin, recordPin } from './device-pin.service.ts';
import { addPinRules } from './equipment.rules.ts';

/** "Add Pin is available only when the device has no pin, no end date." */
function refuseUnlessMissing(history: DeviceHistory) {
  const code = history.hasPin ? 'pin.present' : history.isActive ? null : 'pin.device_ended';
  if (code) refuse([{ field: 'pinNumber', code, message: code }]);
}

/**
 * Runs every check of Add Pin without writing. `only` names the fields to check; the PIN is compared, and an attempt
 * counted, only when it is among them.
 */
export async function checkAddPin(ctx: Context, key: HistoryKey, raw: unknown, only?: string[]) {
  const history = await findAssignment(ctx, key);
  const [patient, machine] = await Promise.all([history.patient.loadOrFail(), history.machine.loadOrFail()]);
  authorize(mayAddPins(ctx.viewer, await ctx.loader(organizationsById).load(patient.organization.id)));
  const input = await readForm(addPinRules, raw, only);
  // Without a version no check is needed: only a missing PIN is added.
  if (asks(only, 'version')) refuseOlderVersion(history, raw as object);
  refuseOtherThan({ history, machine }, input, only);
  if (asks(only, 'pinNumber')) {
    refuseUnlessMissing(history);
    await checkPin(ctx, machine, input.pinNumber);
  }
  return { history, patient, machine, input };
}

/** Confirms the PIN of a patient's current device, and announces it. A machine without a known PIN stores it. */
export async function addPin(ctx: Context, key: HistoryKey, raw: unknown): Promise<DeviceHistory> {
  const { history, patient, machine, input } = await checkAddPin(ctx, key, raw);
  await lockAssignments(ctx, patient.id, machine.serial);
  // Another user may have added it, ended or deleted the assignment while this transaction waited.
  const now = await findAssignment(ctx, key, { refresh: true });
  refuseOlderVersion(now, raw as object);
  refuseUnlessMissing(now);
  await recordPin(ctx, machine, input.pinNumber ?? null);
  history.hasPin = true;
  await ctx.em.flush();
  await ctx.em.refresh(history); // a trigger counts the change
  ctx.note({ machine: machine.id });
  ctx.publish('device-history.changed', { patientId: patient.id, historyId: history.id });
  return history;
}
