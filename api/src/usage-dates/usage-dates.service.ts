import type { Machine } from '../machines/machine.entity.ts';
import { findMachine, findMachineBySerial } from '../machines/machines.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput, refuse } from '../shared/errors.ts';
import { countMatching } from '../shared/list-count.ts';
import { readPage } from '../shared/list-page.ts';
import { ListRead, type ListSource } from '../shared/list.ts';
import { patientsOf } from '../shared/patient-data.ts';
import { UsageNight } from '../usage/usage-night.entity.ts';
import { VOIDED } from '../usage/night-states.ts';
import { lockNights } from '../usage/usage.service.ts';
import { checkUsageDates, findChangeable } from './usage-dates-check.ts';
import { changesOfMachine, MAX_LOG_PAGE } from './usage-dates.list.ts';
import { canChangeUsageDates } from './usage-dates.policy.ts';
import type { UsageDateChange } from './usage-date-change.entity.ts';

/** What the constraints and triggers of the database refuse when another change was faster than the checks. */
const CONSTRAINTS = {
  usage_nights_two_a_date: 'usage_date.taken',
  usage_date_of_another_patient: 'usage_date.of_another',
  usage_night_voided: 'night_voids.keeps_date',
} as const;

/** Returns the refusal of a violated constraint; any other error unchanged. */
function refusalOf(error: unknown): unknown {
  const constraint = (error as { constraint?: string }).constraint ?? '';
  if (!Object.hasOwn(CONSTRAINTS, constraint)) return error;
  const code = CONSTRAINTS[constraint as keyof typeof CONSTRAINTS];
  return new InvalidInput([{ field: 'changes', code, message: 'usage_dates.overtaken' }]);
}

/** Has the open pages of these patients read again. Their compliance is recalculated by triggers (`recompute_compliance`). */
function announce(ctx: Context, patientIds: readonly number[]): void {
  ctx.shows(patientIds);
  for (const patientId of patientIds) ctx.publish('device-history.changed', { patientId, historyId: 0 });
}

/** The machine, and how many of its nights have another date now: none when every row has the date that it had. */
export interface ChangedDates {
  machine: Machine;
  moved: number;
}

/** Returns the key of the text that says what became of a change: one without a change says so. */
export const savedText = ({ moved }: ChangedDates): 'usage_dates.saved' | 'usage_dates.unchanged' =>
  moved > 0 ? 'usage_dates.saved' : 'usage_dates.unchanged';

/**
 * Moves nights of a machine to other dates, all or none, and logs each. Rows without a new date, or whose date it is
 * already, stay. Throws NotFound for a machine that the viewer may not see, Forbidden without
 * update.machine.date_change_utility, and InvalidInput with every row that cannot move.
 */
export async function changeUsageDates(ctx: Context, machineId: number, raw: unknown): Promise<ChangedDates> {
  const { machine, source } = await findChangeable(ctx, machineId, raw);
  // Checked with the lock, so that no other change of this machine comes between.
  await lockNights(ctx, machine.id);
  const { moves } = await checkUsageDates(ctx, machineId, raw);
  ctx.note({ machine: machine.id, source, nights: moves.length });
  ctx.shows([]);
  if (moves.length === 0) return { machine, moved: 0 };
  const [done] = await ctx.em
    .execute<[{ patients: number[] }]>('select change_usage_dates(?, ?, ?::jsonb) as patients', [
      machine.id,
      source,
      JSON.stringify(moves.map(({ id, newDate }) => ({ id, date: newDate }))),
    ])
    .catch((error: unknown) => {
      throw refusalOf(error);
    });
  announce(ctx, [...new Set(done.patients)]);
  return { machine, moved: moves.length };
}

/** Moves nights back to the dates that the device recorded: a change like any other, which the log keeps. */
export async function undoUsageDates(
  ctx: Context,
  machineId: number,
  { source, nightIds }: { source: string; nightIds: readonly string[] },
): Promise<ChangedDates> {
  const { machine } = await findChangeable(ctx, machineId, { source });
  const ids = nightIds.filter((id) => /^\d{1,15}$/.test(id));
  const nights = await ctx.em.find(UsageNight, { machineId: machine.id, id: { $in: ids as never[] } });
  ctx.shows(patientsOf(nights));
  const recorded = new Map(nights.map(({ id, night }) => [String(id), night]));
  refuse(
    nightIds.flatMap((id, index) =>
      recorded.has(id)
        ? []
        : [{ field: `nightIds.${index}`, code: 'usage_dates.unknown', message: 'usage_dates.unknown' as const }],
    ),
  );
  const changes = nightIds.map((id) => ({ id, newDate: recorded.get(id)! }));
  return changeUsageDates(ctx, machineId, { source, changes });
}

const NOT_NEWEST = { field: 'nightId', code: 'usage_date.not_newest', message: 'usage_dates.not_newest' } as const;

