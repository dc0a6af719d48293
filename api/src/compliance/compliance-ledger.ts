import { addDays, daysBetween } from '../shared/dates.ts';
import type { NightSource } from '../usage/night-source.rules.ts';
import type { ComplianceRule } from './compliance-rule.ts';

/** One night as one source reported it. Dates are those of the evening: noon to noon, device-local. */
export interface ReportedNight {
  /** The date by which the night counts: the corrected one, if there is a correction. */
  date: string;
  /** The date that the device recorded. */
  recorded: string;
  minutes: number;
  source: NightSource;
  /** True when a source of higher priority reported the night: not counted. */
  overruled: boolean;
  /** 1: valid. A night in any other state is kept and not counted. */
  state: number;
}

/** expected: no data yet, and it may still arrive; missing: no data, which is not zero use; fault: more than 24 hours. */
export type NightState = 'compliant' | 'short' | 'unused' | 'fault' | 'missing' | 'expected';

/** Whether the minutes of one report are in the minutes of its night, and why not. */
export type ReportOutcome = 'counted' | 'overruled' | 'invalid';

/** What one source reported for a day of the ledger. */
export interface LedgerReport {
  source: ReportedNight['source'];
  minutes: number;
  recorded: string;
  corrected: boolean;
  outcome: ReportOutcome;
}

/** One day of the compliance period. */
export interface LedgerNight {
  date: string;
  /** Day of therapy, from 1, the day of therapy start. */
  day: number;
  minutes: number | null;
  source: ReportedNight['source'] | null;
  state: NightState;
  /** True when a counted report of the night has a corrected date. */
  corrected: boolean;
  /** Everything that was reported for the day, counted or not. */
  reports: LedgerReport[];
}

/** What counts of one day; null without a report that counts. */
export interface Day {
  minutes: number;
  source: ReportedNight['source'];
}

/** Data "can be delayed for 24 or more hours": a night without data is expected for this many days, then missing. */
export const LATE_DAYS = 2;
export const MINUTES_A_DAY = 1440;

/** Returns what became of a report. */
export const outcomeOf = ({ overruled, state }: ReportedNight): ReportOutcome =>
  state !== 1 ? 'invalid' : overruled ? 'overruled' : 'counted';

/**
 * Returns the days of the period that begins on `start`. The sessions of one night, from any number of machines, add up.
 */
export function daysOfPeriod(
  { period }: ComplianceRule,
  start: string,
  nights: readonly ReportedNight[],
): (Day | null)[] {
  const days = new Array<Day | null>(period).fill(null);
  for (const night of nights) {
    const index = daysBetween(start, night.date);
    if (outcomeOf(night) !== 'counted' || index < 0 || index >= period) continue;
    days[index] = { minutes: (days[index]?.minutes ?? 0) + night.minutes, source: days[index]?.source ?? night.source };
  }
  return days;
}

/** Whether the data of a day may still arrive; `today` and `day` are indexes of the period. */
export const isOpen = (days: readonly (Day | null)[], day: number, today: number): boolean =>
  days[day] === null && day >= today - LATE_DAYS;

/** Returns every day of the period up to `today` (an index), with everything that was reported for it. */
export function ledgerOf(
  rule: ComplianceRule,
  start: string,
  nights: readonly ReportedNight[],
  today: number,
): LedgerNight[] {
  const days = daysOfPeriod(rule, start, nights);
  const reported = Map.groupBy(nights, ({ date }) => date);
  return days.slice(0, Math.max(0, today + 1)).map((day, index) => {
    const date = addDays(start, index);
    const reports = (reported.get(date) ?? []).map(reportOf);
    return {
      date,
      day: index + rule.firstDay,
      minutes: day?.minutes ?? null,
      source: day?.source ?? null,
      state: day === null ? (isOpen(days, index, today) ? 'expected' : 'missing') : nightState(rule, day.minutes),
      corrected: reports.some(({ corrected, outcome }) => corrected && outcome === 'counted'),
      reports,
    };
  });
}

function reportOf(night: ReportedNight): LedgerReport {
  const { source, minutes, recorded, date } = night;
  return { source, minutes, recorded, corrected: recorded !== date, outcome: outcomeOf(night) };
}

/** Returns how the minutes of a night count under a rule. */
export function nightState(rule: ComplianceRule, minutes: number): NightState {
  if (minutes > MINUTES_A_DAY) return 'fault';
  if (minutes >= rule.minutes) return 'compliant';
  return minutes === 0 ? 'unused' : 'short';
}
