import { DAY, dateOf, nightOf, noonOf } from './card-dates.ts';
import { averageOf, p95Of, type EventCounts } from './card-night.ts';
import type { AddWarning, CardWarningCode } from './card-warnings.ts';

// Names of the module, as in g3x.evt.ts.
const { max, min } = Math;

/**
 * Seconds by which a record may be out of order: an event is written after its end and dated at its start. Also the
 * longest time from the start of a session to its first snapshot, and from the last one to its end.
 */
export const TOLERANCE = 600;
/** Longest time for which a snapshot of the pressure, written about every 30 seconds, counts. */
const SNAPSHOT_SECONDS = 60;
/** The highest pressure that is counted, in cmH2O x100. */
const HIGHEST = 3500;

/** What the events of one night add up to. */
export interface EventNight {
  seconds: number;
  sessions: number;
  events: EventCounts & { unclassified: number; reras: number };
  /** Seconds at each pressure in cmH2O x100; null without snapshots. */
  pressures: Uint32Array | null;
}

/** Pairs the starts and ends of sessions, divides them at noon, and weighs the snapshots in them. */
export function sessionsOf(nightAt: (day: number) => EventNight | null, file: string, add: AddWarning) {
  /** The open session, its first snapshot, and the end of the session before; -1 when there is none. */
  let [started, first, ended] = [-1, -1, -1];
  /** The last snapshot, which counts until the next one, and its pressure. */
  let [last, pressure] = [-1, 0];

  const warn = (code: CardWarningCode, time: number) => add(code, { file, night: dateOf(nightOf(time)) });

  /** Counts the last snapshot up to this time. */
  function weigh(until: number): void {
    const seconds = min(until - last, SNAPSHOT_SECONDS);
    const night = last !== -1 && pressure > 0 && seconds > 0 ? nightAt(nightOf(last)) : null;
    if (night) {
      night.pressures ??= new Uint32Array(HIGHEST + 1);
      night.pressures[pressure]! += seconds;
    }
  }

  /**
   * Whether the times of a session are as its snapshots say: the first one follows the start, the last one precedes the
   * end, and it does not overlap the session before. No checksum protects the times.
   */
  const isPlausible = (time: number) =>
    started >= ended && (first === -1 || (first - started <= TOLERANCE && time - last <= TOLERANCE));

  /** Adds a session to the night of its start and, across noon, to the next one. */
  function addSession(from: number, time: number): void {
    for (let night = nightOf(from); night <= nightOf(max(from, time - 1)); night += 1) {
      const part = nightAt(night);
      if (!part) break;
      part.seconds += min(time, noonOf(night + 1)) - max(from, noonOf(night));
      part.sessions += 1;
    }
  }

  return {
    start: (time: number) => {
      if (started !== -1) warn('events.unpaired', started);
      weigh(time);
      [started, first, last] = [time, -1, -1];
    },
    end: (time: number) => {
      weigh(time);
      // Two sessions never overlap; a large step back is a clock that was set back.
      const from = started < ended && ended - started <= TOLERANCE ? ended : started;
      if (started === -1 || time < from || time - from > DAY) warn('events.unpaired', time);
      else {
        if (!isPlausible(time)) warn('events.order', time);
        addSession(from, time);
      }
      if (started !== -1) ended = time;
      [started, first, last] = [-1, -1, -1];
    },
    snapshot: (time: number, cmH2O: number) => {
      weigh(time);
      if (first === -1) first = time;
      [last, pressure] = [time, cmH2O];
    },
    close: () => {
      weigh(last + SNAPSHOT_SECONDS / 2);
      if (started !== -1) warn('events.unpaired', started);
    },
  };
}

/** Returns the average and the P95 of the snapshots of a night; null without any. */
export const pressuresOf = ({ pressures }: EventNight) => ({
  pressure: pressures && averageOf(pressures),
  p95: pressures && p95Of(pressures),
});
