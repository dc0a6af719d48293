import { cached } from './cached.ts';

const DAY = 86_400_000;

// Cached: a million patients share a few thousand dates, and formatting a date costs more than the rest of a night.
// 27 years of dates are kept, so that dates which clients send cannot fill the memory.
const KEPT = 10_000;
const dayNumber = cached(KEPT, (date: string) => Date.parse(date) / DAY);
const dateOf = cached(KEPT, (number: number) => new Date(number * DAY).toISOString().slice(0, 10));

/** Returns the calendar date this many days after (or, if negative, before) a `YYYY-MM-DD` date. */
export const addDays = (date: string, days: number): string => dateOf(dayNumber(date) + days);

/** Returns the whole days from one calendar date to another. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);

/** Returns the same day of the next year; February 28 after a leap day. */
export function yearAfter(date: string): string {
  const next = `${String(Number(date.slice(0, 4)) + 1).padStart(4, '0')}${date.slice(4)}`;
  return next.endsWith('-02-29') ? `${next.slice(0, 5)}02-28` : next;
}
