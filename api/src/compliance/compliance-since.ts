import { daysBetween } from '../shared/dates.ts';
import { daysOfPeriod, LATE_DAYS, MINUTES_A_DAY, type Day } from './compliance-ledger.ts';
import { overruledAmong, type KnownNight } from './compliance-nights.ts';
import { nightsWanted, type ComplianceRule } from './compliance-rule.ts';
import { countsBefore, firstFull } from './compliance-windows.ts';

type Days = readonly (Day | null)[];

/** The days of the period as they were known from a day (from 0) on, until the knowledge after it. */
interface Knowledge {
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
 * Yields what was known of the days of the period, newest first, down to the first day of the period. `days`: as they are
 * known now. Without a history they were always known so.
 */
function* knowledgeOf(
  rule: ComplianceRule,
  first: string,
  days: Days,
  history: readonly KnownNight[],
): Generator<Knowledge> {
  const nightsOf = Map.groupBy(history, ({ date }) => date);
  const changed = new Map<string, Set<string>>();
  for (const { date, since, until } of history)
    for (const change of until === null ? [since] : [since, until])
      changed.set(change, (changed.get(change) ?? new Set()).add(date));
  let known = days;
  for (const change of [...changed.keys()]
    .filter((day) => day > first)
    .toSorted()
    .toReversed()) {
    yield { from: daysBetween(first, change), days: known };
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
  yield { from: 0, days: known };
}

/** What the days of a period give for any number of nights. */
interface Counts {
  /** The day on which the rule is met; Infinity when it is not. */
  met: number;
  /** The compliant days before each day, and the days without data. */
  good: number[];
  empty: number[];
  closes: number;
}

function countsOf(rule: ComplianceRule, days: Days): Counts {
  const good = compliantOf(rule, days);
  return {
    met: firstFull(rule, good, nightsWanted(rule)) ?? Infinity,
    good: countsBefore(good),
    empty: countsBefore(days.map((day) => day === null)),
    closes: closingDay(rule, days),
  };
}

/**
 * Returns the first day on which no window can have more than `most` compliant nights, for the days up to `last`; Infinity
 * when the rule is met by then, or before. A night of a later day says nothing yet. The answer only changes once as days
 * pass without a night, so a binary search finds it.
 */
function firstWithout(rule: ComplianceRule, counts: Counts, most: number, last: number): number {
  if (counts.met <= last) return Infinity;
  let [low, high] = [0, counts.closes];
  while (low < high) {
    const today = (low + high) >> 1;
    if (mostHoped(rule, counts, today) <= most) high = today;
    else low = today + 1;
  }
  return low < counts.met ? low : Infinity;
}

/**
 * Returns the most days that a window can have on a day: compliant ones up to it, those without data that are still open
 * (isOpen), and all that follow.
 */
function mostHoped({ period, window }: ComplianceRule, { good, empty }: Counts, today: number): number {
  const oldest = today - LATE_DAYS;
  let most = 0;
  for (let start = 0, end = window; end <= period; start += 1, end += 1) {
    const next = Math.min(Math.max(start, today + 1), end);
    const open = Math.min(Math.max(start, oldest), next);
    most = Math.max(most, good[next]! - good[start]! + empty[next]! - empty[open]! + end - next);
  }
  return most;
}

/** The days of a rule's period, and what they were before. */
export interface Period {
  rule: ComplianceRule;
  /** The first day. */
  first: string;
  /** As they are known now. */
  days: Days;
  history: readonly KnownNight[];
}

/**
 * Returns, for each number of nights, the first day (from 0) of the unbroken run of days up to now on which, by what was
 * known at the end of each, no window could have more compliant nights; when that is not so now, the first day on which it
 * will be if no night arrives. Infinity when the rule is met, or will be before by nights of later days.
 */
export function sinceWithout({ rule, first, days, history }: Period, mosts: readonly number[], now: number): number[] {
  const runs = mosts.map((most) => ({ most, since: Infinity, goesOn: true }));
  let last = now;
  for (const { from, days: known } of knowledgeOf(rule, first, days, history)) {
    const counts = countsOf(rule, known);
    for (const run of runs.filter(({ goesOn }) => goesOn)) {
      run.since = Math.min(run.since, firstWithout(rule, counts, run.most, last));
      run.goesOn = run.since <= from;
      if (run.goesOn) run.since = from;
    }
    if (!runs.some(({ goesOn }) => goesOn)) break;
    last = from - 1;
  }
  return runs.map(({ since }) => since);
}
