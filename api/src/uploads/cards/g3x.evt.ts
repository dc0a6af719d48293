import { u16 } from './card-bytes.ts';
import { DAY, dateOf, dayOf, isWithin, nightOf, type DayRange } from './card-dates.ts';
import { isPressure, MOST_NIGHTS } from './card-night.ts';
import type { AddWarning } from './card-warnings.ts';
import { sessionsOf, TOLERANCE, type EventNight } from './g3x.sessions.ts';

// Names of the module: a global is slow to find in the context of a Jest test, and a card has many records.
const { max, min } = Math;
const { isNaN } = Number;

const RECORD = 32;
const MOST_RECORDS = 4_000_000;
const MAGIC = 0xaaae;
const [BREATH_IN, BREATH_OUT] = [0x0c, 0x0d];
const [SESSION_START, SESSION_END, SNAPSHOT] = [0x40, 0x41, 0x42];
/** Records out of order in a row after which they are a clock that was set back, not damage. */
const CLOCK_SET_BACK = 8;

/**
 * Reads a G3X `.evt` in one pass and returns its nights. The markers of breaths, nearly all of its records, are skipped by
 * their type, and no record becomes an object: memory depends on the number of nights only.
 */
export function readEvents(bytes: Uint8Array, file: string, range: DayRange, add: AddWarning): Map<number, EventNight> {
  if (bytes.length % RECORD !== 0) add('file.size', { file });
  const end = min(bytes.length - (bytes.length % RECORD), MOST_RECORDS * RECORD);
  if (bytes.length - end >= RECORD) add('file.too_many', { file });
  const pass = eventPass(bytes, file, range, add);
  for (let at = 0; at < end; at += RECORD) {
    if ((bytes[at]! | (bytes[at + 1]! << 8)) !== MAGIC) {
      if (bytes[at] !== 0xff || bytes[at + 1] !== 0xff) add('record.damaged', { file });
      continue;
    }
    const type = bytes[at + 0x10]!;
    if (type === BREATH_IN || type === BREATH_OUT) continue;
    pass.record(at);
  }
  pass.end();
  return pass.nights;
}

/** Returns a function for the time of a record in seconds; NaN when it is none, or out of the range. */
function clockOf(bytes: Uint8Array, range: DayRange): (at: number) => number {
  // A day has a thousand records: its number is computed once.
  let [known, midnight] = [-1, NaN];
  return (at) => {
    const [hour, minute, second] = [bytes[at + 0x17]!, bytes[at + 0x18]!, bytes[at + 0x19]!];
    if (hour > 23 || minute > 59 || second > 59 || u16(bytes, at + 0x1a) > 999) return NaN;
    const date = (bytes[at + 0x14]! << 16) | (bytes[at + 0x15]! << 8) | bytes[at + 0x16]!;
    if (date !== known) {
      const day = dayOf(1900 + (date >> 16), (date >> 8) & 0xff, date & 0xff);
      // A night that is the last one allowed goes on after midnight.
      [known, midnight] = [date, day === range.to + 1 || isWithin(range, day) ? day * DAY : NaN];
    }
    return midnight + hour * 3600 + minute * 60 + second;
  };
}

/** The state of one pass: each record is used when the next one is known, so that one with a damaged time is left out. */
function eventPass(bytes: Uint8Array, file: string, range: DayRange, add: AddWarning) {
  const nights = new Map<number, EventNight>();
  const timeAt = clockOf(bytes, range);
  const sessions = sessionsOf(nightAt, file, add);
  let [waiting, waitingTime, before, late] = [-1, 0, Number.NEGATIVE_INFINITY, 0];

  function nightAt(day: number): EventNight | null {
    const known = nights.get(day);
    if (known) return known;
    if (!isWithin(range, day)) {
      add('night.date', { file });
      return null;
    }
    if (nights.size === MOST_NIGHTS) {
      add('file.too_many', { file });
      return null;
    }
    const events = { obstructive: 0, central: 0, unclassified: 0, hypopneas: 0, reras: 0 };
    const night: EventNight = { seconds: 0, sessions: 0, events, pressures: null };
    nights.set(day, night);
    return night;
  }

  /** Whether the time of the waiting record fits between the one before and the next one. */
  function fits(next: number): boolean {
    if (waitingTime < before - TOLERANCE) {
      late += 1;
      return late > CLOCK_SET_BACK;
    }
    late = 0;
    return waitingTime <= next + TOLERANCE || next < before - TOLERANCE;
  }

  function use(next: number): void {
    if (waiting === -1) return;
    const type = bytes[waiting + 0x10]!;
    if (!fits(next)) {
      add('events.order', { file, night: dateOf(nightOf(waitingTime)) });
      return;
    }
    before = waitingTime;
    if (type === SESSION_START) sessions.start(waitingTime);
    else if (type === SESSION_END) sessions.end(waitingTime);
    else if (type === SNAPSHOT) {
      const cmH2O = max(u16(bytes, waiting + 0x1c), u16(bytes, waiting + 0x1e));
      sessions.snapshot(waitingTime, isPressure(cmH2O / 100) ? cmH2O : 0);
      if (cmH2O !== 0 && !isPressure(cmH2O / 100)) add('record.damaged', { file });
    } else {
      const events = countable(type) ? nightAt(nightOf(waitingTime))?.events : null;
      if (events) count(events, type);
    }
  }

  return {
    nights,
    record: (at: number) => {
      const time = timeAt(at);
      if (isNaN(time)) {
        add('record.damaged', { file });
        return;
      }
      use(time);
      [waiting, waitingTime] = [at, time];
    },
    end: () => {
      use(Number.POSITIVE_INFINITY);
      sessions.close();
    },
  };
}

const countable = (type: number) => type === 0x0a || type <= 0x04 || type === 0x07 || type === 0x08;

function count(events: EventNight['events'], type: number): void {
  if (type === 0x01 || type === 0x07 || type === 0x08) events.hypopneas += 1;
  else if (type === 0x02) events.unclassified += 1;
  else if (type === 0x03) events.obstructive += 1;
  else if (type === 0x04) events.central += 1;
  else if (type === 0x0a) events.reras += 1;
}
