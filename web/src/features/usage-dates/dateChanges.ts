import { crowded, shifted } from '#rules/usage-dates/usage-dates';
import type { UserError } from '../../lib/userErrors.ts';
import { VOIDED, type UsageRow } from './usageOperations.ts';

/** New dates by the id of their row; a row that is not in it keeps its date. */
export type NewDates = ReadonlyMap<string, string>;

type Dated = Pick<UsageRow, 'databaseId' | 'date' | 'state'>;

/** Returns the dates that result when every row's current date is shifted, voided ones left out; null when one is outside the calendar. */
export function shiftedDates(rows: readonly Dated[], days: number): NewDates | null {
  const dates = new Map<string, string>();
  for (const { databaseId, date, state } of rows) {
    if (state === VOIDED) continue;
    const moved = shifted(date, days);
    if (moved === null) return null;
    dates.set(databaseId, moved);
  }
  return dates;
}

/** Returns the dates after one row's current date was shifted; null when the result is outside the calendar. */
export function withShifted(dates: NewDates, { databaseId, date }: Dated, days: number): NewDates | null {
  const moved = shifted(date, days);
  return moved === null ? null : new Map(dates).set(databaseId, moved);
}

/** Returns the date of a row after the change. */
export const newDateOf = (dates: NewDates, { databaseId, date }: Dated): string => dates.get(databaseId) ?? date;

/** Returns the dates that three or more of these rows would have, with the number of their rows. */
export const duplicatesOf = (rows: readonly Dated[], dates: NewDates): Map<string, number> =>
  crowded(rows.map((row) => newDateOf(dates, row)));

/** Why rows cannot have their new date, by the id of the row. */
export type Refusals = ReadonlyMap<string, string>;

/** Returns the server's refusals of single rows of a change, and the first one that is about none of them. */
export function refusalsOf(
  errors: readonly UserError[],
  changes: readonly { id: string }[],
): { rows: Refusals; other: string | undefined } {
  const rows = new Map<string, string>();
  let other: string | undefined;
  for (const { field, message } of errors) {
    const id = changes[Number(/^changes\.(\d+)\./.exec(field)?.[1] ?? -1)]?.id;
    if (id === undefined) other ??= message;
    else if (!rows.has(id)) rows.set(id, message);
  }
  return { rows, other };
}

/** Returns the rows whose date changes, as the API takes them, with the version that was read. */
export const changesOf = (rows: readonly (Dated & Pick<UsageRow, 'version'>)[], dates: NewDates) =>
  rows
    .filter((row) => newDateOf(dates, row) !== row.date)
    .map((row) => ({ id: row.databaseId, newDate: newDateOf(dates, row), version: row.version }));
