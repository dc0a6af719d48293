/** A rule of use as data: another payer's rule is another entry, a changed one another version. */
export interface ComplianceRule {
  name: string;
  version: number;
  /** Days from therapy start within which it must be met: the first is day 1. */
  period: number;
  /** Consecutive days, wholly within the period, of which enough must be compliant. */
  window: number;
  /** A night of at least so many minutes is compliant. */
  minutes: number;
  /** Share of the window's days, in percent; days without data count as days. */
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

/** Compliant nights that a window needs: 21 of 30. */
export const nightsWanted = ({ window, percent }: ComplianceRule): number => Math.ceil((window * percent) / 100);
