import { DeviceHistory } from '../device-history/device-history.entity.ts';
import type { Organization } from '../organizations/organization.entity.ts';
import { organizationsById } from '../organizations/organizations.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { decryptColumn } from '../shared/cipher.ts';
import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { findVisible } from '../shared/visible-row.ts';
import { Machine } from './machine.entity.ts';
import { machinesList } from './machines.list.ts';
import { canReadHolder, canReadPin } from './machines.policy.ts';

/** The machine, when the viewer may see it; else NotFound. */
export const findMachine = (ctx: Context, id: number): Promise<Machine> => findVisible(ctx, Machine, { id });

/** The machine behind the {guid} of a device's page and of REST paths, when the viewer may see it; else NotFound. */
export const findMachineByGuid = (ctx: Context, guid: string): Promise<Machine> => findVisible(ctx, Machine, { guid });

/** The machine with this serial number, in either case, when the viewer may see it; else NotFound. */
export const findMachineBySerial = (ctx: Context, serial: string): Promise<Machine> =>
  findVisible(ctx, Machine, { serial: serial.toUpperCase() });

/** A page of the machines that the viewer may see. Refuses unknown columns, conditions, sizes and cursors. */
export const listMachines = (ctx: Context, args: ListArgs): Promise<ConnectionShape<Machine>> =>
  connection(ctx, machinesList, args);

/** The patient who has each machine now, in the order of the machines' ids; null for none, and for one that the viewer may not see. For `ctx.loader`. */
async function holdersOfMachines({ em }: Context, machineIds: readonly number[]): Promise<(Patient | null)[]> {
  const histories = await em.find(
    DeviceHistory,
    { machine: { $in: [...machineIds] }, endDate: null },
    { populate: ['patient'] },
  );
  const byMachine = new Map(histories.map((history) => [history.machine.id, history.patient.unwrap()]));
  return machineIds.map((id) => byMachine.get(id) ?? null);
}

/** The patient who has the machine now; null for none, and for one that the viewer may not see. */
export async function findHolder(ctx: Context, machine: Machine): Promise<Patient | null> {
  return canReadHolder(ctx.viewer) ? ctx.loader(holdersOfMachines).load(machine.id) : null;
}

/**
 * Whether a device is in the viewer's hands now: it is their organisation's, or a patient whom they see has it. Whoever saw it with an earlier
 * patient only is told nothing that opens it.
 */
export async function holdsOrOwns(ctx: Context, machine: Machine): Promise<boolean> {
  return (
    machine.organization.id === ctx.viewer.orgId || (await ctx.loader(holdersOfMachines).load(machine.id)) !== null
  );
}

/** The PIN in clear, or null: not known, or not for this viewer. */
export async function readPin(ctx: Context, machine: Machine): Promise<string | null> {
  if (machine.pinCipher === null || !canReadPin(ctx.viewer)) return null;
  return ctx.viewer.can('viewAny.device') || (await holdsOrOwns(ctx, machine))
    ? decryptColumn(ctx.app.config.encryptionKey, machine.pinCipher)
    : null;
}

/** The organisation that owns the machine; null when the viewer works with none of its patients. */
export const findOwner = (ctx: Context, machine: Machine): Promise<Organization | null> =>
  ctx.loader(organizationsById).load(machine.organization.id);

/** The owner where it is an equipment provider (the `dme` of REST). */
export async function findProvider(ctx: Context, machine: Machine): Promise<Organization | null> {
  const owner = await findOwner(ctx, machine);
  return owner?.organizationType.kind === 'ep' ? owner : null;
}
