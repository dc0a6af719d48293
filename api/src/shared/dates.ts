import { cached } from './cached.ts';

const DAY = 86_400_000;

// Cached: a million patients share a few thousand dates, and formatting a date costs more than the rest of a night.
// 27 years of dates are kept, so that dates which clients send cannot fill the memory.
const KEPT = 10_000;
const dayNumber = cached(KEPT, (date: string) => Date.parse(date) / DAY);
const dateOf = cached(KEPT, (number: number) => new Date(number * DAY).toISOString().slice(0, 10));

const MINUTE = 60_000;
// A calendar takes half a millisecond to make; there are about 600 time zones. Midnight is at a full minute in each of
// them, so that a page of rows asks for the date of one minute.
const calendarOf = cached(600, (timeZone: string) => {
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return cached(100, (minute: number) => calendar.format(minute * MINUTE));
});

/** Returns the calendar date of a time, YYYY-MM-DD, in a time zone. */
export const dayIn = (timezone: string, time: Date): string =>
  calendarOf(timezone)(Math.floor(time.getTime() / MINUTE));

/** Returns the calendar date this many days after (or, if negative, before) a `YYYY-MM-DD` date. */
export const addDays = (date: string, days: number): string => dateOf(dayNumber(date) + days);

/** Returns the whole days from one calendar date to another. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);
