import { overruledAmong, type PatientNight } from '../compliance/compliance.nights.ts';

/** A night as compliance counts it. Its patient is 0 on a date without an assignment. */
export interface DatedNight extends PatientNight {
  id: string;
}

/** A night of a machine that gets another date. */
export interface Move {
  id: string;
  oldDate: string;
  newDate: string;
  /** Whose night it is before and after the move; null for a date without an assignment. */
  fromPatientId: number | null;
  patientId: number | null;
}

/**
 * Returns the nights as they are after the moves: each moved night with its new date and patient, and every night
 * overruled or not by those that then have its date. Pure.
 */
export function afterMoves(nights: readonly DatedNight[], moves: readonly Move[]): PatientNight[] {
  const moved = new Map(moves.map((move) => [move.id, move]));
  return overruledAmong(
    nights.map((night) => {
      const move = moved.get(night.id);
      return move ? { ...night, date: move.newDate, patientId: move.patientId ?? 0 } : night;
    }),
  );
}
