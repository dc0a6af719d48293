import type { CONDITIONS } from './list.rules.ts';

/** Midnight at the start of a calendar date, or of a later one: a constant, so that the database knows how many rows follow. */
const midnight = (date: string, zone: string, days = 0) =>
  `((date '${date}' + ${days})::timestamp at time zone '${zone.replaceAll("'", "''")}')`;

type DateCondition = (typeof CONDITIONS)['date'][number];

const ON_DAY: Record<DateCondition, (time: string, date: string, zone: string) => string> = {
  equal: (time, date, zone) => `${time} >= ${midnight(date, zone)} and ${time} < ${midnight(date, zone, 1)}`,
  not_equal: (time, date, zone) =>
    `(${time} < ${midnight(date, zone)} or ${time} >= ${midnight(date, zone, 1)} or ${time} is null)`,
  greater_than: (time, date, zone) => `${time} >= ${midnight(date, zone, 1)}`,
  less_than: (time, date, zone) => `${time} < ${midnight(date, zone)}`,
  is_null: (time) => `${time} is null`,
  is_not_null: (time) => `${time} is not null`,
};

/** Returns a condition on the day of a time in a time zone as SQL: ranges of the time, which an index finds. */
export const onDay = (time: string, condition: string, date: string, zone: string): string =>
  ON_DAY[condition as DateCondition](time, date, zone);
