import { Machine } from '../machines/machine.entity.ts';
import { todayOfPatient } from '../organizations/organizations.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { findPatient } from '../patients/patients.service.ts';
import type { Context } from '../shared/context.ts';
import { yearAfter } from '../shared/date.rules.ts';
import { authorize, InvalidInput, refuse } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { asks, readForm } from '../shared/read-form.ts';
import { displayDate } from './device-form.ts';
import { DeviceHistory } from './device-history.entity.ts';
import { distanceFromToday } from './device-history-overlaps.ts';
import { canAssignDevice, canEditDevice } from './device-history.policy.ts';
import { nightsImpactOf } from './device-nights.service.ts';
import { documentedRefusal, lockAssignments, refuseOverlaps } from './device-overlaps.service.ts';
import { checkPin, recordPin } from './device-pin.service.ts';
import { addEquipmentRules, assignedDatesRules, type Equipment } from './equipment.rules.ts';

/**
 * Result of the checks. Without `only` every value is present; with it, fields that were invalid or unknown and not
 * requested are missing.
 */
export interface CheckedAssignment {
  patient: Patient;
  machine?: Machine;
  input: Partial<Equipment>;
}

const DISTANCE = 'distance-from-today';

/**
 * Runs the form's own checks in the documented order: its rules, the serial (a machine that the viewer may see), the
 * PIN, a start before the therapy. `only` names the fields to check; the PIN is compared, and an attempt counted, only
 * when it is among them.
 */
export async function checkEquipment(
  ctx: Context,
  patientId: number,
  raw: unknown,
  only?: string[],
): Promise<CheckedAssignment> {
  const patient = await findPatient(ctx, patientId);
  authorize(canAssignDevice(ctx.viewer));
  const { machine, input } = await checkDevice(ctx, patient, raw, only);
  return { patient, machine, input };
}

/** What the checks of a device need of its patient, who may not exist yet. */
type Recipient = Pick<Patient, 'therapyStart'> & { organization: { id: number } };

/** One who is being entered; `providerId`: of the organization that will equip them. */
type NewRecipient = Recipient & { providerId: number | null };

async function checkDevice(ctx: Context, patient: Recipient, raw: unknown, only?: string[]) {
  const input = await readForm(addEquipmentRules, raw, only);
  const machine = input.serialNumber
    ? ((await ctx.em.findOne(Machine, { serial: input.serialNumber })) ?? undefined)
    : undefined;
  if (!machine && asks(only, 'serialNumber'))
    refuse([{ field: 'serialNumber', code: 'serial.unknown', message: 'device.unknown' }]);
  if (machine && asks(only, 'pinNumber')) await checkPin(ctx, machine, input.pinNumber);
  if (input.startDate && asks(only, 'startDate')) await refuseStart(ctx, patient, input.startDate);
  return { machine, input };
}

/**
 * Runs every check of an assignment to a patient who is being entered and has no other device. `only` as in
 * `checkEquipment`.
 */
export async function checkDeviceOfNewPatient(
  ctx: Context,
  patient: NewRecipient,
  raw: unknown,
  only?: string[],
): Promise<void> {
  authorize(canAssignDevice(ctx.viewer));
  const { machine, input } = await checkDevice(ctx, patient, raw, only);
  if (machine && input.startDate && asks(only, 'startDate'))
    await refuseOverlaps(ctx, {
      patient: { id: 0, providerId: patient.providerId },
      machine,
      range: { startDate: input.startDate, endDate: null },
    });
}

/** No device of this kind is older. */
const FIRST_START = '2000-01-01';

/**
 * Refuses a first night before the patient's therapy or before 2000, and one more than a year ahead: nearly always a
 * typing error, which the question about the distance from today would let pass (decisions/043). Today is that of the
 * patient's organization.
 */
export async function refuseStart(ctx: Context, patient: Recipient, startDate: string): Promise<void> {
  const { therapyStart } = patient;
  const lastStart = yearAfter(await todayOfPatient(ctx, patient));
  const refusedAt = (
    code: 'device.start_before_therapy' | 'device.start_too_early' | 'device.start_too_late',
    date: string,
  ) => refuse([{ field: 'startDate', code, message: code, values: { date: displayDate(date) } }]);
  if (startDate < FIRST_START) refusedAt('device.start_too_early', FIRST_START);
  if (startDate > lastStart) refusedAt('device.start_too_late', lastStart);
  if (therapyStart && startDate < therapyStart) refusedAt('device.start_before_therapy', therapyStart);
}

