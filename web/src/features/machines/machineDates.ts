import { formatInstant } from '../../lib/dates.ts';

/** The Created date of the machine card: YYYY/MM/D (document 000, section 2), as no other date is written. */
export function formatCreated(created: string, timeZone: string): string {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(formatInstant(created, timeZone)) ?? [];
  return day ? `${year}/${month}/${Number(day)}` : '';
}
