import type { DatedNight, Move } from '../compliance/compliance-moves.ts';
import { DeviceHistory } from '../device-history/device-history.entity.ts';
import { displayDate } from '../device-history/device-form.ts';
import type { Machine } from '../machines/machine.entity.ts';
import { findMachine } from '../machines/machines.service.ts';
import { todayOfPatient } from '../organizations/organizations.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { daysBetween } from '../shared/dates.ts';
import { authorize, refuse, type Refusal } from '../shared/errors.ts';
import type { MessageKey, MessageValues } from '../shared/messages.ts';
import { validate } from '../shared/validate.ts';
import type { NightSource } from '../usage/night-source.rules.ts';
import { VOIDED } from '../usage/night-states.ts';
import { canChangeUsageDates } from './usage-dates.policy.ts';
import { returningNights, type Returning } from './usage-dates-returns.ts';
import { crowded, MAX_DAYS, sourceOf, usageDatesRules, type UsageDates } from './usage-dates.rules.ts';

/** The nights that change their date. */
export interface CheckedMoves {
  machine: Machine;
  source: NightSource;
  moves: Move[];
  /** The nights of the moves as they are. */
  nights: DatedNight[];
}

/**
 * Returns the machine and the source of a change. Throws NotFound for a machine that the viewer may not see, Forbidden
 * without update.machine.date_change_utility; refuses an unknown source.
 */
export async function findChangeable(
  ctx: Context,
  machineId: number,
  raw: unknown,
): Promise<{ machine: Machine; source: NightSource }> {
  const machine = await findMachine(ctx, machineId);
  authorize(canChangeUsageDates(ctx.viewer));
  const source = sourceOf((raw as { source?: unknown }).source);
  if (!source) refuse([{ field: 'source', code: 'usage_dates.source', message: 'usage_dates.source' }]);
  return { machine, source: source! };
}

type FoundNight = Omit<DatedNight, 'patientId'> & { patientId: number | null };

/** A row of the input that changes a date, with its place, for refusals. */
interface Row {
  index: number;
  id: string;
  newDate: string;
  night: FoundNight;
}

// No entities: the library made 500 of them and compared each again at the commit, which was half of the node's time.
const NIGHTS = `
  select id::text, patient_id as "patientId", machine_id as "machineId", usage_date::text as date, night::text as recorded, minutes, source,
         overruled, state
    from usage_nights where machine_id = ? and source = ? and id = any (?::bigint[])`;

const at = (index: number, field: string, message: MessageKey, code: string = message, values?: MessageValues) => ({
  field: `changes.${index}.${field}`,
  code,
  message,
  values,
});

/** Returns the rows that change a date. Refuses nights that are not there, named twice, voided, or changed by another user. */
async function rowsOf({ em }: Context, machine: Machine, { source, changes }: UsageDates): Promise<Row[]> {
  const ids = changes.map(({ id }) => String(Number(id)));
  const nights = await em.execute<FoundNight[]>(NIGHTS, [machine.id, source, `{${ids}}`]);
  const byId = new Map(nights.map((night) => [night.id, night]));
  const refusals: Refusal[] = [];
  const rows = changes.flatMap(({ newDate, version }, index): Row[] => {
    const [id, night] = [ids[index]!, byId.get(ids[index]!)];
    if (!newDate) return [];
    if (!night) refusals.push(at(index, 'id', 'usage_dates.unknown'));
    else if (ids.indexOf(id) !== index) refusals.push(at(index, 'id', 'usage_dates.twice'));
    else if (night.date === newDate) return [];
    else if (night.state === VOIDED) refusals.push(at(index, 'newDate', 'night_voids.keeps_date'));
    else if (version && version !== night.date) refusals.push(at(index, 'version', 'conflict.night', 'conflict'));
    else return [{ index, id, newDate, night }];
    return [];
  });
  refuse(refusals);
  return rows;
}

const asDated = ({ night }: Row): DatedNight => ({ ...night, patientId: night.patientId ?? 0 });

type HolderOf = (date: string) => Patient | undefined;

/** Returns the visible patient who had the machine on a date, by the half-open ranges of the assignments. */
async function holdersOf({ em }: Context, machine: Machine): Promise<HolderOf> {
  const histories = await em.find(DeviceHistory, { machine: machine.id }, { populate: ['patient'] });
  return (date) =>
    histories
      .find(({ startDate, endDate }) => startDate <= date && (endDate === null || date < endDate))
      ?.patient.unwrap();
}

