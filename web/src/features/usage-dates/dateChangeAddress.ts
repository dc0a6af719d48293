import { MAX_DAYS, sourceOf, typedDays } from '#rules/usage-dates/usage-dates';
import { isCalendarDate } from '#rules/shared/text';
import type { NightSource } from '../../gql/schema.ts';
import { urls } from '../../lib/urls.ts';

/** What the date change utility opens with. */
export interface DateChangeStart {
  source: NightSource | null;
  startDate: string | null;
  endDate: string | null;
  /** Days to shift the rows; null when they are not shifted. */
  days: number | null;
  /** Values of the address that were not valid, and are not used. */
  ignored: readonly ('source' | 'from' | 'to' | 'days')[];
}

interface Proposed {
  source: NightSource;
  from: string;
  to: string;
  days: number;
}

/** Returns the address of a machine that opens the utility with these nights, already shifted and not saved. */
export function dateChangeAddress(machineId: number, { source, from, to, days }: Proposed): string {
  const query = new URLSearchParams({ dates: 'change', source: source.toLowerCase(), from, to, days: String(days) });
  return `${urls.machine(machineId)}?${query}`;
}

/** Removes what `dateChangeAddress` has added. */
export function withoutDateChange(parameters: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(parameters);
  for (const name of ['dates', 'source', 'from', 'to', 'days']) rest.delete(name);
  return rest;
}

/**
 * Returns what an address with dates=change opens the utility with; null for any other address. A range needs both of
 * its dates.
 */
export function readDateChange(parameters: URLSearchParams): DateChangeStart | null {
  if (parameters.get('dates') !== 'change') return null;
  const given = (name: string) => parameters.get(name) ?? '';
  const source = sourceOf(given('source'));
  const days = typedDays(given('days'));
  const isShift = days !== null && days !== 0 && Math.abs(days) <= MAX_DAYS;
  const [from, to] = [given('from'), given('to')];
  const isRange = isCalendarDate(from) && isCalendarDate(to) && from <= to;
  const ignored = [
    ...(given('source') && !source ? (['source'] as const) : []),
    ...(from && !isRange ? (['from'] as const) : []),
    ...(to && !isRange ? (['to'] as const) : []),
    ...(given('days') && !isShift ? (['days'] as const) : []),
  ];
  return {
    source: source && (source.toUpperCase() as Uppercase<typeof source>),
    startDate: isRange ? from : null,
    endDate: isRange ? to : null,
    days: isShift ? days : null,
    ignored,
  };
}
