import { daysBetween } from '../shared/dates.ts';
import type { ReadCode } from './icode.calls.ts';

/** What a device showed, as far as two of its codes can be compared. */
export interface ComparedCode extends ReadCode {
  id: number;
  /** Average use in minutes per day, rounded to 5. */
  minutes: number;
}

/**
 * compliant_days: one code holds more compliant days than the other allows. best30: a run of 30 days is better than that
 * of a code that contains it, or than all days of its own code. minutes: one code holds more use than the other allows.
 */
export type ContradictionKind = 'compliant_days' | 'best30' | 'minutes';

/** Two codes that cannot both be right; `first` and `second` are the same for a code that contradicts itself. */
export interface Contradiction {
  kind: ContradictionKind;
  first: number;
  second: number;
}

const RUN = 30;
const DAY_MINUTES = 1440;
/** A code contains its average in steps of 5 minutes. */
const ROUNDED = 2.5;

/** Number of days that code `one` covers and code `other` does not. */
function daysOutside(one: ComparedCode, other: ComparedCode): number {
  const ahead = daysBetween(other.collected, one.collected);
  const from = Math.max(-other.icodePeriod, ahead - one.icodePeriod);
  const to = Math.min(0, ahead);
  return one.icodePeriod - Math.max(0, to - from);
}

const total = ({ minutes, icodePeriod }: ComparedCode, rounded: number) => (minutes + rounded) * icodePeriod;

/** Returns why `one` says more than `other` allows, or null. Days that only `one` covers may explain any difference. */
function excess(one: ComparedCode, other: ComparedCode): ContradictionKind | null {
  const outside = daysOutside(one, other);
  if (one.compliantDays > other.compliantDays + outside) return 'compliant_days';
  if (outside === 0 && other.icodePeriod >= RUN && other.best30 > 0 && one.best30 > other.best30) return 'best30';
  return total(one, -ROUNDED) > total(other, ROUNDED) + outside * DAY_MINUTES ? 'minutes' : null;
}

const isImpossible = ({ best30, compliantDays, icodePeriod }: ComparedCode): boolean =>
  best30 > compliantDays || (icodePeriod === RUN && best30 > 0 && best30 !== compliantDays);

/**
 * Returns the codes of one device that cannot all be right, such as a code of 7 days with more compliant days than the
 * one of 30 days that contains them. Pure; each pair once, in the order of the codes. Codes of the same nights never
 * contradict each other, whenever they are read.
 */
export function contradictionsOf(codes: readonly ComparedCode[]): Contradiction[] {
  return codes.flatMap((first, index) => [
    ...(isImpossible(first) ? [{ kind: 'best30' as const, first: first.id, second: first.id }] : []),
    ...codes.slice(index + 1).flatMap((second) => {
      const kind = excess(first, second) ?? excess(second, first);
      return kind ? [{ kind, first: first.id, second: second.id }] : [];
    }),
  ]);
}
