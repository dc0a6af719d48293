import { findMachine } from '../machines/machines.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { findPatient } from '../patients/patients.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput, NotFound } from '../shared/errors.ts';
import { findVisible } from '../shared/visible-row.ts';
import { DeviceHistory } from './device-history.entity.ts';
import { canAssignDevice } from './device-history.policy.ts';

const NEWEST_FIRST = { startDate: 'desc', id: 'desc' } as const;

/** Selects an assignment by its id and, if the path names one, its patient. */
export interface HistoryKey {
  id: number;
  patient?: number;
}

/**
 * Returns one assignment; throws NotFound when it is another patient's. `refresh`: reads it again instead of reusing
 * this transaction's copy.
 */
export const findAssignment = (ctx: Context, key: HistoryKey, options?: { refresh: boolean }): Promise<DeviceHistory> =>
  findVisible(ctx, DeviceHistory, { ...key }, options);

/** Returns one assignment of a patient; throws NotFound when it is another patient's. */
export const findHistory = (ctx: Context, patientId: number, id: number): Promise<DeviceHistory> =>
  findAssignment(ctx, { id, patient: patientId });

/**
 * Returns the assignment for the {machineId} of a path: the active one, else the last one. Throws NotFound when there
 * was none.
 */
export async function findHistoryOfMachine(ctx: Context, patientId: number, machineId: number): Promise<DeviceHistory> {
  const histories = await listForPatient(ctx, patientId);
  const ofMachine = histories.filter((history) => history.machine.id === machineId);
  const found = ofMachine.find((history) => history.isActive) ?? ofMachine[0];
  if (!found) throw new NotFound();
  return found;
}

function grouped(
  histories: DeviceHistory[],
  keys: readonly number[],
  keyOf: (history: DeviceHistory) => number,
): DeviceHistory[][] {
  const groups = Map.groupBy(histories, keyOf);
  return keys.map((key) => groups.get(key) ?? []);
}

/** Returns the assignments of each patient, newest first, in the order of the ids. For `ctx.loader`. */
export async function devicesOfPatients({ em }: Context, patientIds: readonly number[]): Promise<DeviceHistory[][]> {
  const histories = await em.find(
    DeviceHistory,
    { patient: { $in: [...patientIds] } },
    { orderBy: NEWEST_FIRST, populate: ['machine'] },
  );
  return grouped(histories, patientIds, (history) => history.patient.id);
}

/**
 * Returns the assignments of each machine to patients that the viewer may see, newest first, in the order of the ids.
 * For `ctx.loader`.
 */
export async function historiesOfMachines({ em }: Context, machineIds: readonly number[]): Promise<DeviceHistory[][]> {
  const histories = await em.find(
    DeviceHistory,
    { machine: { $in: [...machineIds] } },
    { orderBy: NEWEST_FIRST, populate: ['machine', 'patient'] },
  );
  return grouped(histories, machineIds, (history) => history.machine.id);
}

/**
 * Returns the devices that a patient has or had, newest first. Throws NotFound for a patient that the viewer may not
 * see.
 */
export async function listForPatient(ctx: Context, patientId: number): Promise<DeviceHistory[]> {
  await findPatient(ctx, patientId);
  return ctx.loader(devicesOfPatients).load(patientId);
}

/**
 * Returns a machine's assignments to patients that the viewer may see, newest first. Throws NotFound for a machine that
 * the viewer may not see.
 */
export async function listForMachine(ctx: Context, machineId: number): Promise<DeviceHistory[]> {
  await findMachine(ctx, machineId);
  return ctx.loader(historiesOfMachines).load(machineId);
}

/** Returns the earliest start of a patient's devices: the first usage date; null without devices. */
export const firstUsageDateOf = (devices: readonly DeviceHistory[]): string | null =>
  devices.map(({ startDate }) => startDate).sort()[0] ?? null;

/** Returns the serial numbers of a patient's active devices. */
export const activeSerialsOf = (devices: readonly DeviceHistory[]): Promise<string[]> =>
  Promise.all(
    devices.filter(({ isActive }) => isActive).map(async ({ machine }) => (await machine.loadOrFail()).serial),
  );

/** Whether a patient has a device now. */
export async function hasActiveDevice(ctx: Context, patientId: number): Promise<boolean> {
  return (await ctx.loader(devicesOfPatients).load(patientId)).some((history) => history.isActive);
}

/** Refuses to add a device while the patient has one; checked before the form opens. */
export async function checkNoActiveDevice(ctx: Context, patientId: number): Promise<void> {
  await findPatient(ctx, patientId);
  authorize(canAssignDevice(ctx.viewer));
  if (!(await hasActiveDevice(ctx, patientId))) return;
  const code = 'patient-already-connected';
  throw new InvalidInput([{ field: 'startDate', code, message: 'messages.single_active_device_warning' }], {}, [
    patientId,
  ]);
}

/** Returns last name, first name: the patient's name next to a device. */
export const patientName = ({ lastName, firstName }: Patient): string =>
  [lastName, firstName].filter(Boolean).join(', ');

/** Returns an announced change as the viewer may see it now; throws NotFound when the patient is no longer visible. */
export async function findChange(
  ctx: Context,
  { patientId, historyId }: { patientId: number; historyId: number },
): Promise<{ patient: Patient; deviceHistory: DeviceHistory | null }> {
  return {
    patient: await findPatient(ctx, patientId),
    deviceHistory: await ctx.em.findOne(DeviceHistory, { id: historyId, patient: patientId }),
  };
}
