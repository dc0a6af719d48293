import { addDays, daysBetween } from '../shared/dates.ts';
import { nightsWanted, type ComplianceRule } from './compliance.rule.ts';

/** One night as one source reported it. `night` is the date of the evening: noon to noon, device-local. */
export interface ReportedNight {
  night: string;
  minutes: number;
  source: 'wireless' | 'sd' | 'qr';
  /** True when a source of higher priority reported the night: not counted. */
  overruled: boolean;
}

/** expected: no data yet, and it may still arrive; missing: no data, which is not zero use; fault: more than 24 hours. */
export type NightState = 'compliant' | 'short' | 'unused' | 'fault' | 'missing' | 'expected';

/** One day of the compliance period. */
export interface LedgerNight {
  date: string;
  /** From 1, the day of therapy start. */
  day: number;
  minutes: number | null;
  source: ReportedNight['source'] | null;
  state: NightState;
}

export type ComplianceState = 'met' | 'in_progress' | 'at_risk' | 'not_met' | 'no_therapy_start';

/** The part that does not change as days pass: until a night arrives, it gives the state of any later day. */
export interface ComplianceDates {
  /** The night on which the rule was met. */
  metOn: string | null;
  /**
   * From this date on the rule can be met only if every remaining night is compliant, or not at all. Null when it is
   * met.
   */
  atRiskOn: string | null;
  /** From this date on no night of the period can arrive any more. */
  closesOn: string;
}

export interface Verdict extends ComplianceDates {
  state: ComplianceState;
  /**
   * The window that meets the rule; if none does, the one that meets it first when every night from now on is
   * compliant; otherwise the best one.
   */
  windowStart: string;
  windowEnd: string;
  /** Compliant nights in that window so far. */
  compliantDays: number;
  /** Compliant nights still needed in that window; 0 when met, null when the rule can no longer be met. */
  nightsNeeded: number | null;
  /** Date on which the rule was met or can be met at the earliest; null when it can no longer be met. */
  earliestDate: string | null;
  /** Every day of the period up to today. */
  readonly ledger: LedgerNight[];
}

/** Data "can be delayed for 24 or more hours": a night without data is expected for this many days, then missing. */
const LATE_DAYS = 2;
const MINUTES_A_DAY = 1440;

/** Returns the state on a day, from a stored result. */
export function stateOn({ metOn, atRiskOn, closesOn }: ComplianceDates, today: string): ComplianceState {
  if (metOn !== null) return 'met';
  if (today >= closesOn) return 'not_met';
  return atRiskOn !== null && today >= atRiskOn ? 'at_risk' : 'in_progress';
}

interface Day {
  minutes: number;
  source: ReportedNight['source'];
}

/** Adds up the sessions of one night, from any number of machines. */
function daysOf(rule: ComplianceRule, therapyStart: string, nights: readonly ReportedNight[]): (Day | null)[] {
  const days = new Array<Day | null>(rule.period).fill(null);
  for (const { night, minutes, source, overruled } of nights) {
    const index = daysBetween(therapyStart, night);
    if (overruled || index < 0 || index >= rule.period) continue;
    days[index] = { minutes: (days[index]?.minutes ?? 0) + minutes, source: days[index]?.source ?? source };
  }
  return days;
}

/**
 * Returns the first day (from 0) on which a window contains enough marked days, and their number; undefined when no
 * window does.
 */
function firstFull({ window }: ComplianceRule, marked: readonly boolean[], wanted: number): number | undefined {
  let inWindow = 0;
  for (let day = 0; day < marked.length; day += 1) {
    inWindow += Number(marked[day]) - Number(marked[day - window] ?? false);
    if (inWindow >= wanted) return day;
  }
  return undefined;
}

function count(marked: readonly boolean[], from: number, length: number): number {
  let total = 0;
  for (let day = from; day < from + length; day += 1) total += Number(marked[day]);
  return total;
}

