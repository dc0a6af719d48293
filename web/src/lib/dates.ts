import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import relativeTime from 'dayjs/plugin/relativeTime.js';

dayjs.extend(customParseFormat);
dayjs.extend(relativeTime);

export const defaultTimeZone = 'America/New_York';

/** Formats a calendar date YYYY-MM-DD as MM/DD/YYYY. It has no time zone, so it never passes through a Date. */
export function formatDate(date: string | null | undefined): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date ?? '') ?? [];
  return year ? `${month}/${day}/${year}` : '';
}

/** Parses MM/DD/YYYY to YYYY-MM-DD; null when it is not a calendar date (13/45/2026, 02/30/2026). */
export function parseDate(text: string): string | null {
  const parsed = dayjs(text.trim(), 'MM/DD/YYYY', true);
  return parsed.isValid() ? parsed.format('YYYY-MM-DD') : null;
}

/** The formats in use, by zone: a new one costs more than the text of a whole column. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string, zoneName?: 'short'): Intl.DateTimeFormat {
  const key = `${timeZone} ${zoneName}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(zoneName && { timeZoneName: zoneName }),
  });
  formats.set(key, format);
  return format;
}

function partsIn(timeZone: string, instant: Date, zoneName?: 'short'): Record<string, string> {
  const parts = formatIn(timeZone, zoneName).formatToParts(instant);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

/** Formats an instant (ISO 8601, UTC) as MM/DD/YYYY HH:mm:ss in the given time zone; '' for none. */
export function formatInstant(instant: string | null | undefined, timeZone = defaultTimeZone): string {
  if (!instant || Number.isNaN(Date.parse(instant))) return '';
  const p = partsIn(timeZone, new Date(instant));
  return `${p.month}/${p.day}/${p.year} ${p.hour}:${p.minute}:${p.second}`;
}

/** Returns the zone's abbreviation at that instant: EST and EDT both print 01:30 on the night the clocks go back. */
export function zoneName(instant: string, timeZone = defaultTimeZone): string {
  return partsIn(timeZone, new Date(instant), 'short').timeZoneName ?? '';
}

/**
 * Formats an instant like `formatInstant`, with the zone: 05/01/2026 14:00:00 EDT; '' for none. For sessions, of which
 * two may begin at the same clock time on the night the clocks go back.
 */
export function formatZonedInstant(instant: string | null | undefined, timeZone = defaultTimeZone): string {
  const text = formatInstant(instant, timeZone);
  return text && `${text} ${zoneName(instant!, timeZone)}`;
}

/** Returns today's date, YYYY-MM-DD, in the given time zone. */
export function today(timeZone = defaultTimeZone, now = new Date()): string {
  const p = partsIn(timeZone, now);
  return `${p.year}-${p.month}-${p.day}`;
}

/** Returns "3 days ago", in the language set with `setDatesLanguage`. */
export function timeAgo(instant: string): string {
  return dayjs(instant).fromNow();
}

/** Loads the date texts of a language. The week starts on Sunday in en, on Monday in es (document 000, section 1). */
export async function setDatesLanguage(language: string): Promise<void> {
  if (language === 'es') await import('dayjs/locale/es.js');
  dayjs.locale(language);
}

/** Returns the first day of the week in a language: 0 is Sunday, 1 Monday. */
export function firstWeekday(language: string): 0 | 1 {
  return language === 'es' ? 1 : 0;
}
