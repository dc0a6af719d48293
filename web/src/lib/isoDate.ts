import { parseDate } from './dates.ts';

/** Returns a date YYYY-MM-DD of an address; null for anything else, also for a date that does not exist. */
export function isoDate(text: string | null): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? [];
  return year ? parseDate(`${month}/${day}/${year}`) : null;
}
