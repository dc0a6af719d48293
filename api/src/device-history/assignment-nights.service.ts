import { forecast } from '../compliance/compliance-forecast.ts';
import type { DatedNight } from '../compliance/compliance-moves.ts';
import type { Patient } from '../patients/patient.entity.ts';
import type { Context } from '../shared/context.ts';
import { VOIDED } from '../usage/night-states.ts';
import type { AssignmentImpact } from './device-nights.service.ts';

/** How many nights, of all sources, and on which dates. */
export interface NightsOfAssignment {
  nights: number;
  firstDate: string;
  lastDate: string;
}

/** The nights that void_assignment() takes from the patient. Voided ones go with them, and count nowhere. */
const HELD = `
  select n.id::text as id, n.patient_id as "patientId", n.machine_id as "machineId", n.usage_date::text as date,
         n.night::text as recorded, n.minutes, n.source, n.overruled, n.state
    from nights_of_assignment(?) n where n.state <> ${VOIDED} order by n.usage_date, n.id`;

/** Returns the nights that the patient has by this assignment, listed or removed from view, and by no other one; by date. */
export const heldNights = ({ em }: Pick<Context, 'em'>, { id }: { id: number }): Promise<DatedNight[]> =>
  em.execute<DatedNight[]>(HELD, [id]);

/** Returns the number of nights and their first and last date; null for none. */
export const rangeOf = (nights: readonly DatedNight[]): NightsOfAssignment | null =>
  nights.length === 0 ? null : { nights: nights.length, firstDate: nights[0]!.date, lastDate: nights.at(-1)!.date };

/** Returns what it would change if these nights of a patient were of no patient. Nothing is written. */
export async function impactOfVoid(
  ctx: Context,
  { patient }: { patient: Patient },
  nights: readonly DatedNight[],
): Promise<AssignmentImpact> {
  const range = rangeOf(nights);
  if (!range) return { moves: [], patients: [] };
  const leaving = nights.map(({ id, date }) => ({
    id,
    oldDate: date,
    newDate: date,
    fromPatientId: patient.id,
    patientId: null,
  }));
  return {
    moves: [{ from: patient, fromHidden: false, to: null, ...range }],
    patients: await forecast(ctx, leaving, nights),
  };
}
