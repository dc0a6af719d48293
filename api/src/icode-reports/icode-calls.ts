import type { ComplianceRule } from '../compliance/compliance-rule.ts';
import { nightsWanted } from '../compliance/compliance-rule.ts';
import { addDays, daysBetween } from '../shared/dates.ts';
import { COMPLIANT_MINUTES, PRINTED_PERIODS, RUN } from './icode-figures.ts';

/** What a code said, as far as a rule of use needs it. */
export interface ReadCode {
  /** Date of the reading. The last night counted ended on that morning. */
  collected: string;
  /** Days covered. */
  icodePeriod: number;
  compliantDays: number;
  /** Most compliant days in any run of 30; 0 for a code that does not contain it. */
  best30: number;
}

/**
 * first_window: the first whole window ends. target_possible: no earlier window can hold enough nights. overdue: that day
 * has passed without a code. whole_period: the longest code within the period contains the best window of its nights.
 */
export type CallReason = 'first_window' | 'target_possible' | 'overdue' | 'whole_period';

/** A day on which to have codes read, and the nights that they cover. */
export interface ICodeCall {
  on: string;
  /** Periods of the codes to read, in days. */
  periods: number[];
  firstNight: string;
  lastNight: string;
  reason: CallReason;
}

/** caught: a code proves that the rule was met. missed: no code can prove it any more. */
export type CallState = 'none' | 'planned' | 'caught' | 'missed';

export interface CallPlan {
  state: CallState;
  /** The days to call, earliest first; none unless planned. */
  calls: ICodeCall[];
  /** Of the code that proves it: when it was read, and the nights that it covers. */
  caught: { collected: string; firstNight: string; lastNight: string } | null;
}

const NOTHING: CallPlan = { state: 'none', calls: [], caught: null };

const isPrinted = (days: number): boolean => (PRINTED_PERIODS as readonly number[]).includes(days);
const coveredBy = (collected: string, period: number) => ({
  firstNight: addDays(collected, -period),
  lastNight: addDays(collected, -1),
});

/** Whether devices show codes that count what the rule counts. */
const isReadable = ({ window, minutes }: ComplianceRule): boolean =>
  window === RUN && minutes === COMPLIANT_MINUTES && isPrinted(window);

/**
 * Returns the days on which to have iCodes read so that the window that meets the rule is caught. Pure. Codes roll: the
 * one of 30 days covers the 30 nights before its reading, so each day shows another window. The number of compliant
 * nights in the window changes by at most one a day. A code with too few of them therefore says on which day the target
 * can be reached at the earliest: who calls on these days reads the first window that meets the rule. The code of the
 * whole period, read on the morning after it, contains the best window of all. Without a therapy start, and for rules
 * that codes do not count, there is no plan. `codes` are those of one device, without those in a contradiction, which
 * prove nothing and put no call off; `since`: the first night on which the patient had it, because earlier nights may be
 * those of another patient.
 */
export function planCalls(
  rule: ComplianceRule,
  therapyStart: string | null,
  codes: readonly ReadCode[],
  today: string,
  since: string | null = therapyStart,
): CallPlan {
  if (therapyStart === null || !isReadable(rule)) return NOTHING;
  const wanted = nightsWanted(rule);
  const ruleBegin = addDays(therapyStart, rule.firstDay - 1);
  const begin = since !== null && since > ruleBegin ? since : ruleBegin;
  const first = addDays(begin, rule.window);
  const last = addDays(ruleBegin, rule.period);
  const within = codes.filter(
    ({ collected, icodePeriod }) => collected <= last && coveredBy(collected, icodePeriod).firstNight >= begin,
  );
  const proof = within
    .filter(({ compliantDays, best30, icodePeriod }) =>
      icodePeriod === rule.window ? compliantDays >= wanted : best30 >= wanted,
    )
    .sort((a, b) => (a.collected < b.collected ? -1 : 1))[0];
  if (proof) {
    const { collected, icodePeriod } = proof;
    return { state: 'caught', calls: [], caught: { collected, ...coveredBy(collected, icodePeriod) } };
  }
  const longest = PRINTED_PERIODS.findLast((days) => days <= daysBetween(begin, last)) ?? 0;
  const calls = callsFrom({ rule, first, last, wanted, longest }, codes, today);
  return { state: calls.length > 0 ? 'planned' : 'missed', calls, caught: null };
}

interface Trial {
  rule: ComplianceRule;
  /** The first and the last day on which a code of a window covers nights of the period alone. */
  first: string;
  last: string;
  wanted: number;
  /** Days of the longest code that covers nights of the period alone when it is read on the last day. */
  longest: number;
}

/**
 * Returns the first day on which an unread window can hold enough nights, and whether all windows before it are known
 * not to: a window that ended before a code was due and read is known from that code, one after it is not.
 */
function possibleFrom({ rule, first, last, wanted }: Trial, codes: readonly ReadCode[]) {
  let [possible, isGapless] = [first, true];
  const read = codes
    .filter(({ icodePeriod, collected }) => icodePeriod === rule.window && collected <= last)
    .toSorted((a, b) => (a.collected < b.collected ? -1 : 1));
  for (const { collected, compliantDays } of read) {
    if (collected > possible) isGapless = false;
    const bound = addDays(collected, Math.max(1, wanted - compliantDays));
    if (bound > possible) possible = bound;
  }
  return { possible, isGapless };
}

function callsFrom(trial: Trial, codes: readonly ReadCode[], today: string): ICodeCall[] {
  const { rule, first, last, longest } = trial;
  const isLongerThanWindow = longest > rule.window;
  const isLastRead = codes.some(
    ({ collected, icodePeriod }) => collected === last && isLongerThanWindow && icodePeriod === longest,
  );
  if (today > last || isLastRead) return [];
  const call = (on: string, periods: number[], reason: CallReason): ICodeCall => ({
    on,
    periods,
    ...coveredBy(on, Math.max(...periods)),
    reason,
  });
  const { possible, isGapless } = possibleFrom(trial, codes);
  const whole = isLongerThanWindow ? [call(last, [rule.window, longest], 'whole_period')] : [];
  if (possible > last) return isGapless ? [] : whole;
  const on = possible < today ? today : possible;
  const reason = possible < today ? 'overdue' : possible === first ? 'first_window' : 'target_possible';
  if (on === last && whole.length > 0) return whole;
  return [call(on, [rule.window], reason), ...whole];
}
