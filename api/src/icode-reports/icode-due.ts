import type { ComplianceRule } from '../compliance/compliance-rule.ts';
import { addDays } from '../shared/dates.ts';
import { planCalls, type CallPlan } from './icode-calls.ts';
import { withoutContradictions, type ComparedCode } from './icode-contradictions.ts';
import type { RecordedNight } from './icode-recorded.ts';

/** Days back within which a wireless night shows that the device sends its nights. */
export const SENDING = 7;

/** A device of a patient. `endDate`: null for the one that the patient has now. */
export interface CalledDevice {
  serial: string;
  startDate: string;
  endDate: string | null;
  /** The nights that it recorded for the patient. */
  nights: readonly RecordedNight[];
}

/** A code, with the device from which it was read. */
export interface CodeOfDevice extends ComparedCode {
  serial: string;
}

/**
 * Returns the plan of each device. Each counts from the evening on which the patient got it to the morning on which the
 * patient gave it back. A code in a contradiction, with another one or with the recorded nights, proves nothing.
 */
export const plansOf = (
  rule: ComplianceRule,
  therapyStart: string | null,
  devices: readonly CalledDevice[],
  codes: readonly CodeOfDevice[],
  today: string,
): (CallPlan & CalledDevice)[] =>
  devices.map((device) => {
    const all = withoutContradictions(
      codes.filter(({ serial }) => serial === device.serial),
      device.nights,
    );
    const own = all.filter(({ collected }) => !device.endDate || collected <= device.endDate);
    return { ...planCalls(rule, therapyStart, own, today, device.startDate), ...device };
  });

/** The days on which codes are to be read: every day from `on` until `until`. */
export interface CallDays {
  on: string;
  until: string;
  /** Days of the longer code to read on the last of these days; null when there is none. */
  longest: number | null;
}

/** What the days to call follow from. */
export interface CallFacts {
  rule: ComplianceRule;
  therapyStart: string | null;
  /** Whether the recorded nights meet the rule. */
  isMet: boolean;
  /** The last night that arrived wireless; null without one. */
  lastWireless: string | null;
  devices: readonly CalledDevice[];
  codes: readonly CodeOfDevice[];
}

const FIRST_OF_DAYS = '0001-01-01';

/**
 * Returns the days on which codes are to be read from the device that the patient has; null when none are. Pure, and
 * without today: a plan moves with the days only because a call that is overdue is due today, so the plan of a day on which
 * nothing is overdue says since when one is due, and the week after a wireless night ends on a day that is known.
 */
export function callDaysOf({ rule, therapyStart, isMet, lastWireless, devices, codes }: CallFacts): CallDays | null {
  const plans = plansOf(rule, therapyStart, devices, codes, FIRST_OF_DAYS);
  if (therapyStart === null || isMet || plans.some(({ state }) => state === 'caught')) return null;
  const active = plans.find(({ endDate }) => endDate === null);
  if (active?.state !== 'planned') return null;
  const quiet = lastWireless === null ? null : addDays(lastWireless, SENDING + 1);
  const planned = active.calls[0]!.on;
  const on = quiet !== null && quiet > planned ? quiet : planned;
  const until = addDays(therapyStart, rule.firstDay - 1 + rule.period);
  const longest = Math.max(...active.calls.at(-1)!.periods);
  return on > until ? null : { on, until, longest: longest > rule.window ? longest : null };
}
