import { nightOf } from './card-dates.ts';
import { END, SNAPSHOT, START, type EventRecords } from './g3x-records.ts';
import type { NightBook } from './g3x-sessions.ts';

/**
 * Seconds by which the time of a record may be behind the one before it in the file: cards write events and pressures up
 * to 86 minutes late, and a clock that leaves daylight saving time is set back by up to two hours.
 */
const LATEST = 7200;
/** Longest time between two snapshots that follow each other. */
const LONGEST_GAP = 60;

/** The clock of a card, as the order of its records reveals it. */
export interface CardClock {
  /** Usual seconds between two snapshots of the pressure; about 30. */
  interval: number;
  /** The nights in which the clock was set back once. */
  steps: Map<number, ClockStep>;
  /** The nights in which times go back more than once: either their records are out of order, or the clock is. */
  unordered: Set<number>;
}

/** A clock that was set back: times of records from this one on are earlier by so many seconds. */
export interface ClockStep {
  record: number;
  seconds: number;
}

/** A place where times go back, and how many places there are in the night. */
interface Jump {
  count: number;
  record: number;
  from: number;
  to: number;
  /** For a jump of snapshots: the one before it, and how many are between the two times. */
  previous: number;
  between: number;
}

/**
 * Returns the clock of a card. A clock that was set back makes the device record the same time twice; a record that was
 * written late does not. Nights are doubted in which times go back too far, or in which the clock was set back twice.
 */
export function clockOf(records: EventRecords, nights: NightBook): CardClock {
  const { times, count } = records;
  for (let nth = 1; nth < count; nth += 1) {
    const back = times[nth - 1]! - times[nth]!;
    // Between two sessions the clock may be set to any time.
    if (back <= LATEST || isPause(records, nth)) continue;
    for (const record of [nth - 1, nth]) nights.doubt(nightOf(times[record]!), 'events.order');
  }
  const interval = intervalOf(records);
  const [snapshots, markers] = [jumpsOf(records, false), jumpsOf(records, true)];
  countBetween(records, snapshots);
  const steps = new Map<number, ClockStep>();
  for (const night of new Set([...snapshots.keys(), ...markers.keys()])) {
    const step = stepOf(snapshots.get(night), markers.get(night), interval);
    if (step === 'unclear') nights.doubt(night, 'events.order');
    else if (step) steps.set(night, step);
  }
  const unordered = [...snapshots].flatMap(([night, jump]) => (jump.count > 1 ? [night] : []));
  return { interval, steps, unordered: new Set(unordered) };
}

const isPause = ({ kinds }: EventRecords, nth: number) => kinds[nth - 1] === END && kinds[nth] === START;

function stepOf(snapshots: Jump | undefined, markers: Jump | undefined, interval: number) {
  if (markers && (markers.count > 1 || markers.from - markers.to > LATEST)) return 'unclear';
  if (!snapshots) return markers ? { record: markers.record, seconds: markers.from - markers.to } : null;
  const back = snapshots.from - snapshots.to;
  const isTwice = snapshots.between * interval > back * 1.5;
  if (snapshots.count > 1 || !isTwice) return null;
  const seconds = back + interval;
  if (seconds > LATEST) return 'unclear';
  const isBefore = markers && markers.record > snapshots.previous && markers.record < snapshots.record;
  return { record: isBefore ? markers.record : snapshots.record, seconds };
}

/** Returns the most frequent number of seconds between two snapshots that follow each other. */
function intervalOf({ times, kinds, count }: EventRecords): number {
  const gaps = new Uint32Array(LONGEST_GAP + 1);
  let last = Number.NaN;
  for (let nth = 0; nth < count; nth += 1) {
    if (kinds[nth] !== SNAPSHOT) continue;
    const gap = times[nth]! - last;
    if (gap > 0 && gap <= LONGEST_GAP) gaps[gap]! += 1;
    last = times[nth]!;
  }
  const most = gaps.reduce((best, number, gap) => (number > gaps[best]! ? gap : best), 0);
  return most || LONGEST_GAP / 2;
}

/** Returns the first jump of each night: from one snapshot to the next, or from the end of a session to the next start. */
function jumpsOf({ times, kinds, count }: EventRecords, ofMarkers: boolean): Map<number, Jump> {
  const jumps = new Map<number, Jump>();
  let last = -1;
  for (let nth = 0; nth < count; nth += 1) {
    const kind = kinds[nth]!;
    if (ofMarkers ? kind === SNAPSHOT || kind > SNAPSHOT : kind !== SNAPSHOT) continue;
    if (last !== -1 && times[nth]! < times[last]! && (!ofMarkers || (kind === START && kinds[last] === END))) {
      const night = nightOf(times[nth]!);
      const known = jumps.get(night);
      if (known) known.count += 1;
      else if (night === nightOf(times[last]!))
        jumps.set(night, { count: 1, record: nth, from: times[last]!, to: times[nth]!, previous: last, between: 0 });
    }
    last = nth;
  }
  return jumps;
}

/** Counts the snapshots that are between the two times of the jump of their night. */
function countBetween({ times, kinds, count }: EventRecords, jumps: Map<number, Jump>): void {
  if (jumps.size === 0) return;
  for (let nth = 0; nth < count; nth += 1) {
    if (kinds[nth] !== SNAPSHOT) continue;
    const time = times[nth]!;
    const jump = jumps.get(nightOf(time));
    if (jump && time <= jump.from && (nth < jump.record ? time > jump.to : time >= jump.to)) jump.between += 1;
  }
}
