import { refuse, type Refusal } from '../shared/errors.ts';
import { isCalendarDate } from '../shared/text.rules.ts';

/** Returns the dates of a range "when both set"; null otherwise. Refuses a date that is none. */
export function usageRangeOf(startDate: unknown, endDate: unknown): { from: string; to: string } | null {
  if (!startDate || !endDate) return null;
  const refusals = Object.entries({ startDate, endDate }).flatMap(([field, date]): Refusal[] =>
    typeof date === 'string' && isCalendarDate(date) ? [] : [{ field, code: 'date.invalid', message: 'date.invalid' }],
  );
  refuse(refusals);
  return { from: startDate as string, to: endDate as string };
}
