/**
 * A rule of use as data. A published version never changes, because results and reports name it: a changed rule is a new
 * version, and another payer's rule is a new entry.
 */
export interface ComplianceRule {
  /** The name in requests. */
  readonly id: string;
  /** The name on screen and in stored results. */
  readonly name: string;
  readonly version: number;
  /** Day of therapy on which the period begins; therapy start is day 1. */
  readonly firstDay: number;
  /** Days of the period within which the rule must be met. */
  readonly period: number;
  /** Length of the window in consecutive days, entirely within the period. */
  readonly window: number;
  /** Minutes of use that make a night compliant. */
  readonly minutes: number;
  /** Required share of the window's days, in percent. Days without data count as days. */
  readonly percent: number;
}

/** LCD L33718: "use >= 4 h per night on 70 % of nights in a consecutive 30-day period any time in the first 3 months of initial use". */
export const CMS_PAP: ComplianceRule = {
  id: 'cms-pap',
  name: 'CMS PAP',
  version: 1,
  firstDay: 1,
  period: 90,
  window: 30,
  minutes: 240,
  percent: 70,
};

// NCD 240.9 (June 9, 2025), respiratory assist devices and home ventilators: two evaluations in the first year, by month
// 6 and in months 7 to 12, of "use >= 4 h per 24-hour period on >= 70 % of days in a 30-day period". The 24 hours are
// those of a night, noon to noon.
const NCD_240_9: ComplianceRule = {
  id: 'ncd-240.9',
  name: 'NCD 240.9, months 1-6',
  version: 1,
  firstDay: 1,
  period: 180,
  window: 30,
  minutes: 240,
  percent: 70,
};
const NCD_240_9_CONTINUED: ComplianceRule = {
  ...NCD_240_9,
  id: 'ncd-240.9-continued',
  name: 'NCD 240.9, months 7-12',
  firstDay: 181,
  period: 185,
};

/** Commercial payers differ: half of the nights, 60-day windows. An example of such a rule, of no particular payer. */
const PAYER_EXAMPLE: ComplianceRule = {
  id: 'payer-example',
  name: 'Example payer',
  version: 1,
  firstDay: 1,
  period: 120,
  window: 60,
  minutes: 240,
  percent: 50,
};

/** Every published version of every rule. */
const PUBLISHED: readonly ComplianceRule[] = [CMS_PAP, NCD_240_9, NCD_240_9_CONTINUED, PAYER_EXAMPLE];

/** The newest version of each rule, the default rule first. */
export const complianceRules: readonly ComplianceRule[] = [...Map.groupBy(PUBLISHED, ({ id }) => id).values()].map(
  (versions) => versions.reduce((newest, rule) => (rule.version > newest.version ? rule : newest)),
);

/** Returns the newest version of a rule; undefined when there is no such rule. */
export const complianceRuleOf = (ruleId: string): ComplianceRule | undefined =>
  complianceRules.find(({ id }) => id === ruleId);

/**
 * Returns the rule of a patient's stored result, which lists, the home page and the documented REST paths show. It is
 * the same for all devices: a bilevel device falls under L33718 for sleep apnea and under NCD 240.9 for chronic
 * respiratory failure, and the diagnosis is not recorded (decisions/073).
 */
export const defaultRule = (): ComplianceRule => CMS_PAP;

/** Compliant nights required in a window: 21 of 30. */
export const nightsWanted = ({ window, percent }: ComplianceRule): number => Math.ceil((window * percent) / 100);