/** Returns the machine's newest valid wireless night if it is this one; refuses any other night. */
export async function checkRecordNoReset(
  ctx: Context,
  machineId: number,
  nightId: unknown,
): Promise<{ machine: Machine; newest: UsageNight }> {
  const machine = await findMachine(ctx, machineId);
  authorize(canChangeUsageDates(ctx.viewer));
  const [newest] = await ctx.em.find(
    UsageNight,
    { machineId: machine.id, source: 'wireless', state: 1 },
    { orderBy: { arrivedAt: 'desc', id: 'desc' }, limit: 1 },
  );
  if (!newest || String(newest.id) !== String(nightId)) throw new InvalidInput([NOT_NEWEST]);
  return { machine, newest };
}

/**
 * Sets the record number of the machine's newest valid wireless night to 0, so that the counter of the device may start
 * again. Refuses any other night.
 */
export async function resetRecordNo(ctx: Context, machineId: number, nightId: unknown): Promise<Machine> {
  await lockNights(ctx, (await checkRecordNoReset(ctx, machineId, nightId)).machine.id);
  // Checked again, because a newer night may have arrived while waiting for the lock.
  const { machine, newest } = await checkRecordNoReset(ctx, machineId, nightId);
  ctx.note({ machine: machine.id, night: String(newest.id), recordNo: [newest.recordNo, 0] });
  const concerned = patientsOf([newest]);
  ctx.shows(concerned);
  await ctx.em.execute('select reset_record_no(?, ?)', [machine.id, String(newest.id)]).catch((error: unknown) => {
    throw (error as { constraint?: string }).constraint === 'usage_record_not_newest'
      ? new InvalidInput([NOT_NEWEST])
      : error;
  });
  for (const patientId of concerned) ctx.publish('device-history.changed', { patientId, historyId: 0 });
  return machine;
}

/** A page of rows, their total number, and the positions of the first and the last one; null for an empty page. */
export interface NumberedPage<Row> {
  rows: Row[];
  total: number;
  from: number | null;
  to: number | null;
}

function numbered<Row>(rows: Row[], total: number, page: number, limit: number): NumberedPage<Row> {
  const skipped = (page - 1) * limit;
  return rows.length === 0
    ? { rows, total, from: null, to: null }
    : { rows, total, from: skipped + 1, to: skipped + rows.length };
}

export interface UsageQuery {
  /** Null for all sources. */
  source: UsageNight['source'] | null;
  /** Both or none: the dates, both included. */
  range: { from: string; to: string } | null;
  page: number;
  limit: number;
  orderBy: UsageOrder;
  orderDir: 'asc' | 'desc';
}

/** The documented columns by which the rows of a machine are sorted. */
export const USAGE_ORDERS = {
  id: 'id',
  record_date: 'usageDate',
  record_no: 'recordNo',
  created: 'arrivedAt',
  treat_minutes: 'minutes',
  state: 'state',
} as const;
export type UsageOrder = keyof typeof USAGE_ORDERS;

/**
 * Returns a page of the nights of a machine and source with patients that the viewer may see, and their number. A machine
 * has at most some thousands: an index finds them, and they are sorted.
 */
export async function usageOfMachine(
  { em }: Context,
  machine: Machine,
  { source, range, page, limit, orderBy, orderDir }: UsageQuery,
): Promise<NumberedPage<UsageNight>> {
  const where = {
    machineId: machine.id,
    ...(source && { source }),
    ...(range && { usageDate: { $gte: range.from, $lte: range.to } }),
  };
  const total = await em.count(UsageNight, where);
  const rows = await em.find(UsageNight, where, {
    orderBy: [
      { [USAGE_ORDERS[orderBy]]: orderDir === 'desc' ? 'desc nulls last' : 'asc nulls first' },
      { id: orderDir },
    ],
    limit,
    offset: (page - 1) * limit,
  });
  return numbered(rows, total, page, limit);
}

/** Returns the number of nights of a machine that carry a corrected date, of patients that the viewer may see. */
export async function correctedOfMachine({ em }: Context, machine: Machine): Promise<number> {
  const [count] = await em.execute<[{ nights: number }]>(
    'select count(*)::int as nights from usage_nights where machine_id = ? and usage_date <> night and state <> ?',
    [machine.id, VOIDED],
  );
  return count.nights;
}

/** Selects the audit log of the machine with this serial number; throws NotFound for one that the viewer may not see. */
export const changesOfSerial = async (ctx: Context, serial: string): Promise<ListSource<UsageDateChange>> =>
  changesOfMachine(await findMachineBySerial(ctx, serial));

/** Returns a page of the audit log of a machine, newest first. A limit above 100 becomes 100. */
export async function logOfMachine(
  ctx: Context,
  machine: Machine,
  page: number,
  limit: number,
): Promise<NumberedPage<UsageDateChange>> {
  const [number, size] = [Math.max(1, page), Math.min(Math.max(1, limit), MAX_LOG_PAGE)];
  const read = new ListRead(ctx, changesOfMachine(machine), { orderDir: 'DESC' });
  const rows = await readPage(read, size, (number - 1) * size);
  return numbered(rows, (await countMatching(read)).rows, number, size);
}
