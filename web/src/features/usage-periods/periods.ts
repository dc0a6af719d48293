import type { DateRange } from '../../lib/dateRange.tsx';
import { dateOf, dayOf, lengthOf, MOST_DAYS } from '../../lib/nightRange.ts';

const USUAL_DAYS = 30;

const moved = (date: string, days: number): string => dateOf(dayOf(date) + days);

/** Whether a period is longer than the API answers. */
export const isTooLong = (range: DateRange): boolean => lengthOf(range) > MOST_DAYS;

/**
 * Returns the periods that are compared first: the one that the pages share, or the last 30 nights, and as many nights
 * right before it.
 */
export function periodsOf(shared: DateRange | null, today: string): [DateRange, DateRange] {
  const range = shared ?? { start: moved(today, 1 - USUAL_DAYS), end: today };
  const length = lengthOf(range);
  return [range, { start: moved(range.start, -length), end: moved(range.start, -1) }];
}
