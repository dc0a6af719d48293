import { createHash } from 'node:crypto';
import { forecast, type Forecast } from '../compliance/compliance-forecast.ts';
import type { DatedNight } from '../compliance/compliance-moves.ts';
import type { Machine } from '../machines/machine.entity.ts';
import { findMachine } from '../machines/machines.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize, NotFound, refuse, type Refusal } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { findUpload, NIGHT_OF_UPLOAD } from '../uploads/uploads.service.ts';
import { VOIDED } from '../usage/night-states.ts';
import { canChangeUsageDates } from '../usage-dates/usage-dates.policy.ts';
import { nightChoiceRules, voidReasonRules, type NightChoice } from './night-voids.rules.ts';

/** What is done with nights. void: they no longer count; give back: they count again as before. */
export type Act = 'void' | 'give back';

/** A night of a card, as it is. */
export interface ChosenNight extends DatedNight {
  /** The state that it has when it is restored; null while it is not voided. */
  stateBefore: number | null;
}

/** The nights that an act changes. */
export interface CheckedNights {
  machine: Machine;
  /** By date. */
  nights: ChosenNight[];
  /** Another one says that something has changed since. */
  version: string;
}

// A patient that the viewer may not see hides the night, as everywhere.
const NIGHTS = `
  select n.id::text as id, coalesce(n.patient_id, 0) as "patientId", n.machine_id as "machineId", n.usage_date::text as date, n.night::text as recorded,
         n.minutes, n.source, n.overruled, n.state, v.state_before as "stateBefore"
    from usage_nights n left join night_voids v on v.night_id = n.id and v.given_back_at is null
   where n.machine_id = ? and n.source = 'sd' and`;
const IN_ORDER = 'order by n.usage_date, n.night, n.id';

const at = (index: number, field: 'id' | 'version', message: Refusal['message'], code: string = message) => ({
  field: `nights.${index}.${field}`,
  code,
  message,
});

const isVoided = ({ state }: ChosenNight) => state === VOIDED;

/** Returns nights by their ids. Refuses those that are no nights of a card of the machine, twice in the list, or changed since. */
async function nightsById(
  { em }: Context,
  machine: Machine,
  act: Act,
  asked: NonNullable<NightChoice['nights']>,
): Promise<ChosenNight[]> {
  const ids = asked.map(({ id }) => String(Number(id)));
  const nights = await em.execute<ChosenNight[]>(`${NIGHTS} n.id = any (?::bigint[]) ${IN_ORDER}`, [
    machine.id,
    `{${ids}}`,
  ]);
  const found = new Map(nights.map((night) => [night.id, night]));
  refuse(
    asked.flatMap(({ version }, index): Refusal[] => {
      const night = found.get(ids[index]!);
      if (!night) return [at(index, 'id', 'usage_dates.unknown')];
      if (ids.indexOf(night.id) !== index) return [at(index, 'id', 'usage_dates.twice')];
      if (isVoided(night) !== (act === 'give back')) {
        const message = act === 'void' ? 'night_voids.voided' : 'night_voids.not_voided';
        return [at(index, 'id', message, 'conflict')];
      }
      if (version && version !== night.date) return [at(index, 'version', 'conflict.night', 'conflict')];
      return [];
    }),
  );
  return nights;
}

/** Returns the nights of an upload that can be voided, or restored. Refuses an upload that has none. */
async function nightsOfUpload(ctx: Context, machine: Machine, act: Act, uploadId: unknown): Promise<ChosenNight[]> {
  const upload = await findUpload(ctx, rowId('Upload', uploadId as string));
  if (upload.machineId !== machine.id) throw new NotFound();
  const nights = await ctx.em.execute<ChosenNight[]>(
    `${NIGHTS} (n.state = ${VOIDED}) = ? and exists (select from uploads u where u.id = ? and ${NIGHT_OF_UPLOAD}) ${IN_ORDER}`,
    [machine.id, act === 'give back', upload.id],
  );
  if (nights.length === 0) refuse([{ field: 'uploadId', code: 'night_voids.none', message: 'night_voids.none' }]);
  return nights;
}

/** Digest of everything that an act changes and that was shown of it. */
const versionOf = (act: Act, nights: readonly ChosenNight[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        act,
        nights.map(({ id, date, minutes, patientId, state, stateBefore }) => [
          id,
          date,
          minutes,
          patientId,
          state,
          stateBefore,
        ]),
      ]),
    )
    .digest('hex');

/**
 * Returns the nights of cards that an act would change, and writes nothing. Throws NotFound for a machine or an upload that
 * the viewer may not see, Forbidden without update.machine.date_change_utility. Refuses nights that are none of a card of
 * the machine, that are voided already or not voided, and any that another user changed since they were shown.
 */
export async function checkNights(ctx: Context, machineId: number, act: Act, raw: unknown): Promise<CheckedNights> {
  const machine = await findMachine(ctx, machineId);
  authorize(canChangeUsageDates(ctx.viewer));
  const { uploadId, nights: asked, version: seen } = await validate(nightChoiceRules, raw);
  const nights = asked ? await nightsById(ctx, machine, act, asked) : await nightsOfUpload(ctx, machine, act, uploadId);
  const version = versionOf(act, nights);
  if (seen && seen !== version) refuse([{ field: '', code: 'conflict', message: 'conflict.nights' }]);
  return { machine, nights, version };
}

/** Runs every check of `voidNights`, and returns the nights with the clean reason. Refuses a missing or too long reason. */
export async function checkVoidNights(
  ctx: Context,
  machineId: number,
  raw: unknown,
): Promise<CheckedNights & { reason: string }> {
  const found = await checkNights(ctx, machineId, 'void', raw);
  const { reason } = await validate(voidReasonRules, raw);
  return { ...found, reason };
}

/** Runs every check of `giveBackNights`, and returns the nights. */
export const checkGiveBack = (ctx: Context, machineId: number, raw: unknown): Promise<CheckedNights> =>
  checkNights(ctx, machineId, 'give back', raw);

/**
 * Returns, for each patient that the viewer may see, the number of the nights and compliance before and after, by name.
 * Nothing is written.
 */
export function forecastOf(ctx: Context, act: Act, nights: readonly ChosenNight[]): Promise<Forecast[]> {
  const own = nights.filter(({ patientId }) => patientId !== 0);
  const moves = own.map(({ id, date, patientId }) => {
    const [fromPatientId, to] = act === 'void' ? [patientId, null] : [null, patientId];
    return { id, oldDate: date, newDate: date, fromPatientId, patientId: to };
  });
  // A voided night counts for no patient until it is restored.
  const moving = own.map((night) =>
    act === 'void' ? night : { ...night, patientId: 0, state: night.stateBefore ?? night.state },
  );
  return forecast(ctx, moves, moving);
}
