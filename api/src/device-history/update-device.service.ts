import type { Machine } from '../machines/machine.entity.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { endPendingSettings } from '../device-settings/settings-record.service.ts';
import { organizationsById, todayOfPatient } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { refuseContradiction } from '../shared/conflict.ts';
import { authorize, refuse, type InvalidInput } from '../shared/errors.ts';
import { columnOf } from '../shared/list-text.ts';
import { validate } from '../shared/validate.ts';
import { asks, readForm } from '../shared/read-form.ts';
import { distanceOf, refuseStart } from './assign-device.service.ts';
import { inCompliancePeriod } from './compliance-period.ts';
import { currentOf, refuseOlderVersion, refuseOtherThan } from './device-form.ts';
import type { DeviceHistory } from './device-history.entity.ts';
import type { DateRange } from './device-history-overlaps.ts';
import { canAddPin, canEditDevice } from './device-history.policy.ts';
import { findAssignment, type HistoryKey } from './device-history.service.ts';
import { nightsImpactOf } from './device-nights.service.ts';
import { documentedRefusal, lockAssignments, refuseOverlaps } from './device-overlaps.service.ts';
import { checkPin, recordPin, shownPin } from './device-pin.service.ts';
import { assignedDatesRules, updateEquipmentRules, type EquipmentUpdate } from './equipment.rules.ts';

/**
 * Result of the checks. Without `only` the input is complete; with it, fields that were invalid and not requested are
 * missing.
 */
export interface CheckedUpdate {
  history: DeviceHistory;
  patient: Patient;
  machine: Machine;
  input: Partial<EquipmentUpdate>;
}

/** Questions that need confirmation before an update, in their order. */
export interface UpdateQuestions {
  pinCleared: boolean;
  affectsCompliance: boolean;
  distance: InvalidInput | null;
}

const WITHOUT_PIN = ['version', 'serialNumber', 'startDate', 'endDate'];

/** An omitted end date stays as it is. */
const withCurrent = (history: DeviceHistory, raw: unknown) => {
  const sent = raw as { endDate?: unknown };
  return { ...sent, endDate: sent.endDate === undefined ? history.endDate : sent.endDate };
};

async function readUpdate(
  ctx: Context,
  key: HistoryKey,
  raw: unknown,
  only: string[] | undefined,
): Promise<CheckedUpdate> {
  const history = await findAssignment(ctx, key);
  authorize(canEditDevice(ctx.viewer));
  const [patient, machine] = await Promise.all([history.patient.loadOrFail(), history.machine.loadOrFail()]);
  return { history, patient, machine, input: await readForm(updateEquipmentRules, withCurrent(history, raw), only) };
}

/**
 * Runs the form's own checks in the documented order: its rules, a change by another user since it was read, a
 * different serial, the PIN, impossible dates. `only` names the fields to check; the PIN is compared, and an attempt
 * counted, only when it is among them.
 */
export async function checkUpdateForm(
  ctx: Context,
  key: HistoryKey,
  raw: unknown,
  only?: string[],
): Promise<CheckedUpdate> {
  const checked = await readUpdate(ctx, key, raw, only);
  const { history, patient, input } = checked;
  if (asks(only, 'version')) await refuseOlder(ctx, history, raw, input);
  refuseOtherThan(checked, { serialNumber: input.serialNumber }, only);
  if (asks(only, 'pinNumber')) await checkChangedPin(ctx, checked);
  if (asks(only, 'startDate') && input.startDate && input.startDate !== history.startDate)
    await refuseStart(ctx, patient, input.startDate);
  if (asks(only, 'endDate')) await refuseFutureEnd(ctx, checked);
  return checked;
}

/** Throws Conflict for an older version, and for dates without a version that contradict newer ones. */
async function refuseOlder(ctx: Context, history: DeviceHistory, raw: unknown, input: Partial<EquipmentUpdate>) {
  refuseOlderVersion(history, raw as object);
  const sent = Object.entries(raw as object).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  const dates = (['startDate', 'endDate'] as const).filter(
    (date) => input[date] !== undefined && input[date] !== history[date],
  );
  const change = { id: history.id, sent, different: dates.map(columnOf) };
  await refuseContradiction(ctx, 'device_history', raw as object, change, currentOf(history));
}

/**
 * A PIN entered here confirms a missing one, as in Add Pin and with its permission; an empty PIN never removes a known
 * one.
 */
async function checkChangedPin(ctx: Context, { history, patient, machine, input }: CheckedUpdate) {
  if (!input.pinNumber) return;
  const shown = await shownPin(ctx, history, machine);
  if (input.pinNumber === shown) return; // not a guess
  const allowed =
    shown !== null || canAddPin(ctx.viewer, history, await ctx.loader(organizationsById).load(patient.organization.id));
  if (!allowed) refuse([{ field: 'pinNumber', code: 'pin.not_allowed', message: 'pin.not_allowed' }]);
  await checkPin(ctx, machine, input.pinNumber);
}

