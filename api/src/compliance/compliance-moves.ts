import { overruledAmong, type PatientNight } from './compliance-nights.ts';

/** A night as compliance counts it. Its patient is 0 when it has none, or one that the viewer may not see. */
export interface DatedNight extends PatientNight {
  id: string;
}

/** A night of a machine that gets another date or another patient. */
export interface Move {
  id: string;
  oldDate: string;
  newDate: string;
  /** Whose night it is before and after the move; null for none. */
  fromPatientId: number | null;
  patientId: number | null;
}

const placeOf = (machineId: number, date: string) => `${machineId} ${date}`;

/**
 * Returns the nights as they are after the moves: each moved night with its new date and patient, and every night of a
 * date where a night moves overruled or not by those of its patient that then have the date. Pure.
 */
export function afterMoves(nights: readonly DatedNight[], moves: readonly Move[]): DatedNight[] {
  const moved = new Map(moves.map((move) => [move.id, move]));
  const changed = new Set<string>();
  const after = nights.map((night): DatedNight => {
    const move = moved.get(night.id);
    if (!move) return night;
    if (move.newDate !== night.date || move.patientId !== move.fromPatientId)
      for (const date of [night.date, move.newDate]) changed.add(placeOf(night.machineId, date));
    return { ...night, date: move.newDate, patientId: move.patientId ?? 0 };
  });
  if (changed.size === 0) return after;
  const settled = overruledAmong(after);
  return after.map((night, index) => (changed.has(placeOf(night.machineId, night.date)) ? settled[index]! : night));
}
