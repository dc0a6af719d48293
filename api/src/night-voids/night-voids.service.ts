import type { Machine } from '../machines/machine.entity.ts';
import { findMachine } from '../machines/machines.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { announceUpload, NIGHT_OF_UPLOAD } from '../uploads/uploads.service.ts';
import { lockNights } from '../usage/usage.service.ts';
import { canChangeUsageDates } from '../usage-dates/usage-dates.policy.ts';
import { checkGiveBack, checkVoidNights, type CheckedNights } from './night-voids-check.ts';

/** Waits for other changes of the nights of a machine. Throws what the checks throw for one that the viewer may not change. */
async function lock(ctx: Context, machineId: number): Promise<void> {
  const machine = await findMachine(ctx, machineId);
  authorize(canChangeUsageDates(ctx.viewer));
  await lockNights(ctx, machine.id);
}

/** Notes what was done, and has the open pages of the patients and of the upload read again. */
function announce(
  ctx: Context,
  { machine, nights }: CheckedNights,
  {
    patients,
    uploads,
    ...facts
  }: { patients: readonly number[]; uploads: readonly number[] } & Record<string, unknown>,
): Machine {
  ctx.note({ machine: machine.id, nights: nights.length, from: nights[0]!.date, to: nights.at(-1)!.date, ...facts });
  ctx.shows(patients);
  for (const patientId of patients) ctx.publish('device-history.changed', { patientId, historyId: 0 });
  for (const id of uploads) announceUpload(ctx, id);
  return machine;
}

const idsOf = ({ nights }: CheckedNights) => `{${nights.map(({ id }) => id)}}`;

/** Returns the uploads of the viewer's organization that have nights. */
async function uploadsOf({ em }: Context, checked: CheckedNights): Promise<number[]> {
  const rows = await em.execute<{ id: number }[]>(
    `select u.id from uploads u where u.machine_id = ? and exists (select from usage_nights n where n.id = any (?::bigint[]) and ${NIGHT_OF_UPLOAD})`,
    [checked.machine.id, idsOf(checked)],
  );
  return rows.map(({ id }) => id);
}

/**
 * Voids nights of cards of a machine, all or none: they count nowhere, as of now, until they are restored. What the card
 * says of them is not changed, and who, when and why is kept. Refuses what `checkVoid` refuses.
 */
export async function voidNights(ctx: Context, machineId: number, raw: unknown): Promise<Machine> {
  await lock(ctx, machineId);
  const checked = await checkVoidNights(ctx, machineId, raw);
  const [done] = await ctx.em.execute<[{ patients: number[] }]>('select void_nights(?, ?::bigint[], ?) as patients', [
    checked.machine.id,
    idsOf(checked),
    checked.reason,
  ]);
  const { reason } = checked;
  return announce(ctx, checked, { act: 'voided', reason, ...done, uploads: await uploadsOf(ctx, checked) });
}

/** Restores voided nights, all or none: they count again as before. Refuses what `checkGiveBack` refuses. */
export async function giveBackNights(ctx: Context, machineId: number, raw: unknown): Promise<Machine> {
  await lock(ctx, machineId);
  const checked = await checkGiveBack(ctx, machineId, raw);
  const [done] = await ctx.em.execute<[{ patients: number[] }]>('select give_back_nights(?, ?::bigint[]) as patients', [
    checked.machine.id,
    idsOf(checked),
  ]);
  return announce(ctx, checked, { act: 'given back', ...done, uploads: await uploadsOf(ctx, checked) });
}
