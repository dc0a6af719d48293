import type { DateRange } from '../../lib/dateRange.tsx';
import { dateOf, dayOf, lengthOf, MOST_DAYS } from '../../lib/nightRange.ts';

/** The fewest nights that a chart shows. */
const FEWEST_DAYS = 7;

/** The ranges of the buttons, in nights up to today's. */
export const PRESETS = [7, 30, 90] as const;
const USUAL_DAYS = 30;

/** Returns the last `days` days up to `end`. */
export const lastDays = (days: number, end: string): DateRange => ({ start: dateOf(dayOf(end) - days + 1), end });

export const isWithin = (inner: DateRange, outer: DateRange): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/** Returns the range that is shown until the user chooses one. */
export const usualRange = (today: string): DateRange => lastDays(USUAL_DAYS, today);

/** Returns a range that the API answers: of a longer one, its newest days. */
export const answerable = (range: DateRange): DateRange =>
  lengthOf(range) > MOST_DAYS ? lastDays(MOST_DAYS, range.end) : range;

/**
 * Returns where a chart can move: from the first usage date to today, and at least over what it shows. Without devices
 * it stays where it is.
 */
export function limitsOf(shown: DateRange, firstUsageDate: string | null, today: string): DateRange {
  const first = firstUsageDate ?? shown.start;
  return {
    start: first < shown.start ? first : shown.start,
    end: today > shown.end ? today : shown.end,
  };
}

/** Returns the range of whole days of a length that begins nearest to `start`, within the limits. */
function fitted(start: number, length: number, limits: DateRange): DateRange {
  const days = Math.min(length, lengthOf(limits), MOST_DAYS);
  const last = dayOf(limits.end) - days + 1;
  const first = Math.max(dayOf(limits.start), Math.min(start, last));
  return { start: dateOf(first), end: dateOf(first + days - 1) };
}

/** Returns the range moved by days, negative to the past, as far as the limits allow. */
export const movedRange = (range: DateRange, days: number, limits: DateRange): DateRange =>
  fitted(dayOf(range.start) + days, lengthOf(range), limits);

/**
 * Returns the range with its length times `factor`. The day `around` keeps its place, by default the middle. It shows 7
 * days or more, within the limits.
 */
export function zoomed(range: DateRange, factor: number, limits: DateRange, around?: number): DateRange {
  const length = lengthOf(range);
  const wanted = Math.max(FEWEST_DAYS, Math.round(length * factor));
  const days = Math.min(wanted, Math.max(length, lengthOf(limits)), MOST_DAYS);
  const start = dayOf(range.start);
  const fixed = around ?? start + (length - 1) / 2;
  const share = length > 1 ? (fixed - start) / (length - 1) : 0.5;
  return fitted(Math.round(fixed - share * (days - 1)), days, limits);
}

/** Returns the whole days between the edges of a drawn axis, on which each day reaches half a day to both sides. */
export const snapped = (min: number, max: number, limits: DateRange): DateRange =>
  fitted(Math.round(min + 0.5), Math.max(1, Math.round(max - min)), limits);

/** Returns the edges of the axis that shows a range. */
export const axisOf = ({ start, end }: DateRange): { min: number; max: number } => ({
  min: dayOf(start) - 0.5,
  max: dayOf(end) + 0.5,
});

/**
 * Returns what is read when a range beyond the loaded nights is shown: as many days again on both sides, so that a small
 * move needs no request.
 */
export function widened(range: DateRange, limits: DateRange): DateRange {
  const length = lengthOf(range);
  const spare = Math.floor(Math.min(length, (MOST_DAYS - length) / 2));
  const start = Math.max(dayOf(limits.start), dayOf(range.start) - spare);
  const end = Math.min(dayOf(limits.end), dayOf(range.end) + spare);
  return { start: dateOf(start), end: dateOf(end) };
}
