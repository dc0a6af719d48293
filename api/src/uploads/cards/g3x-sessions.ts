import { dateOf, isWithin, nightOf, noonOf, type DayRange } from './card-dates.ts';
import { averageOf, MOST_NIGHTS, p95Of, type EventCounts } from './card-night.ts';
import type { AddWarning, CardWarningCode } from './card-warnings.ts';

// Names of the module, as in g3x-records.ts.
const { floor, max, min } = Math;

/** The highest pressure that is counted, in cmH2O x100. */
const HIGHEST = 3500;

/** Share of the use above which a card writes its snapshots regularly, so that missing ones are noticed. */
const REGULAR = 0.9;
/** Seconds that are always allowed without a snapshot. */
const SHORT = 60;

/** What the events of one night add up to. */
export interface EventNight {
  seconds: number;
  sessions: number;
  events: EventCounts & { unclassified: number; reras: number };
  /** Seconds at each pressure in cmH2O x100; null without snapshots. */
  pressures: Uint32Array | null;
  /** Seconds with a snapshot of the pressure, whatever it was. */
  covered: number;
  /** Most seconds of use without a snapshot: more of them are a part of the file that is missing. */
  uncovered: number;
  /** Whether the seconds are those of the night for certain. */
  isSure: boolean;
  /** Whether every event of the night is counted, and no other one. */
  isWhole: boolean;
}

/** The nights of one `.evt` while it is read. */
export type NightBook = ReturnType<typeof nightBook>;

export function nightBook(range: DayRange, file: string, add: AddWarning) {
  const nights = new Map<number, EventNight>();
  const [doubted, unsure] = [new Set<number>(), new Set<number>()];

  /** Returns a night; null when there can be none on this day. */
  function at(day: number): EventNight | null {
    const known = nights.get(day);
    if (known) return known;
    if (!isWithin(range, day) || nights.size === MOST_NIGHTS) {
      add(isWithin(range, day) ? 'file.too_many' : 'night.date', { file });
      return null;
    }
    const events = { obstructive: 0, central: 0, unclassified: 0, hypopneas: 0, reras: 0 };
    const flags = { isSure: true, isWhole: true };
    const night: EventNight = {
      seconds: 0,
      sessions: 0,
      events,
      pressures: null,
      covered: 0,
      uncovered: Infinity,
      ...flags,
    };
    nights.set(day, night);
    return night;
  }

  const mark = (days: Set<number>, day: number, code?: CardWarningCode) => {
    if (isWithin(range, day)) days.add(day);
    if (code) add(code, isWithin(range, day) ? { file, night: dateOf(day) } : { file });
  };

  return {
    at,
    /** Records that the seconds of a night are not certain. */
    unsure: (day: number, code?: CardWarningCode) => mark(unsure, day, code),
    /** Records that neither its events nor its seconds are certain. */
    doubt: (day: number, code?: CardWarningCode) => mark(doubted, day, code),
    /** Adds a session to the night of its start and, across noon, to the next one; `more` seconds to the last of them. */
    addSession(from: number, to: number, more: number): void {
      const last = nightOf(max(from, to - 1));
      for (let day = nightOf(from); day <= last; day += 1) {
        const part = at(day);
        if (!part) break;
        part.seconds += min(to, noonOf(day + 1)) - max(from, noonOf(day)) + (day === last ? more : 0);
        part.sessions += 1;
      }
    },
    /** Counts seconds of a night at a pressure in cmH2O x100; 0 for none. */
    addPressure(day: number, pressure: number, seconds: number): void {
      const night = at(day);
      if (!night) return;
      night.covered += seconds;
      if (pressure === 0) return;
      night.pressures ??= new Uint32Array(HIGHEST + 1);
      night.pressures[pressure]! += seconds;
    },
    close(): Map<number, EventNight> {
      const share = usualShare([...nights.values()]);
      for (const [day, night] of nights) {
        if (share > REGULAR) night.uncovered = SHORT + 2 * (1 - share) * night.seconds;
        night.isWhole = !doubted.has(day);
        night.isSure = night.isWhole && !unsure.has(day);
      }
      return nights;
    },
  };
}

/** Returns the median of the shares of the nights that snapshots cover: on a card without snapshots, 0. */
function usualShare(nights: readonly EventNight[]): number {
  const shares = nights.flatMap(({ covered, seconds }) => (seconds > 0 ? [min(1, covered / seconds)] : []));
  return shares.sort((one, other) => one - other)[floor(shares.length / 2)] ?? 0;
}

/** Returns the average and the P95 of the snapshots of a night; null without any. */
export const pressuresOf = ({ pressures }: EventNight) => ({
  pressure: pressures && averageOf(pressures),
  p95: pressures && p95Of(pressures),
});