/**
 * A device with an end date counts as returned, so the date is entered on the day of the return: today of the patient's
 * organization at the latest. An assignment that has not begun may be ended on its first day, which leaves it without a
 * night. An existing future end date may stay.
 */
async function refuseFutureEnd(ctx: Context, { history, patient, input: { startDate, endDate } }: CheckedUpdate) {
  if (!endDate || endDate === startDate || endDate === history.endDate) return;
  if (endDate <= (await todayOfPatient(ctx, patient))) return;
  refuse([{ field: 'endDate', code: 'device.end_in_future', message: 'device.end_in_future' }]);
}

/** An overlap is reported at the date that changed: the user does not expect an error at an unchanged start. */
const refuseChangedOverlaps = (
  ctx: Context,
  { history, patient, machine }: Omit<CheckedUpdate, 'input'>,
  range: DateRange,
) =>
  refuseOverlaps(ctx, {
    patient,
    machine,
    range,
    ignoredId: history.id,
    field: range.startDate === history.startDate ? 'endDate' : 'startDate',
  });

/** Runs every check of an update without writing: the form's own checks, then the overlaps with other assignments. */
export async function checkUpdate(
  ctx: Context,
  key: HistoryKey,
  raw: unknown,
  only?: string[],
): Promise<CheckedUpdate> {
  const checked = await checkUpdateForm(ctx, key, raw, only);
  const { startDate, endDate = null } = checked.input;
  if (startDate && (asks(only, 'startDate') || asks(only, 'endDate'))) {
    await refuseChangedOverlaps(ctx, checked, { startDate, endDate });
  }
  return checked;
}

/** Returns what an update that passed every check would change. */
export const impactOfUpdate = (ctx: Context, { history, patient, machine, input }: CheckedUpdate) =>
  nightsImpactOf(ctx, {
    patient,
    machine,
    range: { startDate: input.startDate!, endDate: input.endDate ?? null },
    historyId: history.id,
  });

/**
 * Refuses changed dates of an assignment that overlap another; the device is unchanged, and its PIN is not compared.
 */
export async function checkUpdatedOverlaps(ctx: Context, key: HistoryKey, raw: unknown): Promise<void> {
  const history = await findAssignment(ctx, key);
  authorize(canEditDevice(ctx.viewer));
  const [patient, machine] = await Promise.all([history.patient.loadOrFail(), history.machine.loadOrFail()]);
  const { startDate, endDate } = await validate(assignedDatesRules, withCurrent(history, raw));
  await refuseChangedOverlaps(ctx, { history, patient, machine }, { startDate, endDate });
}

/** Returns the questions that need confirmation before an update; an invalid field raises none. */
export async function questionsOf(
  ctx: Context,
  key: HistoryKey,
  raw: unknown,
  only?: string[],
): Promise<UpdateQuestions> {
  const { history, patient, machine, input } = await readUpdate(ctx, key, raw, []);
  const moved = input.startDate !== undefined && input.startDate !== history.startDate;
  return {
    pinCleared: asks(only, 'pinNumber') && input.pinNumber === null && (await shownPin(ctx, history, machine)) !== null,
    affectsCompliance: moved && touchesCompliance(patient, history.startDate, input.startDate!),
    distance: moved ? await distanceOf(ctx, patient.id, { startDate: input.startDate }, only) : null,
  };
}

const touchesCompliance = (patient: Patient, ...starts: string[]) =>
  starts.some((start) => inCompliancePeriod(patient, start));

/**
 * Changes an assignment and announces it. Ending it makes its pending settings void, because the device can no longer
 * fetch them. `recalculate`: a date was changed and the device start, before or after, is within the compliance period.
 */
export async function updateDevice(
  ctx: Context,
  key: HistoryKey,
  raw: unknown,
): Promise<{ history: DeviceHistory; patient: Patient; recalculate: boolean }> {
  const { history, patient, machine } = await checkUpdate(ctx, key, raw);
  await lockAssignments(ctx, patient.id, machine.serial);
  // Checked again, because data may have changed while waiting for the lock.
  await findAssignment(ctx, key, { refresh: true });
  const { input } = (await checkUpdate(ctx, key, raw, WITHOUT_PIN)) as { input: EquipmentUpdate };
  const before = { startDate: history.startDate, endDate: history.endDate };
  if (input.pinNumber && !history.hasPin) {
    await recordPin(ctx, machine, input.pinNumber);
    history.hasPin = true;
  }
  history.startDate = input.startDate;
  history.endDate = input.endDate;
  await ctx.em.flush().catch((error: unknown) => {
    throw documentedRefusal(error);
  });
  await ctx.em.refresh(history); // a trigger counts the change
  if (history.endDate !== null) await endPendingSettings(ctx, history);
  ctx.publish('device-history.changed', { patientId: patient.id, historyId: history.id });
  ctx.note({ machine: machine.id, before, after: { startDate: history.startDate, endDate: history.endDate } });
  const dated = before.startDate !== history.startDate || before.endDate !== history.endDate;
  return { history, patient, recalculate: dated && touchesCompliance(patient, before.startDate, history.startDate) };
}
