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

// Offsets change at a full minute, and mostly not: one is asked for at both ends of an hour, and between them where they differ.
const HOUR = 60;
const offsetsOf = cached(600, (timeZone: string) => {
  const names = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const atMinute = cached(1000, (minute: number) => {
    const name = names.formatToParts(minute * MINUTE).find(({ type }) => type === 'timeZoneName')!.value;
    const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name)!;
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes));
  });
  const inHour = cached(KEPT, (hour: number) => {
    const [first, last] = [atMinute(hour * HOUR), atMinute(hour * HOUR + HOUR - 1)];
    return { offset: first === last ? first : null };
  });
  return (minute: number) => inHour(Math.floor(minute / HOUR)).offset ?? atMinute(minute);
});

/** Returns a time as a clock in a time zone shows it, with its offset from UTC: 2026-11-01T01:30:00.000-04:00. */
export function timeIn(timezone: string, time: Date): string {
  const offset = offsetsOf(timezone)(Math.floor(time.getTime() / MINUTE));
  const shown = new Date(time.getTime() + offset * MINUTE).toISOString().slice(0, -1);
  const parts = [Math.floor(Math.abs(offset) / HOUR), Math.abs(offset) % HOUR];
  return `${shown}${offset < 0 ? '-' : '+'}${parts.map((part) => String(part).padStart(2, '0')).join(':')}`;
}

/** Returns the calendar date this many days after (or, if negative, before) a `YYYY-MM-DD` date. */
export const addDays = (date: string, days: number): string => dateOf(dayNumber(date) + days);

/** Returns the whole days from one calendar date to another. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);
