import { Machine } from '../machines/machine.entity.ts';
import { findPatient } from '../patients/patients.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { authorize, NotFound, refuse } from '../shared/errors.ts';
import type { DeviceHistory } from './device-history.entity.ts';
import { canRestore } from './device-history.policy.ts';
import { findAssignment, type HistoryKey } from './device-history.service.ts';
import { documentedRefusal, lockAssignments, refuseOverlaps } from './device-overlaps.service.ts';
import { findVoided, type VoidedAssignment } from './removed-devices.service.ts';

/** A voided assignment with its patient and machine. */
export interface Restorable {
  voided: VoidedAssignment;
  patient: Patient;
  machine: Machine;
}

/**
 * Returns a voided assignment that can return to its patient. Refuses one whose device the viewer may no longer see, and
 * one that overlaps another assignment of the patient or the device. Throws NotFound when it was restored.
 */
export async function checkRestore(ctx: Context, key: HistoryKey): Promise<Restorable> {
  const voided = await findVoided(ctx, key);
  const patient = await findPatient(ctx, voided.patientId);
  authorize(canRestore(ctx.viewer));
  const machine = await ctx.em.findOne(Machine, { id: voided.machineId });
  if (!machine) refuse([{ field: '', code: 'device-already-connected', message: 'device.not_available' }]);
  await refuseOverlaps(ctx, { patient, machine: machine!, range: voided });
  return { voided, patient, machine: machine! };
}

/**
 * Restores a voided assignment with its dates, its nights and its settings, announces it and returns it. Settings that
 * waited for the device are void, as after an end. Throws NotFound when another user restored it first.
 */
export async function restoreDevice(ctx: Context, key: HistoryKey): Promise<DeviceHistory> {
  const { voided, patient, machine } = await checkRestore(ctx, key);
  await lockAssignments(ctx, patient.id, machine.serial);
  // Checked again, because data may have changed while waiting for the lock.
  await checkRestore(ctx, key);
  const [done] = await ctx.em
    .execute<{ nights: number | null }[]>('select restore_assignment(?) as nights', [voided.id])
    .catch((error: unknown) => {
      throw documentedRefusal(error);
    });
  if (done!.nights === null) throw new NotFound();
  const { id, startDate, endDate } = voided;
  ctx.note({ restored: `DeviceHistory:${id}`, machine: machine.id, startDate, endDate, nights: done!.nights });
  ctx.publish('device-history.changed', { patientId: patient.id, historyId: id });
  await ctx.em.refresh(patient);
  return findAssignment(ctx, { id }, { refresh: true });
}
