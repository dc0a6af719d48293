import { addDays, daysBetween } from '../shared/dates.ts';
import { daysOfPeriod, isOpen, ledgerOf, type LedgerNight, type ReportedNight } from './compliance-ledger.ts';
import type { KnownNight } from './compliance-nights.ts';
import { nightsWanted, type ComplianceRule } from './compliance-rule.ts';
import { closingDay, compliantOf, sinceWithout, type Period } from './compliance-since.ts';
import { bestWindow, count, firstFull, lastFull } from './compliance-windows.ts';

export type ComplianceState = 'met' | 'in_progress' | 'at_risk' | 'cannot_be_met' | 'not_met' | 'no_therapy_start';

/** Nights that may be missed at most when a patient is called (decisions/127). */
const NIGHTS_TO_SPARE = 3;

/** Until a night arrives, these give the state of any later day. */
export interface ComplianceDates {
  /** The night on which the rule was met; of stored dates, also a later day whose night arrived already. */
  metOn: string | null;
  /**
   * The first day of the unbroken run of days up to today at whose end every remaining night was needed, or the rule could
   * no longer be met, by what was recorded then; when today is no such day, the first that will be if no night arrives.
   * Null when the rule is met, and when it will be met before by a night that arrived already.
   */
  atRiskOn: string | null;
  /** The same of the days at whose end the rule could no longer be met. */
  cannotBeMetOn: string | null;
  /** From this date on no night of the period can arrive any more. */
  closesOn: string;
}

/** The dates of a result that are stored. */
export interface StoredDates extends ComplianceDates {
  /** As `atRiskOn`, of the days on which at most three of the nights that were left could be missed. */
  shortOn: string | null;
}

export interface Verdict extends StoredDates {
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
  /**
   * The last night that can still complete a window: when the rule is not met with it, it is not met at all. The date on
   * which it was met, or null when it can no longer be met.
   */
  latestDate: string | null;
  /** The last day of the period up to today of which a device sent a night by itself, counted or not. */
  lastWireless: string | null;
  /** Every day of the period up to today. */
  readonly ledger: LedgerNight[];
  /** The dates that the nights of later days give too: they are stored, and do not change when those days come. */
  stored: StoredDates;
}

/** Returns the state on a day, from a stored result. */
export function stateOn({ metOn, atRiskOn, cannotBeMetOn, closesOn }: ComplianceDates, today: string): ComplianceState {
  if (metOn !== null && metOn <= today) return 'met';
  if (today >= closesOn) return 'not_met';
  if (cannotBeMetOn !== null && today >= cannotBeMetOn) return 'cannot_be_met';
  return atRiskOn !== null && today >= atRiskOn ? 'at_risk' : 'in_progress';
}

/**
 * Whether `shortOn`, `atRiskOn` and `cannotBeMetOn` of a result depend on what was known on earlier days, so that `assess` needs the
 * history. The provider may be a day ahead of `today`.
 */
export const needsHistory = ({ shortOn, stored }: Verdict, today: string): boolean =>
  [shortOn, stored.shortOn].some((date) => date !== null && date <= addDays(today, 1));

/** Returns the dates of a result of `now` (from 0). Days after it may have nights: these say nothing before their day. */
function datesOf(period: Period, now: number): StoredDates {
  const { rule, first, days } = period;
  const wanted = nightsWanted(rule);
  const met = firstFull(rule, compliantOf(rule, days), wanted) ?? Infinity;
  const mosts = [wanted + NIGHTS_TO_SPARE, wanted, wanted - 1];
  const [short, atRisk, cannotBeMet] = met <= now ? [] : sinceWithout(period, mosts, now);
  const dateOrNull = (day = Infinity) => (day === Infinity ? null : addDays(first, day));
  return {
    metOn: dateOrNull(met),
    shortOn: dateOrNull(short),
    atRiskOn: dateOrNull(atRisk),
    cannotBeMetOn: dateOrNull(cannotBeMet),
    closesOn: addDays(first, closingDay(rule, days)),
  };
}

function lastWireless(nights: readonly ReportedNight[], first: string, until: string): string | null {
  let last: string | null = null;
  for (const { date, source } of nights)
    if (source === 'wireless' && date >= first && date <= until && date > (last ?? '')) last = date;
  return last;
}

/**
 * Returns the result of a rule for a patient on a calendar date of their organization. Pure. `nights` may extend beyond
 * the period and include nights that do not count. Days without data count as days of the window (the denominator is
 * calendar days), not as nights of zero use. Nights of days after `today` do not count: a device, or who corrects a date,
 * may be ahead of it. `history`: the same nights and what they were before, for a result of which `needsHistory` is true.
 * Source: reference/domain.md 4.1, 4.3; decisions/130.
 */
export function assess(
  rule: ComplianceRule,
  therapyStart: string,
  nights: readonly ReportedNight[],
  today: string,
  history: readonly KnownNight[] = [],
): Verdict {
  const wanted = nightsWanted(rule);
  const first = addDays(therapyStart, rule.firstDay - 1);
  const now = daysBetween(first, today);
  const isCome = ({ date }: ReportedNight) => date <= today;
  const days = daysOfPeriod(rule, first, nights.filter(isCome));
  const good = compliantOf(rule, days);
  const met = firstFull(rule, good, wanted);
  const hoped = met === undefined ? good.map((compliant, day) => compliant || isOpen(days, day, now)) : good;
  const reached = met ?? firstFull(rule, hoped, wanted);
  const last = met ?? lastFull(rule, hoped, wanted);
  const start = reached === undefined ? bestWindow(rule, good).start : Math.max(0, reached - rule.window + 1);
  const compliantDays = count(good, start, rule.window);
  const date = (day: number) => addDays(first, day);
  const dateOrNull = (day: number | undefined) => (day === undefined ? null : date(day));
  const dates = datesOf({ rule, first, days, history: history.filter(isCome) }, now);
  const all = { rule, first, days: daysOfPeriod(rule, first, nights), history };
  let ledger: LedgerNight[] | undefined;
  return {
    ...dates,
    stored: nights.every(isCome) && history.every(isCome) ? dates : datesOf(all, now),
    state: stateOn(dates, today),
    windowStart: date(start),
    windowEnd: date(start + rule.window - 1),
    compliantDays,
    nightsNeeded: met !== undefined ? 0 : reached === undefined ? null : wanted - compliantDays,
    earliestDate: dateOrNull(reached),
    latestDate: dateOrNull(last),
    lastWireless: lastWireless(nights, first, date(Math.min(now, rule.period - 1))),
    // Computed on first access: a result is stored without it.
    get ledger() {
      return (ledger ??= ledgerOf(rule, first, nights, now));
    },
  };
}
