import { assess, type Verdict } from '../compliance/compliance.verdict.ts';
import type { PatientNight } from '../compliance/compliance.nights.ts';
import { defaultRule } from '../compliance/compliance.rule.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { patientsById } from '../patients/patients.service.ts';
import type { Context } from '../shared/context.ts';
import type { CheckedMoves } from './usage-dates.check.ts';
import { afterMoves, type DatedNight } from './usage-dates.moves.ts';

/** What a change of dates would mean for a patient. Null: there is no therapy start to count from. */
export interface Forecast {
  patient: Patient;
  /** Moving nights that are or would be the patient's. */
  nights: number;
  before: Verdict | null;
  after: Verdict | null;
}

/** Every night in the rule's period of these patients, and the nights that move. */
const NIGHTS = `select n.id::text as id, coalesce(n.patient_id, 0) as "patientId", n.machine_id as "machineId", n.usage_date::text as date,
    n.night::text as recorded, n.minutes, n.source, n.overruled, n.state
  from usage_nights n
 where n.id in (
   select c.id from patients p
     join usage_nights c on c.patient_id = p.id and c.usage_date >= p.therapy_start + ? and c.usage_date < p.therapy_start + ?
    where p.id = any (?::int[])
   union select unnest(?::bigint[]))`;

/**
 * Returns, for each patient whose nights would move, the number of those nights and compliance before and after, by name.
 * Nothing is written.
 */
export async function forecast(ctx: Context, { moves }: CheckedMoves): Promise<Forecast[]> {
  if (moves.length === 0) return [];
  const rule = defaultRule();
  const patientIds = [
    ...new Set(moves.flatMap(({ patientId, fromPatientId }) => [fromPatientId ?? [], patientId ?? []].flat())),
  ];
  const found = await Promise.all(patientIds.map((id) => ctx.loader(patientsById).load(id)));
  const patients = found.filter((patient) => patient !== null);
  const nights = await ctx.em.execute<DatedNight[]>(NIGHTS, [
    rule.firstDay - 1,
    rule.firstDay - 1 + rule.period,
    `{${patientIds}}`,
    `{${moves.map(({ id }) => id)}}`,
  ]);
  const after = afterMoves(nights, moves);
  const verdict = ({ id, therapyStart }: Patient, all: readonly PatientNight[]) =>
    therapyStart === null
      ? null
      : assess(
          rule,
          therapyStart,
          all.filter(({ patientId }) => patientId === id),
          ctx.today,
        );
  return patients
    .map((patient) => ({
      patient,
      nights: moves.filter((move) => move.patientId === patient.id || move.fromPatientId === patient.id).length,
      before: verdict(patient, nights),
      after: verdict(patient, after),
    }))
    .toSorted(
      (one, other) => one.patient.lastName.localeCompare(other.patient.lastName) || one.patient.id - other.patient.id,
    );
}
