import type { ReportedNight } from '../../compliance/compliance.ledger.ts';
import { CMS_PAP } from '../../compliance/compliance.rule.ts';
import { assess } from '../../compliance/compliance.verdict.ts';
import { instant } from './calendar.ts';

type Row = Record<string, unknown>;

/** Seconds: the same calendar date in UTC and in America. */
const NOON = 12 * 3600;

/** A row of a night as the rule reads it; the database fills the columns that a row leaves out. */
const reported = ({ night, usage_date: date = night, state = 1, minutes, source, overruled }: Row) =>
  ({ recorded: night, date, state, minutes, source, overruled }) as ReportedNight;

/**
 * Returns the rule's result for a patient's rows: the stored result, and the dates on the patient's row, which a
 * trigger derives otherwise.
 */
export function demoCompliance(
  patient: Row,
  nights: readonly Row[],
  today: string,
): { patientDates: Row; result: Row | null } {
  const start = patient.therapy_start as string | null;
  if (start === null)
    return {
      patientDates: { compliance_met_on: null, compliance_at_risk_on: null, compliance_closes_on: null },
      result: null,
    };
  const verdict = assess(CMS_PAP, start, nights.map(reported), today);
  return {
    patientDates: {
      compliance_met_on: verdict.metOn,
      compliance_at_risk_on: verdict.atRiskOn,
      compliance_closes_on: verdict.closesOn,
    },
    result: {
      org_id: patient.org_id,
      patient_id: patient.id,
      rule: CMS_PAP.name,
      rule_version: CMS_PAP.version,
      period: CMS_PAP.period,
      therapy_start: start,
      window_start: verdict.windowStart,
      window_end: verdict.windowEnd,
      compliant_days: verdict.compliantDays,
      met_on: verdict.metOn,
      at_risk_on: verdict.atRiskOn,
      closes_on: verdict.closesOn,
      computed_at: instant(today, NOON),
    },
  };
}

/** Returns the last contact of a machine's module, which a trigger derives otherwise: the end of the latest session. */
export function lastHeard(connections: readonly Row[], machineId: number): string | null {
  let last: string | null = null;
  for (const { machine_id: machine, start_time: start, end_time: end } of connections) {
    const heard = (end ?? start) as string;
    if (machine === machineId && (last === null || heard > last)) last = heard;
  }
  return last;
}
