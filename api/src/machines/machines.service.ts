import type { FilterQuery } from '@mikro-orm/core';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { decryptColumn } from '../shared/cipher.ts';
import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { rowOfEach } from '../shared/list.ts';
import { patientsOf } from '../shared/patient-data.ts';
import { findVisible } from '../shared/visible-row.ts';
import { Machine } from './machine.entity.ts';
import { machineList } from './machines.list.ts';
import { canReadPatients } from '../patients/patients.policy.ts';
import { canReadPin } from './machines.policy.ts';

/** Returns the machine if the viewer may see it; throws NotFound otherwise. */
export const findMachine = (ctx: Context, id: number): Promise<Machine> => findVisible(ctx, Machine, { id });

/** Returns the machine of each id, or null when the viewer may not see it, in the order of the ids. For `ctx.loader`. */
export async function machinesById({ em }: Context, ids: readonly number[]): Promise<(Machine | null)[]> {
  const machines = await em.find(Machine, { id: { $in: [...ids] } });
  return rowOfEach(ids, machines, ({ id }) => id);
}

/**
 * Returns the machine with the {guid} of device pages and REST paths if the viewer may see it; throws NotFound
 * otherwise.
 */
export const findMachineByGuid = (ctx: Context, guid: string): Promise<Machine> => findVisible(ctx, Machine, { guid });

/** Returns the machine with this serial number, in either case, if the viewer may see it; throws NotFound otherwise. */
export const findMachineBySerial = (ctx: Context, serial: string): Promise<Machine> =>
  findVisible(ctx, Machine, { serial: serial.toUpperCase() });

/**
 * Returns a page of the machines that the viewer may see. Refuses unknown columns, conditions, sizes and cursors. `among`:
 * what a machine must meet in addition.
 */
export function listMachines(
  ctx: Context,
  args: ListArgs,
  { among }: { among?: FilterQuery<object> } = {},
): Promise<ConnectionShape<Machine>> {
  const list = machineList(ctx.viewer);
  return connection(ctx, among ? { list, within: among } : list, args);
}

/**
 * Returns the current patient of each machine, in the order of the machines' ids; null for none and for a patient that
 * the viewer may not see. For `ctx.loader`.
 */
async function holdersOfMachines({ em }: Context, machineIds: readonly number[]): Promise<(Patient | null)[]> {
  const histories = await em.find(
    DeviceHistory,
    { machine: { $in: [...machineIds] }, endDate: null },
    { populate: ['patient'] },
  );
  const byMachine = new Map(histories.map((history) => [history.machine.id, history.patient.unwrap()]));
  return machineIds.map((id) => byMachine.get(id) ?? null);
}

/** Returns the current patient of the machine; null for none and for a patient that the viewer may not see. */
export async function findHolder(ctx: Context, machine: Machine): Promise<Patient | null> {
  return canReadPatients(ctx.viewer) ? ctx.loader(holdersOfMachines).load(machine.id) : null;
}

/**
 * Whether the viewer's side has the device now: its owner is their organization, or its current patient is visible to
 * them. A user who saw it only with an earlier patient gets no PIN.
 */
export async function holdsOrOwns(ctx: Context, machine: Machine): Promise<boolean> {
  return (
    machine.organization.id === ctx.viewer.orgId || (await ctx.loader(holdersOfMachines).load(machine.id)) !== null
  );
}

/**
 * Returns the known PIN of a machine for a page. A PIN that the key does not decrypt is null and logged: one damaged
 * row must not fail the page, which still says that the machine has a PIN.
 */
export function clearPin({ app }: Context, { id, pinCipher }: Pick<Machine, 'id' | 'pinCipher'>): string | null {
  try {
    return decryptColumn(app.config.encryptionKeys, pinCipher!);
  } catch (error) {
    app.log.error({ err: error, machineId: id }, 'a PIN could not be decrypted');
    return null;
  }
}

/** Whether the viewer may read the PIN of this machine: by permission, and because their side has the machine now. */
async function mayReadPin(ctx: Context, machine: Machine): Promise<boolean> {
  return canReadPin(ctx.viewer) && (ctx.viewer.can('viewAny.device') || (await holdsOrOwns(ctx, machine)));
}

/** Whether there is a PIN that the viewer may have shown. */
export const canShowPin = async (ctx: Context, machine: Machine): Promise<boolean> =>
  machine.pinCipher !== null && (await mayReadPin(ctx, machine));

/** Returns the PIN in clear text; null when it is unknown, damaged, or hidden from this viewer. */
export const readPin = async (ctx: Context, machine: Machine): Promise<string | null> =>
  (await canShowPin(ctx, machine)) ? clearPin(ctx, machine) : null;

/**
 * Returns one machine with its PIN, null when it is unknown or damaged, and states whose device it is. Throws NotFound
 * for a machine that the viewer may not see, Forbidden for one whose PIN they may not read.
 */
export async function showPin(ctx: Context, id: number): Promise<{ machine: Machine; pin: string | null }> {
  const machine = await findMachine(ctx, id);
  authorize(await mayReadPin(ctx, machine));
  ctx.shows(patientsOf([await findHolder(ctx, machine)]));
  return { machine, pin: await readPin(ctx, machine) };
}

/** Returns the organization that owns the machine; null when the viewer shares no patient with it. */
export const findOwningOrganization = (ctx: Context, machine: Machine): Promise<Organization | null> =>
  ctx.loader(organizationsById).load(machine.organization.id);

/** Returns the owner if it is an equipment provider (the `dme` of REST). */
export async function findProvider(ctx: Context, machine: Machine): Promise<Organization | null> {
  const owner = await findOwningOrganization(ctx, machine);
  return owner?.organizationType.kind === 'ep' ? owner : null;
}
