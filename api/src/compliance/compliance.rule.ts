/** A rule of use as data: another payer's rule is a new entry, and a changed rule is a new version. */
export interface ComplianceRule {
  name: string;
  version: number;
  /** Days from therapy start within which the rule must be met; the first is day 1. */
  period: number;
  /** Length of the window in consecutive days, entirely within the period. */
  window: number;
  /** Minutes of use that make a night compliant. */
  minutes: number;
  /** Required share of the window's days, in percent. Days without data count as days. */
  percent: number;
}

/** LCD L33718: "use >= 4 h per night on 70 % of nights in a consecutive 30-day period any time in the first 3 months of initial use". */
export const CMS_PAP: ComplianceRule = {
  name: 'CMS PAP',
  version: 1,
  period: 90,
  window: 30,
  minutes: 240,
  percent: 70,
};

/** Compliant nights required in a window: 21 of 30. */
export const nightsWanted = ({ window, percent }: ComplianceRule): number => Math.ceil((window * percent) / 100);
