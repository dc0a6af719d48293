import { string } from 'yup';
import { dayOf, isCalendarDate, textOnly } from './text.rules.ts';

/** A calendar date, YYYY-MM-DD. An empty text passes; `required` refuses it. */
export const calendarDate = () =>
  string()
    .typeError('date.invalid')
    .test('calendar-date', 'date.invalid', (value) => !value || isCalendarDate(value));

/** A calendar date, also as the day of a date with a time; empty is null. */
export const optionalDay = () =>
  calendarDate()
    .transform(textOnly((text) => dayOf(text) || null))
    .nullable()
    .default(null);

/** Returns the same day of the next year; February 28 after a leap day. */
export function yearAfter(date: string): string {
  const next = `${String(Number(date.slice(0, 4)) + 1).padStart(4, '0')}${date.slice(4)}`;
  return next.endsWith('-02-29') ? `${next.slice(0, 5)}02-28` : next;
}
