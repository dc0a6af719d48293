import { formatInstant } from '../../lib/dates.ts';

/** Formats the Created date of the machine card as YYYY/MM/D (document 000, section 2), which no other date uses. */
export function formatCreated(created: string, timeZone: string): string {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(formatInstant(created, timeZone)) ?? [];
  return day ? `${year}/${month}/${Number(day)}` : '';
}
