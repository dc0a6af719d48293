import { daysBetween } from '../shared/dates.ts';
import { daysOfPeriod, LATE_DAYS, MINUTES_A_DAY, type Day } from './compliance-ledger.ts';
import { overruledAmong, type KnownNight } from './compliance-nights.ts';
import { nightsWanted, type ComplianceRule } from './compliance-rule.ts';
import { countsBefore, firstFull } from './compliance-windows.ts';

type Days = readonly (Day | null)[];

/** The days of the period as they were known from a day (from 0) on, until the knowledge after it. */
export interface Knowledge {
  from: number;
  days: Days;
}

/** Returns which days are compliant under a rule. */
export const compliantOf = ({ minutes }: ComplianceRule, days: Days): boolean[] =>
  days.map((day) => day !== null && day.minutes >= minutes && day.minutes <= MINUTES_A_DAY);

/** Returns the day (from 0) from which on no night of the period can arrive any more. */
export const closingDay = ({ period }: ComplianceRule, days: Days): number =>
  Math.max(period, days.lastIndexOf(null) + LATE_DAYS + 1);

/**
 * Returns what was known of the days of the period, newest first, down to the first day of the period. `days`: as they are
 * known now. Without a history they were always known so.
 */
export function knowledgeOf(
  rule: ComplianceRule,
  first: string,
  days: Days,
  history: readonly KnownNight[],
): Knowledge[] {
  const nightsOf = Map.groupBy(history, ({ date }) => date);
  const changed = new Map<string, Set<string>>();
  for (const { date, since, until } of history)
    for (const change of until === null ? [since] : [since, until])
      changed.set(change, (changed.get(change) ?? new Set()).add(date));
  const knowledge: Knowledge[] = [];
  let known = days;
  for (const change of [...changed.keys()]
    .filter((day) => day > first)
    .toSorted()
    .toReversed()) {
    knowledge.push({ from: daysBetween(first, change), days: known });
    const before = [...known];
    for (const date of changed.get(change)!) {
      const index = daysBetween(first, date);
      if (index < 0 || index >= rule.period) continue;
      const nights = nightsOf.get(date)!.filter(({ since, until }) => since < change && (until ?? change) >= change);
      // Nearly every change is a night that arrives.
      if (nights.length === 0) before[index] = null;
      else [before[index] = null] = daysOfPeriod({ ...rule, period: 1 }, date, overruledAmong(nights));
    }
    known = before;
  }
  return [...knowledge, { from: 0, days: known }];
}

/**
 * Returns the first day on which no window can have more than `most` compliant nights, for the days up to `last`; Infinity
 * when the rule is met by then, or before. A night of a later day says nothing yet. The answer only changes once as days
 * pass without a night, so a binary search finds it.
 */
function firstWithout(rule: ComplianceRule, days: Days, most: number, last: number): number {
  const good = compliantOf(rule, days);
  const met = firstFull(rule, good, nightsWanted(rule)) ?? Infinity;
  if (met <= last) return Infinity;
  const goodBefore = countsBefore(good);
  const emptyBefore = countsBefore(days.map((day) => day === null));
  let [low, high] = [0, closingDay(rule, days)];
  while (low < high) {
    const today = (low + high) >> 1;
    if (mostHoped(rule, goodBefore, emptyBefore, today) <= most) high = today;
    else low = today + 1;
  }
  return low < met ? low : Infinity;
}

/**
 * Returns the most days that a window can have on a day: compliant ones up to it, those without data that are still open
 * (isOpen), and all that follow.
 */
function mostHoped({ period, window }: ComplianceRule, good: number[], empty: number[], today: number): number {
  const oldest = today - LATE_DAYS;
  let most = 0;
  for (let start = 0, end = window; end <= period; start += 1, end += 1) {
    const next = Math.min(Math.max(start, today + 1), end);
    const open = Math.min(Math.max(start, oldest), next);
    most = Math.max(most, good[next]! - good[start]! + empty[next]! - empty[open]! + end - next);
  }
  return most;
}

/**
 * Returns the first day (from 0) of the unbroken run of days up to now on which, by what was known at the end of each, no
 * window could have more than `most` compliant nights; when that is not so now, the first day on which it will be if no
 * night arrives. Infinity when the rule is met, or will be before by nights of later days.
 */
export function sinceWithout(rule: ComplianceRule, knowledge: readonly Knowledge[], most: number, now: number): number {
  let [since, last] = [Infinity, now];
  for (const { from, days } of knowledge) {
    since = Math.min(since, firstWithout(rule, days, most, last));
    if (since > from) return since;
    since = from;
    last = from - 1;
  }
  return since;
}
