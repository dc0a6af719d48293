import { forecast, type Forecast } from '../compliance/compliance-forecast.ts';
import type { DatedNight, Move } from '../compliance/compliance-moves.ts';
import type { Machine } from '../machines/machine.entity.ts';
import type { Patient } from '../patients/patient.entity.ts';
import { patientsById } from '../patients/patients.service.ts';
import type { Context } from '../shared/context.ts';
import { VOIDED } from '../usage/night-states.ts';
import type { DateRange } from './device-history-overlaps.ts';

/** Nights that would go the same way. */
export interface NightsMoved {
  /** Whose nights they are; null for none, or for a patient that the viewer may not see. */
  from: Patient | null;
  fromHidden: boolean;
  /** Whose nights they would be; null for none. */
  to: Patient | null;
  nights: number;
  firstDate: string;
  lastDate: string;
}

/** What the dates of an assignment would change. */
export interface AssignmentImpact {
  moves: NightsMoved[];
  patients: Forecast[];
}

interface Assignment {
  patient: Patient;
  machine: Machine;
  range: DateRange;
  /** The assignment that changes; undefined for a new one. */
  historyId?: number;
}

interface MovingNight extends DatedNight {
  fromHidden: boolean;
  toId: number | null;
}

const MOVING = `
  select night_id::text as id, coalesce(holder, 0) as "patientId", ?::int as "machineId", dated::text as date, recorded::text, used as minutes,
         origin as source, is_overruled as overruled, validity as state, is_hidden as "fromHidden", receiver as "toId"
    from nights_moving(?, ?, ?::int, ?::date, ?::date) where validity <> ${VOIDED} order by dated, night_id`;

const moveOf = ({ id, date, patientId, toId }: MovingNight): Move => ({
  id,
  oldDate: date,
  newDate: date,
  fromPatientId: patientId || null,
  patientId: toId,
});

async function movedOf(ctx: Context, nights: readonly MovingNight[]): Promise<NightsMoved> {
  const [first] = nights;
  const load = (id: number | null) => (id ? ctx.loader(patientsById).load(id) : null);
  return {
    from: await load(first!.patientId),
    fromHidden: first!.fromHidden,
    to: await load(first!.toId),
    nights: nights.length,
    firstDate: first!.date,
    lastDate: nights.at(-1)!.date,
  };
}

/**
 * Returns the nights that an assignment with these dates would move, by whose they are and would be, and compliance of
 * the patients before and after. A patient that the viewer may not see is not named. Nothing is written.
 */
export async function nightsImpactOf(
  ctx: Context,
  { patient, machine, range, historyId }: Assignment,
): Promise<AssignmentImpact> {
  const nights = await ctx.em.execute<MovingNight[]>(MOVING, [
    machine.id,
    machine.id,
    patient.id,
    historyId ?? null,
    range.startDate,
    range.endDate,
  ]);
  const ways = Map.groupBy(nights, ({ patientId, fromHidden, toId }) => `${patientId} ${fromHidden} ${toId}`);
  const patients = await forecast(ctx, nights.map(moveOf), nights);
  ctx.shows(patients.map((concerned) => concerned.patient.id));
  return { moves: await Promise.all([...ways.values()].map((way) => movedOf(ctx, way))), patients };
}
