import { array, mixed, object, type InferType } from 'yup';
import { optionalDay } from '../shared/date.rules.ts';
import { isCalendarDate } from '../shared/text.rules.ts';
import { NIGHT_SOURCES, type NightSource } from '../usage/night-source.rules.ts';

/** Rows of a page, and of one change (document 001, section 9). */
export const MAX_DATES = 500;
/** This many rows of a machine and source with one date are an error; two may share it (document 001, section 5). */
export const REFUSED_SHARERS = 3;
/** A corrected date is at most 20 years from the recorded one: a clock without a battery begins at a date of the factory. */
export const MAX_DAYS = 7305;

/**
 * Returns the {source} of a path or a form: wireless, sd or qr, which is also written QR+ and qr%2B. Null for anything else.
 * The dates of all sources are corrected: those of document 001, section 4, and of cards (decisions/118).
 */
export function sourceOf(text: unknown): NightSource | null {
  if (typeof text !== 'string') return null;
  const name = text.trim().toLowerCase().replace('%2b', '+');
  return NIGHT_SOURCES.find((source) => source === (name === 'qr+' ? 'qr' : name)) ?? null;
}

/** Returns a typed number of days, positive or negative; null when it is no whole number. */
export function typedDays(text: string): number | null {
  const typed = text.trim().replace('−', '-');
  return /^[+-]?\d{1,9}$/.test(typed) ? Number(typed) : null;
}

const DAY = 86_400_000;

/**
 * Returns the calendar date this many days after (or, if negative, before) a YYYY-MM-DD date; null when it is not within
 * the years 1 to 9999.
 */
export function shifted(date: string, days: number): string | null {
  const time = Date.parse(`${date}T00:00:00Z`) + days * DAY;
  if (!Number.isFinite(new Date(time).getTime())) return null;
  const text = new Date(time).toISOString().slice(0, 10);
  return isCalendarDate(text) ? text : null;
}

/** Returns the dates that three or more rows have, with the number of their rows. */
export function crowded(dates: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const date of dates) counts.set(date, (counts.get(date) ?? 0) + 1);
  return new Map([...counts].filter(([, count]) => count >= REFUSED_SHARERS));
}

const change = object({
  /** Integer id of the night. */
  id: mixed<string | number>(
    (value): value is string | number => typeof value === 'string' || typeof value === 'number',
  )
    .typeError('invalid')
    .required('required')
    .test('id', 'invalid', (value) => /^\d{1,15}$/.test(String(value))),
  newDate: optionalDay(),
  /** The date with which the night was read. */
  version: optionalDay(),
})
  .typeError('invalid')
  .required('required');

/** The rows of one change. A row without a new date is not changed. Messages are keys, translated by the transports. */
export const usageDatesRules = object({
  source: mixed<NightSource>()
    .transform((value: unknown) => sourceOf(value) ?? undefined)
    .required('usage_dates.source'),
  changes: array()
    .of(change)
    .typeError('usage_dates.rows')
    .required('usage_dates.rows')
    .min(1, 'usage_dates.rows')
    .max(MAX_DATES, 'usage_dates.max'),
});

/** Valid input of a change of dates. */
export type UsageDates = InferType<typeof usageDatesRules>;
