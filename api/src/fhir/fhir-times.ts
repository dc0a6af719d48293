import { addDays, timeIn } from '../shared/dates.ts';
import { isCalendarDate } from '../shared/text.rules.ts';

/** How a value of a search is compared. */
export type Prefix = 'eq' | 'ne' | 'gt' | 'lt' | 'ge' | 'le' | 'sa' | 'eb';

/** What a date or a time of a search covers: from `start` on, and before `end`. */
export interface Span<T> {
  prefix: Prefix;
  start: T;
  end: T;
}

const PREFIXED = /^(eq|ne|gt|lt|ge|le|sa|eb)?(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/;
// A client that does not encode the sign of an offset sends a blank.
const INSTANT =
  /^(eq|ne|gt|lt|ge|le|sa|eb)?(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(\.\d{1,9})?(Z|[+\- ](?:0\d|1[0-4]):[0-5]\d)$/;
const [FIRST_YEAR, LAST_YEAR] = [1000, 9000];
const [MILLISECOND, SECOND, MINUTE] = [1, 1000, 60_000];

const two = (number: number) => String(number).padStart(2, '0');

/** Returns the dates that a date, a month or a year of a search covers, `end` left out; null for anything else. */
export function datesOf(text: string): Span<string> | null {
  const [, prefix = 'eq', year, month, day] = PREFIXED.exec(text) ?? [];
  if (!year || Number(year) < FIRST_YEAR || Number(year) > LAST_YEAR) return null;
  const start = `${year}-${month ?? '01'}-${day ?? '01'}`;
  if (!isCalendarDate(start)) return null;
  const next = Number(month) === 12 || !month ? [Number(year) + 1, 1] : [Number(year), Number(month) + 1];
  const end = day ? addDays(start, 1) : `${next[0]}-${two(next[1]!)}-01`;
  return { prefix: prefix as Prefix, start, end };
}

/** Returns a clock's time of a date in a time zone, with its offset from UTC: 2026-02-03T12:00:00-05:00. */
export function timeOf(timezone: string, date: string, clock: string): string {
  const shown = Date.parse(`${date}T${clock}Z`);
  const offsetAt = (time: number) => timeIn(timezone, new Date(time)).slice(-6);
  const guessed = offsetAt(shown);
  return `${date}T${clock}${offsetAt(Date.parse(`${date}T${clock}${guessed}`))}`;
}

/** Returns the times that a date or a time of a search covers, `end` left out; a date is one of the zone. Null for anything else. */
export function timesOf(text: string, timezone: string): Span<Date> | null {
  const dates = datesOf(text);
  const midnight = (date: string) => new Date(timeOf(timezone, date, '00:00:00'));
  if (dates) return { prefix: dates.prefix, start: midnight(dates.start), end: midnight(dates.end) };
  const [, prefix = 'eq', date, clock, seconds, fraction, zone] = INSTANT.exec(text) ?? [];
  if (!date || !isCalendarDate(date)) return null;
  const milliseconds = fraction ? fraction.slice(0, 4) : '';
  const start = new Date(`${date}T${clock}${seconds ?? ':00'}${milliseconds}${zone!.replace(' ', '+')}`);
  const length = fraction ? MILLISECOND : seconds ? SECOND : MINUTE;
  return { prefix: prefix as Prefix, start, end: new Date(start.getTime() + length) };
}
