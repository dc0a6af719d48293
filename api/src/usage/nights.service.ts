import type { FilterQuery } from '@mikro-orm/core';
import { patientsList } from '../patients/patients.list.ts';
import { connection, queryOf, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { addDays, daysBetween } from '../shared/dates.ts';
import { sqlOf, type FilterTree, type ListFilter } from '../shared/list-conditions.ts';
import { countMatching } from '../shared/list-count.ts';
import { refusalOf } from '../shared/list-refusals.ts';
import { ListRead } from '../shared/list.ts';
import { findVisible } from '../shared/visible-row.ts';
import { VALID } from './night-states.ts';
import { nightsList } from './nights.list.ts';
import { UsageNight } from './usage-night.entity.ts';

/** Days of a list of nights that is of no patient and no device in particular. */
export const MAX_LIST_DAYS = 31;
/** Nights that are asked for by their ids. */
const MAX_IDS = 100;
/** Of a viewer with at most so many patients, the nights are found by the patients, and else by the dates (decisions/188). */
const FEW_PATIENTS = 2000;

/** Returns the first and the last dates that filters of a date leave; undefined where they leave an end open. */
function datesOf(filters: readonly ListFilter[]): { from: string | undefined; to: string | undefined } {
  const bounds = (own: string, days: number) =>
    filters.flatMap(({ condition, value }) =>
      condition === 'equal' ? value! : condition === own ? addDays(value!, days) : [],
    );
  return { from: bounds('greater_than', 1).sort().at(-1), to: bounds('less_than', -1).sort()[0] };
}

/**
 * Refuses filters that leave the nights of more than 31 days, unless they name a patient or a serial number: only these
 * have an index. Conditions in `or` and `not` do not bound a list.
 */
function assertBounded(filters: readonly FilterTree[]): void {
  const required = filters.filter((filter): filter is ListFilter => 'field' in filter && !filter.isNot);
  const isNamed = required.some(
    ({ field, condition }) => (field === 'patient_id' || field === 'serial') && condition === 'equal',
  );
  if (isNamed) return;
  const { from, to } = datesOf(required.filter(({ field }) => field === 'date'));
  if (from === undefined || to === undefined || daysBetween(from, to) >= MAX_LIST_DAYS)
    throw refusalOf('where.date', 'nights.bounded', { max: MAX_LIST_DAYS });
}

/** The nights that count, as `UsageNight.effective`, of patients alone. Written out, as the index has it. */
const counted = (night: string) =>
  `${night}.patient_id is not null and ${night}.state = ${VALID} and not ${night}.overruled`;
const ofPatients = (night: string) => `${night}.patient_id = any (array(select p.id from patients p))`;

/**
 * Returns a page of the nights that count, of the patients that the viewer may see; those of the ids when there are some.
 * Refuses more than 31 days without a patient, a serial number or ids, and unknown columns, conditions, sizes and cursors.
 * `among`: what a night must meet in addition.
 */
export async function listAllNights(
  ctx: Context,
  args: ListArgs,
  { ids, among }: { ids?: readonly string[] | null; among?: FilterQuery<object> } = {},
): Promise<ConnectionShape<UsageNight>> {
  if (ids) return connection(ctx, { list: nightsList, within: withIds(ids) }, args);
  assertBounded(queryOf(nightsList, args).filters ?? []);
  const patients = await countMatching(new ListRead(ctx, patientsList, {}));
  const isFew = patients.rows <= FEW_PATIENTS;
  const within = sqlOf((night) => (isFew ? `${counted(night)} and ${ofPatients(night)}` : counted(night)));
  return connection(ctx, { list: nightsList, within: among ? { $and: [within, among] } : within }, args);
}

/** What is no integer is the id of no night. */
function withIds(ids: readonly string[]) {
  if (ids.length > MAX_IDS) throw refusalOf('ids', 'list.too_many_ids', { max: MAX_IDS });
  const found = ids.filter((id) => /^\d{1,18}$/.test(id)).join();
  return sqlOf((night) => `${counted(night)} and ${night}.id = any ('{${found}}'::bigint[])`);
}

/** Returns a night that counts, of a patient; throws NotFound for any other, and one that the viewer may not see. */
export const findNight = (ctx: Context, id: number): Promise<UsageNight> =>
  findVisible(ctx, UsageNight, { id: String(id), patientId: { $ne: null }, state: VALID, overruled: false });
