import { u16 } from './card-bytes.ts';
import { DAY, nightOf } from './card-dates.ts';
import { isPressure } from './card-night.ts';
import type { CardClock } from './g3x-clock.ts';
import { END, SNAPSHOT, START, type EventRecords } from './g3x-records.ts';
import type { EventNight, NightBook } from './g3x-sessions.ts';

// Names of the module, as in g3x-records.ts.
const { floor, max, min } = Math;

/** Longest time from the start of a session to its first snapshot, and from the last one to its end. */
const TOLERANCE = 600;
/** Longest time for which a snapshot of the pressure, written about every 30 seconds, counts. */
const SNAPSHOT_SECONDS = 60;
/** Seconds after the end of a session in which an event may begin that is one of the session. */
const AFTER_END = 60;

/** Adds sessions, pressures and events of a card to their nights, in the order of their times. */
export function addFigures(records: EventRecords, clock: CardClock, nights: NightBook): void {
  const { bytes, places, times, kinds } = records;
  const pass = timePass(bytes, clock, nights);
  inOrder(records, clock, (nth, shift) => {
    const [kind, time, at] = [kinds[nth]!, times[nth]!, places[nth]!];
    if (kind === START) pass.start(time, shift);
    else if (kind === END) pass.end(time, shift);
    else if (kind === SNAPSHOT) pass.snapshot(time, shift, at);
    else pass.event(time, shift, at);
  });
  pass.close();
}

/** Calls `use` for each record by its time, with the seconds by which its clock had been set back in its night before. */
function inOrder(
  { times, count }: EventRecords,
  { steps }: CardClock,
  use: (nth: number, shift: number) => void,
): void {
  const shiftOf = (nth: number) => {
    const step = steps.size === 0 ? undefined : steps.get(nightOf(times[nth]!));
    return step && nth >= step.record ? step.seconds : 0;
  };
  // Time and number in one number: typed arrays sort without a function, and 2 ** 22 is more than the most records.
  const keys = new Float64Array(count);
  let isSorted = true;
  for (let nth = 0; nth < count; nth += 1) {
    const key = (times[nth]! + shiftOf(nth)) * 2 ** 22 + nth;
    isSorted &&= nth === 0 || key > keys[nth - 1]!;
    keys[nth] = key;
  }
  if (!isSorted) keys.sort();
  for (let index = 0; index < count; index += 1) {
    const key = keys[index]!;
    const nth = key - floor(key / 2 ** 22) * 2 ** 22;
    use(nth, shiftOf(nth));
  }
}

/** The state of the pass through the records of a card by their times. A moment is a time on the clock before its step. */
function timePass(bytes: Uint8Array, { interval, unordered }: CardClock, nights: NightBook) {
  /** The open session, or -1; its shift, and the moment at which the session before ended. */
  let [started, startShift, ended] = [-1, 0, Number.NEGATIVE_INFINITY];
  /** The last snapshot of the session, or -1: it counts until the next one. */
  let [last, lastShift, pressure] = [-1, 0, 0];
  let [event, eventTime] = [-1, -1];
  const snapshots = new Map<number, number>();

  function weigh(until: number): void {
    const seconds = last === -1 ? 0 : min(until - last - lastShift, SNAPSHOT_SECONDS);
    if (seconds > 0) nights.addPressure(nightOf(last), pressure, seconds);
  }

  /** Whether these are two copies of one record: a card never writes a record twice. */
  function isCopy(one: number, other: number): boolean {
    for (let offset = 0x10; offset < 0x20; offset += 1) if (bytes[one + offset] !== bytes[other + offset]) return false;
    return true;
  }

  return {
    start(time: number, shift: number): void {
      if (started !== -1) nights.unsure(nightOf(started), 'events.unpaired');
      weigh(time + shift);
      [started, startShift, last] = [time, shift, -1];
    },
    end(time: number, shift: number): void {
      weigh(time + shift);
      const more = max(0, shift - startShift);
      if (started === -1 || time + more < started || time + more - started > DAY)
        nights.unsure(nightOf(time), 'events.unpaired');
      else {
        if (last !== -1 && time + shift - last - lastShift > TOLERANCE) nights.unsure(nightOf(time), 'events.order');
        // The step is known to half a minute only.
        if (more > 0) nights.unsure(nightOf(time));
        nights.addSession(started, time, more);
      }
      [started, last, ended] = [-1, -1, time + shift];
    },
    snapshot(time: number, shift: number, at: number): void {
      weigh(time + shift);
      const day = nightOf(time);
      const late = started === -1 ? time + shift - ended : last === -1 ? time + shift - started - startShift : 0;
      const cmH2O = max(u16(bytes, at + 0x1c), u16(bytes, at + 0x1e));
      const isValid = isPressure(cmH2O / 100);
      if (late > TOLERANCE) nights.unsure(day, 'events.order');
      if (cmH2O !== 0 && !isValid) nights.doubt(day, 'record.damaged');
      last = time;
      lastShift = shift;
      pressure = isValid ? cmH2O : 0;
      if (unordered.size > 0 && unordered.has(day)) snapshots.set(day, (snapshots.get(day) ?? 0) + 1);
    },
    event(time: number, shift: number, at: number): void {
      const day = nightOf(time);
      const isPlaced = started !== -1 || time + shift - ended <= AFTER_END;
      if (!isPlaced || (time === eventTime && isCopy(at, event))) nights.doubt(day, 'events.order');
      [event, eventTime] = [at, time];
      const night = nights.at(day);
      if (night) count(night.events, bytes[at + 0x10]!);
    },
    close(): void {
      weigh(last + lastShift + SNAPSHOT_SECONDS / 2);
      if (started !== -1) nights.unsure(nightOf(started), 'events.unpaired');
      // Times that a clock repeated have twice the snapshots.
      for (const [day, number] of snapshots)
        if (number * interval - nights.at(day)!.covered > TOLERANCE) nights.doubt(day, 'events.order');
    },
  };
}

function count(events: EventNight['events'], type: number): void {
  if (type === 0x01 || type === 0x07 || type === 0x08) events.hypopneas += 1;
  else if (type === 0x02) events.unclassified += 1;
  else if (type === 0x03) events.obstructive += 1;
  else if (type === 0x04) events.central += 1;
  else if (type === 0x0a) events.reras += 1;
}
