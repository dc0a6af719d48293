import { timezoneOfPatient } from '../organizations/organizations.service.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { patientsById } from '../patients/patients.service.ts';
import type { Context } from '../shared/context.ts';
import { afterMoves, type DatedNight, type Move } from './compliance-moves.ts';
import type { PatientNight } from './compliance-nights.ts';
import { defaultRule } from './compliance-rule.ts';
import { assess, type Verdict } from './compliance-verdict.ts';

/** What moving nights would mean for a patient. Null: there is no therapy start to count from. */
export interface Forecast {
  patient: Patient;
  /** Moving nights that are or would be the patient's. */
  nights: number;
  before: Verdict | null;
  after: Verdict | null;
}

/** Every night in the rule's period of these patients. */
const NIGHTS = `select n.id::text as id, n.patient_id as "patientId", n.machine_id as "machineId", n.usage_date::text as date,
    n.night::text as recorded, n.minutes, n.source, n.overruled, n.state
  from patients p
  join usage_nights n on n.patient_id = p.id and n.usage_date >= p.therapy_start + ? and n.usage_date < p.therapy_start + ?
 where p.id = any (?::int[])`;

/**
 * Returns, for each patient that the viewer may see and whose nights would move, the number of those nights and
 * compliance before and after, by name. `moving`: the moving nights as they are. Nothing is written.
 */
export async function forecast(
  ctx: Context,
  moves: readonly Move[],
  moving: readonly DatedNight[],
): Promise<Forecast[]> {
  if (moves.length === 0) return [];
  const rule = defaultRule();
  const ids = new Set(moves.flatMap(({ patientId, fromPatientId }) => [fromPatientId, patientId]));
  const found = await Promise.all([...ids].map((id) => id && ctx.loader(patientsById).load(id)));
  const patients = found.filter((patient) => typeof patient === 'object' && patient !== null);
  const around = await ctx.em.execute<DatedNight[]>(NIGHTS, [
    rule.firstDay - 1,
    rule.firstDay - 1 + rule.period,
    `{${patients.map(({ id }) => id)}}`,
  ]);
  const isMoving = new Set(moving.map(({ id }) => id));
  const before = [...around.filter(({ id }) => !isMoving.has(id)), ...moving];
  const after = afterMoves(before, moves);
  const todays = await Promise.all(patients.map(async (patient) => ctx.todayIn(await timezoneOfPatient(ctx, patient))));
  const verdict = ({ id, therapyStart }: Patient, nights: readonly PatientNight[], today: string) =>
    therapyStart === null
      ? null
      : assess(
          rule,
          therapyStart,
          nights.filter(({ patientId }) => patientId === id),
          today,
        );
  return patients
    .map((patient, index) => ({
      patient,
      nights: moves.filter((move) => move.patientId === patient.id || move.fromPatientId === patient.id).length,
      before: verdict(patient, before, todays[index]!),
      after: verdict(patient, after, todays[index]!),
    }))
    .toSorted(
      (one, other) => one.patient.lastName.localeCompare(other.patient.lastName) || one.patient.id - other.patient.id,
    );
}
