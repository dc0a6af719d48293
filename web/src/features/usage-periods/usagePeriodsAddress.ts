import type { DateRange } from '../../lib/dateRange.tsx';
import { isoDate } from '../../lib/isoDate.ts';

/** Two periods of a patient. */
export interface PeriodsAddress {
  patientId: string;
  first: DateRange;
  second: DateRange;
}

function rangeOf(start: string | null, end: string | null): DateRange | null {
  const range = { start: isoDate(start), end: isoDate(end) };
  return range.start !== null && range.end !== null && range.start <= range.end ? (range as DateRange) : null;
}

/** Returns the address of the printable comparison. Not in lib/urls.ts, which every page loads. */
export function periodsAddress({ patientId, first, second }: PeriodsAddress): string {
  const query = new URLSearchParams({
    patient_id: patientId,
    from: first.start,
    to: first.end,
    other_from: second.start,
    other_to: second.end,
  });
  return `/reports/usage?${query}`;
}

/**
 * Parses the address of the printable comparison: patient_id, from and to, other_from and other_to (YYYY-MM-DD). Null for
 * anything else, so that no other periods are printed than those that were asked for.
 */
export function readPeriodsAddress(parameters: URLSearchParams): PeriodsAddress | null {
  const patientId = parameters.get('patient_id') ?? '';
  const first = rangeOf(parameters.get('from'), parameters.get('to'));
  const second = rangeOf(parameters.get('other_from'), parameters.get('other_to'));
  return /^[1-9]\d{0,8}$/.test(patientId) && first && second ? { patientId, first, second } : null;
}
