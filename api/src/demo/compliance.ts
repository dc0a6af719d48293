import { callDaysBy, type DevicesAndCodes } from '../compliance/compliance-calls.ts';
import type { KnownNight } from '../compliance/compliance-nights.ts';
import { CMS_PAP } from '../compliance/compliance-rule.ts';
import { assess } from '../compliance/compliance-verdict.ts';
import { dayIn } from '../shared/dates.ts';
import { instant } from './calendar.ts';

type Row = Record<string, unknown>;

/** Seconds: midnight in New York in winter. A later time may still come, and a rebuild keeps a result later than itself. */
const MIDNIGHT = 5 * 3600;

/** The zone of every demo provider. */
const ZONE = 'America/New_York';

/**
 * A row of a night as the rule reads it, since the day on which it arrived: a correction was made on the same day. The
 * database fills the columns that a row leaves out.
 */
const reported = ({ night, usage_date: date = night, state = 1, ...row }: Row) =>
  ({
    patientId: row.patient_id,
    machineId: row.machine_id,
    recorded: night,
    date,
    state,
    minutes: row.minutes,
    source: row.source,
    overruled: row.overruled,
    since: dayIn(ZONE, new Date(row.arrived_at as string)),
    until: null,
  }) as KnownNight;

/**
 * Returns the rule's result for a patient's rows: the stored result, and the dates on the patient's row, which a
 * trigger derives otherwise.
 */
export function demoCompliance(
  patient: Row,
  nights: readonly Row[],
  today: string,
  devicesAndCodes: DevicesAndCodes,
): { patientDates: Row; result: Row | null } {
  const start = patient.therapy_start as string | null;
  if (start === null)
    return {
      patientDates: {
        compliance_met_on: null,
        compliance_at_risk_on: null,
        compliance_cannot_be_met_on: null,
        compliance_closes_on: null,
        compliance_short_on: null,
        compliance_call_on: null,
        compliance_call_until: null,
      },
      result: null,
    };
  const known = nights.map(reported);
  const verdict = assess(CMS_PAP, start, known, today, known);
  const call = callDaysBy(CMS_PAP, start, verdict, devicesAndCodes);
  const { metOn, shortOn, atRiskOn, cannotBeMetOn, closesOn } = verdict.stored;
  return {
    patientDates: {
      compliance_met_on: metOn,
      compliance_at_risk_on: atRiskOn,
      compliance_cannot_be_met_on: cannotBeMetOn,
      compliance_closes_on: closesOn,
      compliance_short_on: shortOn,
      compliance_call_on: call?.on ?? null,
      compliance_call_until: call?.until ?? null,
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
      met_on: metOn,
      short_on: shortOn,
      call_on: call?.on ?? null,
      call_until: call?.until ?? null,
      call_longest: call?.longest ?? null,
      at_risk_on: atRiskOn,
      cannot_be_met_on: cannotBeMetOn,
      closes_on: closesOn,
      computed_at: instant(today, MIDNIGHT),
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
