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
