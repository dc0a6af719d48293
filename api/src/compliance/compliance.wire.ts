import type { Compliance } from './compliance.types.ts';

/** The documented `compliance_met_result` of a patient, with its `period`. */
export const complianceMetResult = (compliance: Compliance) => ({
  rule: compliance.ruleName,
  state: compliance.state,
  as_of: compliance.asOf,
  timezone: compliance.timezone,
  period: compliance.period,
  window_start: compliance.windowStart,
  window_end: compliance.windowEnd,
  met_on: compliance.metOn,
  compliant_days: compliance.compliantDays,
  nights_needed: compliance.nightsNeeded,
  earliest_date: compliance.earliestDate,
});
