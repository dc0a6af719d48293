import type { Random } from '../random.ts';
import { ahiOf, countOf, secondsOf, type GoldenNight, type PlannedNight } from './card-plan.ts';

/** A snapshot of the pressure, in cmH2O x100; zeros when the device had none. */
export interface Snapshot {
  at: number;
  epap: number;
  ipap: number;
}

/** Returns a snapshot every 30 seconds of use; the first one of a session has no pressure. */
export function snapshotsOf(random: Random, { sessions }: PlannedNight): Snapshot[] {
  let pressure = random.int(60, 120) * 10;
  return sessions.flatMap(({ from, to }) =>
    Array.from({ length: (to - from) / 30 }, (_, nth) => {
      pressure = Math.min(2000, Math.max(400, pressure + random.int(-3, 3) * 10));
      const isNone = nth === 0 && from !== 0;
      return { at: from + nth * 30, epap: isNone ? 0 : pressure - 100, ipap: isNone ? 0 : pressure };
    }),
  );
}

/** Returns the figures of a night of a G3X card. */
export function goldenG3xNight(night: PlannedNight, snapshots: readonly Snapshot[]): Omit<GoldenNight, 'running'> {
  const seconds = secondsOf(night);
  const obstructiveApneas = countOf(night, 'obstructive');
  const centralApneas = countOf(night, 'central');
  const unclassifiedApneas = countOf(night, 'unclassified');
  const hypopneas = countOf(night, 'hypopnea', 'obstructiveHypopnea', 'centralHypopnea');
  const pressures = snapshots.filter(({ ipap }) => ipap > 0).map(({ ipap }) => ipap);
  pressures.sort((one, other) => one - other);
  const average = pressures.reduce((sum, pressure) => sum + pressure, 0) / pressures.length;
  return {
    night: night.night,
    minutes: Math.floor(seconds / 60),
    sessions: night.sessions.length,
    obstructiveApneas,
    centralApneas,
    unclassifiedApneas,
    hypopneas,
    reras: countOf(night, 'rera'),
    ahi: ahiOf(obstructiveApneas + centralApneas + unclassifiedApneas + hypopneas, seconds),
    pressure: Math.round(average / 10) / 10,
    p95: pressures[Math.ceil(pressures.length * 0.95) - 1]! / 100,
  };
}
