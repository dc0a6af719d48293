// Dates and times of the cards: the device's local clock, which has no time zone. A day is its number since 1970-01-01;
// a time is seconds since then, counted as if the clock were UTC.

// Names of the module: a global is slow to find in the context of a Jest test, and a card has many records.
const { floor } = Math;

export const DAY = 86_400;
const NOON = 43_200;
const FIRST_DAY = Date.UTC(2008, 0, 1) / 1000 / DAY;

/** The days that a night may have: from 2008 to today. */
export interface DayRange {
  from: number;
  to: number;
}

/** Returns the days that a night may have on a day, YYYY-MM-DD. */
export const rangeUntil = (today: string): DayRange => ({ from: FIRST_DAY, to: Date.parse(today) / 1000 / DAY });

/** Every day that a clock of a device can show: what a card with wrong dates is read with. */
export const EVERY_DAY: DayRange = { from: Date.UTC(2000, 0, 1) / 1000 / DAY, to: Date.UTC(2099, 11, 31) / 1000 / DAY };

export const isWithin = ({ from, to }: DayRange, day: number): boolean => day >= from && day <= to;

/** Returns the number of a calendar day; NaN when there is no such day. */
export function dayNumberOf(year: number, month: number, day: number): number {
  if (month < 1 || month > 12 || day < 1 || day > 31) return Number.NaN;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCDate() === day ? date.getTime() / 1000 / DAY : Number.NaN;
}

/** Returns the day of a packed date of a `.USR`: bits 15-9 year from 2000, 8-5 month, 4-0 day. */
export const dayOfPacked = (packed: number): number =>
  dayNumberOf(2000 + (packed >> 9), (packed >> 5) & 0x0f, packed & 0x1f);

/** Returns YYYY-MM-DD. */
export const dateOf = (day: number): string => new Date(day * DAY * 1000).toISOString().slice(0, 10);

/** Returns YYYY-MM-DDTHH:mm:ss of a time in seconds. */
export const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19);

/** Returns the night of a time: the day whose noon is the last one before it. */
export const nightOf = (seconds: number): number => floor((seconds - NOON) / DAY);

/** Returns the time at which a night begins. */
export const noonOf = (night: number): number => night * DAY + NOON;
