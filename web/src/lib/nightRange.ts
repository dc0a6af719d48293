import type { DateRange } from './dateRange.tsx';

const DAY_MS = 86_400_000;
/** What the API answers at a time. */
export const MOST_DAYS = 1100;

/** Returns the number of a calendar date: whole days since 1970-01-01. */
export const dayOf = (date: string): number => Date.parse(date) / DAY_MS;

/** Returns the calendar date of a day number. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Returns the days of a range, both ends included. */
export const lengthOf = ({ start, end }: DateRange): number => dayOf(end) - dayOf(start) + 1;
