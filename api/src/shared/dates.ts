const DAY = 86_400_000;

// Cached: a million patients share a few thousand dates, and formatting a date costs more than the rest of a night.
const numbers = new Map<string, number>();
const dates = new Map<number, string>();

function dayNumber(date: string): number {
  let number = numbers.get(date);
  if (number === undefined) numbers.set(date, (number = Date.parse(date) / DAY));
  return number;
}

function dateOf(number: number): string {
  let date = dates.get(number);
  if (date === undefined) dates.set(number, (date = new Date(number * DAY).toISOString().slice(0, 10)));
  return date;
}

/** Returns the calendar date this many days after (or, if negative, before) a `YYYY-MM-DD` date. */
export const addDays = (date: string, days: number): string => dateOf(dayNumber(date) + days);

/** Returns the whole days from one calendar date to another. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from);
