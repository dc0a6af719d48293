import { refusalOf } from '../shared/list-refusals.ts';
import type { MessageKey } from '../shared/messages.ts';

const MAX_KEYS = 2;
/** Groups of a summary. */
export const MAX_GROUPS = 1000;

/**
 * Rows of a summary: of a million patients a count of states takes more than a second, and what reads a row of another
 * table for each takes longer (decisions/187).
 */
export const MOST = { counted: 400_000, joined: 100_000, nights: 300_000, changes: 50_000 };

/** Refuses groups of more rows than a summary reads. */
export function assertFewRows(
  rows: readonly number[],
  most: number,
  message: MessageKey = 'summary.too_many_rows',
): void {
  if (rows.reduce((sum, count) => sum + count, 0) > most) throw refusalOf('where', message, { max: most });
}

/** Refuses more than two values to group by, and the same one twice. */
export function assertGroupBy(groupBy: readonly string[]): void {
  if (groupBy.length > MAX_KEYS || new Set(groupBy).size < groupBy.length)
    throw refusalOf('groupBy', 'summary.group_by', { max: MAX_KEYS });
}

/** Refuses more than 1,000 groups. */
export function assertFewGroups(groups: readonly unknown[]): void {
  if (groups.length > MAX_GROUPS) throw refusalOf('groupBy', 'summary.too_many_groups', { max: MAX_GROUPS });
}

/** Returns SQL of the first day of the month of a date, which is no time of a zone. */
export const monthOf = (date: string): string => `(${date} - extract(day from ${date})::int + 1)::text`;