/**
 * Returns those of the dates on which anyone had the machine, also a patient that the viewer may not see. So is each date
 * on which another organization had the machine: which of those were taken is not its to know (decisions/092).
 */
async function assignedDates({ em }: Context, machine: Machine, dates: readonly string[]): Promise<Set<string>> {
  if (dates.length === 0) return new Set();
  const taken = await em.execute<{ date: string }[]>(
    'select d.date::text from unnest(?::date[]) as d (date) where not d.date <@ ctx_machine_days(?) or machine_collision(?, d.date, d.date + 1, null) is not null',
    [`{${[...new Set(dates)]}}`, machine.id, machine.id],
  );
  return new Set(taken.map(({ date }) => date));
}

/** Refuses dates that a night cannot have: too far from the recorded one, of another patient, or in the future. */
async function refuseDates(
  ctx: Context,
  machine: Machine,
  rows: readonly Row[],
  holderOf: HolderOf,
  returning: Returning,
) {
  const isFar = ({ night, newDate }: Row) => Math.abs(daysBetween(night.recorded, newDate)) > MAX_DAYS;
  const free = rows.filter((row) => !isFar(row) && !holderOf(row.newDate)).map(({ newDate }) => newDate);
  const others = await assignedDates(ctx, machine, free);
  const refusals: Refusal[] = [];
  for (const row of rows) {
    const { index, newDate } = row;
    const date = displayDate(newDate);
    const holder = holderOf(newDate);
    if (isFar(row))
      refusals.push(at(index, 'newDate', 'usage_dates.too_far', 'usage_date.too_far', { max: MAX_DAYS, date }));
    else if (others.has(newDate) || returning.get(row.id) === 'hidden')
      refusals.push(at(index, 'newDate', 'usage_dates.of_another', 'usage_date.of_another', { date }));
    else if (newDate > (await todayOfPatient(ctx, holder))) refusals.push(at(index, 'newDate', 'date.future'));
  }
  refuse(refusals);
}

/** Refuses the third row of a date, counting the rows that stay there. */
async function refuseThird({ em }: Context, machine: Machine, source: NightSource, rows: readonly Row[]) {
  const staying = await em.execute<{ date: string }[]>(
    `select usage_date::text as date from usage_nights
      where machine_id = ? and source = ? and usage_date = any (?::date[]) and id <> all (?::bigint[])`,
    [machine.id, source, `{${rows.map(({ newDate }) => newDate)}}`, `{${rows.map(({ id }) => id)}}`],
  );
  const full = crowded([...staying.map(({ date }) => date), ...rows.map(({ newDate }) => newDate)]);
  refuse(
    rows
      .filter(({ newDate }) => full.has(newDate))
      .map(({ index, newDate }) =>
        at(index, 'newDate', 'usage_dates.taken', 'usage_date.taken', {
          count: full.get(newDate)!,
          date: displayDate(newDate),
        }),
      ),
  );
}

/**
 * Runs every check of a change of dates without writing, and returns what would move. Refuses rows that are not nights of
 * the machine and source; dates that are none, in the future, more than 20 years from the recorded one, or on which a
 * patient that the viewer may not see had the machine; and the third row of one date.
 */
export async function checkUsageDates(ctx: Context, machineId: number, raw: unknown): Promise<CheckedMoves> {
  const { machine, source } = await findChangeable(ctx, machineId, raw);
  const rows = await rowsOf(ctx, machine, await validate(usageDatesRules, raw));
  if (rows.length === 0) return { machine, source, moves: [], nights: [] };
  const holderOf = await holdersOf(ctx, machine);
  const returning = await returningNights(ctx, machine, rows);
  await refuseDates(ctx, machine, rows, holderOf, returning);
  await refuseThird(ctx, machine, source, rows);
  const moves = rows.map(({ id, newDate, night }): Move => {
    const returnsTo = returning.get(id);
    const patientId = holderOf(newDate)?.id ?? (typeof returnsTo === 'number' ? returnsTo : null);
    return { id, oldDate: night.date, newDate, fromPatientId: night.patientId, patientId };
  });
  return { machine, source, moves, nights: rows.map(asDated) };
}
