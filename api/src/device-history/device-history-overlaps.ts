import { daysBetween } from '../shared/dates.ts';

/**
 * Days of an assignment, half-open: a night has the evening's date, so the end date is free for the next assignment.
 * `endDate` null: active. Calendar dates are YYYY-MM-DD, which compare as text.
 */
export interface DateRange {
  startDate: string;
  endDate: string | null;
}

export type OverlapCode =
  | 'patient-already-connected'
  | 'patient-previous-device-daterange-overlaps'
  | 'device-already-connected'
  | 'device-start-date-overlaps';

/** The documented codes, for an overlapping assignment that is active or ended. */
const CODES = {
  patient: { active: 'patient-already-connected', ended: 'patient-previous-device-daterange-overlaps' },
  machine: { active: 'device-already-connected', ended: 'device-start-date-overlaps' },
} as const;

const before = (date: string, end: string | null) => end === null || date < end;

const holdsNights = (range: DateRange) => before(range.startDate, range.endDate);

/** Whether two assignments claim the same night. One that starts and ends on the same day has no night. */
export function overlaps(one: DateRange, other: DateRange): boolean {
  return (
    holdsNights(one) &&
    holdsNights(other) &&
    before(one.startDate, other.endDate) &&
    before(other.startDate, one.endDate)
  );
}

/** Returns the assignment that overlaps a range, the active one first; undefined when every night is free. */
export function inTheWay<T extends DateRange>(range: DateRange, others: T[]): T | undefined {
  const hits = others.filter((other) => overlaps(range, other));
  return hits.find((hit) => hit.endDate === null) ?? hits[0];
}

/** Returns the documented code of a collision with other assignments of the same patient or machine, or null. */
export function overlapCode(holder: keyof typeof CODES, range: DateRange, others: DateRange[]): OverlapCode | null {
  const hit = inTheWay(range, others);
  return hit ? CODES[holder][hit.endDate === null ? 'active' : 'ended'] : null;
}

/** A start date further back than this asks for confirmation (DESIGN section 7). */
const MAX_DAYS_BACK = 30;

/**
 * Returns why a start date asks for confirmation: it is in the future, or more than 30 days ago. Null when it does not.
 */
export function distanceFromToday(startDate: string, today: string): { in: 'future' | 'past'; days: number } | null {
  const back = daysBetween(startDate, today);
  if (back < 0) return { in: 'future', days: -back };
  return back > MAX_DAYS_BACK ? { in: 'past', days: back } : null;
}