/** Returns the window with the most marked days, the earliest of equal ones, and their number. */
function bestWindow({ period, window }: ComplianceRule, marked: readonly boolean[]): { start: number; days: number } {
  let days = count(marked, 0, window);
  let best = { start: 0, days };
  for (let start = 1; start + window <= period; start += 1) {
    days += Number(marked[start + window - 1]) - Number(marked[start - 1]);
    if (days > best.days) best = { start, days };
  }
  return best;
}

/**
 * Returns the first day on which no window can miss another night. The answer only changes once as days pass, so a
 * binary search finds it.
 */
function atRiskFrom(
  rule: ComplianceRule,
  days: readonly (Day | null)[],
  good: readonly boolean[],
  wanted: number,
  closes: number,
): number {
  let [low, high] = [0, closes];
  while (low < high) {
    const today = (low + high) >> 1;
    const hoped = good.map((compliant, day) => compliant || isOpen(days, day, today));
    if (bestWindow(rule, hoped).days <= wanted) high = today;
    else low = today + 1;
  }
  return low;
}

const isOpen = (days: readonly (Day | null)[], day: number, today: number) =>
  days[day] === null && day >= today - LATE_DAYS;

/**
 * Returns the result of a rule for a patient on a calendar date of their organization. Pure. `nights` may extend beyond
 * the period and include overruled ones. Days without data count as days of the window (the denominator is calendar
 * days), not as nights of zero use. Source: reference/domain.md 4.1, 4.3.
 */
export function assess(
  rule: ComplianceRule,
  therapyStart: string,
  nights: readonly ReportedNight[],
  today: string,
): Verdict {
  const wanted = nightsWanted(rule);
  const now = daysBetween(therapyStart, today);
  const days = daysOf(rule, therapyStart, nights);
  const good = days.map((day) => day !== null && day.minutes >= rule.minutes && day.minutes <= MINUTES_A_DAY);
  const met = firstFull(rule, good, wanted);
  const closes = Math.max(rule.period, days.lastIndexOf(null) + LATE_DAYS + 1);
  const hoped = met === undefined ? good.map((compliant, day) => compliant || isOpen(days, day, now)) : good;
  const reached = met ?? firstFull(rule, hoped, wanted);
  const start = reached === undefined ? bestWindow(rule, good).start : Math.max(0, reached - rule.window + 1);
  const compliantDays = count(good, start, rule.window);
  const date = (day: number) => addDays(therapyStart, day);
  const dates: ComplianceDates = {
    metOn: met === undefined ? null : date(met),
    atRiskOn: met === undefined ? date(atRiskFrom(rule, days, good, wanted, closes)) : null,
    closesOn: date(closes),
  };
  return {
    ...dates,
    state: stateOn(dates, today),
    windowStart: date(start),
    windowEnd: date(start + rule.window - 1),
    compliantDays,
    nightsNeeded: met !== undefined ? 0 : reached === undefined ? null : wanted - compliantDays,
    earliestDate: reached === undefined ? null : date(reached),
    // Computed on first access: a result is stored without it.
    get ledger() {
      return ledgerOf(rule, therapyStart, days, now);
    },
  };
}

function ledgerOf(
  rule: ComplianceRule,
  therapyStart: string,
  days: readonly (Day | null)[],
  now: number,
): LedgerNight[] {
  return days.slice(0, Math.max(0, now + 1)).map((day, index) => ({
    date: addDays(therapyStart, index),
    day: index + 1,
    minutes: day?.minutes ?? null,
    source: day?.source ?? null,
    state: day === null ? (isOpen(days, index, now) ? 'expected' : 'missing') : nightState(rule, day.minutes),
  }));
}

function nightState(rule: ComplianceRule, minutes: number): NightState {
  if (minutes > MINUTES_A_DAY) return 'fault';
  if (minutes >= rule.minutes) return 'compliant';
  return minutes === 0 ? 'unused' : 'short';
}