/**
 * Runs every check of an assignment without writing: the form's own checks, then the overlaps with other assignments.
 */
export async function checkAssignment(
  ctx: Context,
  patientId: number,
  raw: unknown,
  only?: string[],
): Promise<CheckedAssignment> {
  const checked = await checkEquipment(ctx, patientId, raw, only);
  const { patient, machine, input } = checked;
  if (machine && input.startDate && asks(only, 'startDate'))
    await refuseOverlaps(ctx, { patient, machine, range: { startDate: input.startDate, endDate: null } });
  return checked;
}

/** Returns what an assignment that passed every check would change. */
export const impactOfAssignment = (ctx: Context, { patient, machine, input }: CheckedAssignment) =>
  nightsImpactOf(ctx, { patient, machine: machine!, range: { startDate: input.startDate!, endDate: null } });

/** Assigns a device to a patient from a day on, and announces it. */
export async function assignDevice(ctx: Context, patientId: number, raw: unknown): Promise<DeviceHistory> {
  const { patient, machine, input } = (await checkAssignment(ctx, patientId, raw)) as Required<CheckedAssignment> & {
    input: Equipment;
  };
  await lockAssignments(ctx, patient.id, machine.serial);
  // Checked again, because data may have changed while waiting for the lock.
  await refuseOverlaps(ctx, { patient, machine, range: { startDate: input.startDate, endDate: null } });
  await recordPin(ctx, machine, input.pinNumber);
  const history = ctx.em.create(DeviceHistory, {
    orgId: patient.organization.id,
    patient,
    machineOrgId: machine.organization.id,
    machine,
    startDate: input.startDate,
    endDate: null,
    hasPin: input.pinNumber !== null,
    createdBy: ctx.viewer.userId,
  });
  await ctx.em.flush().catch((error: unknown) => {
    throw documentedRefusal(error);
  });
  ctx.publish('device-history.changed', { patientId: patient.id, historyId: history.id });
  return history;
}

/**
 * Refuses a start date that needs confirmation: in the future, or more than 30 days ago, where today is that of the
 * patient's organization. It is the only refusal that a user may override.
 */
export async function checkDistance(ctx: Context, patientId: number, raw: unknown): Promise<void> {
  const patient = await findPatient(ctx, patientId);
  authorize(canAssignDevice(ctx.viewer) || canEditDevice(ctx.viewer));
  await refuseDistance(ctx, patient, raw);
}

async function refuseDistance(ctx: Context, patient: Patient, raw: unknown) {
  const { startDate } = await validate(assignedDatesRules.pick(['startDate']), raw);
  const distance = distanceFromToday(startDate, await todayOfPatient(ctx, patient));
  if (!distance) return;
  const message = distance.in === 'future' ? 'messages.start_date_in_future' : 'messages.start_date_long_ago';
  refuse([
    { field: 'startDate', code: DISTANCE, message, values: { date: displayDate(startDate), days: distance.days } },
  ]);
}

/**
 * Returns the refusal of `checkDistance`, for a form that only asks for confirmation; null when there is none or the
 * date is invalid. Throws NotFound for a patient that the viewer may not see.
 */
export async function distanceOf(
  ctx: Context,
  patientId: number,
  raw: unknown,
  only?: string[],
): Promise<InvalidInput | null> {
  if (!asks(only, 'startDate')) return null;
  const patient = await findPatient(ctx, patientId);
  try {
    await refuseDistance(ctx, patient, raw);
    return null;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.refusals[0]!.code === DISTANCE ? error : null;
  }
}

/** Refuses a new assignment that overlaps another. The PIN is not compared, so the answer reveals nothing about it. */
export async function checkOverlaps(ctx: Context, patientId: number, raw: unknown): Promise<void> {
  await checkAssignment(ctx, patientId, { ...(raw as object), pinNumber: null });
}
