import { u16, u32, u8 } from './card-bytes.ts';
import { dateOf, dayOfPacked, isWithin, type DayRange } from './card-dates.ts';
import { LONGEST, MOST_NIGHTS, risingOf, type EventCounts, type NightDraft } from './card-night.ts';
import type { AddWarning } from './card-warnings.ts';

// The closed days of a legacy `.USR`: records of different lengths, each with the offset of the next one. No checksum
// protects them. What protects them is their structure: the arrays of a record must end where the next record begins,
// and the dates must rise.

const [COUNT, FIRST] = [0x102338, 0x102340];
const RECORD = 0xe1;
/** The smallest record: the fields, the end of the table and no array. */
const [TABLE, SMALLEST] = [0x45, 0x4a];
const [OBSTRUCTIVE, HYPOPNEA] = [0x83, 0x84];
/** The code of a central apnea, and the size of the items by code: the newer reading first. */
const READINGS = [
  { central: 0x87, sizes: { 0x82: 4, 0x83: 3, 0x84: 3, 0x86: 4, 0x87: 3 } as Record<number, number> },
  { central: 0x85, sizes: { 0x82: 4, 0x83: 3, 0x84: 3, 0x85: 3, 0x86: 4 } as Record<number, number> },
];
/** Minutes that a device may have begun and not completed: their events are of minutes that are not counted. */
const MOST_PARTS = 10;
const YEAR = 366;
type Reading = (typeof READINGS)[number];

/**
 * Bytes of records that are looked at, in sizes of the file. Records follow one another: those of a card are looked at once
 * or, under both readings, twice. Records that all claim the rest of the file would be looked at for hours.
 */
const MOST_SIZES = 4;
/** The bytes that may still be looked at. */
interface Budget {
  left: number;
}

/** Whether the arrays may end here: the next record, or for the last one nothing but filler to the end of the file. */
function isEndOfRecord(bytes: Uint8Array, at: number, next: number | null, budget: Budget): boolean {
  if (next !== null) return at === next;
  const end = Math.min(bytes.length, at + budget.left);
  let index = at;
  while (index < end && (bytes[index] === 0xff || bytes[index] === 0)) index += 1;
  budget.left -= index - at;
  return index === bytes.length;
}

/** The events of a closed day, and what says whether they are its own. */
interface DayEvents {
  counts: EventCounts;
  /** Whether the arrays are those that the table of the record lists. */
  isListed: boolean;
  /** Minutes of the day in which an event began: the device was in use in each of them. */
  minutes: number;
}

/** Returns the events of a record under one reading; null when its arrays do not end where the record and the budget do. */
function eventsOf(
  bytes: Uint8Array,
  start: number,
  next: number | null,
  { central, sizes }: Reading,
  budget: Budget,
): DayEvents | null {
  const end = Math.min(next ?? bytes.length, bytes.length, start + budget.left);
  let at = start + TABLE;
  while (at + 5 <= end && u8(bytes, at) !== 0xff) at += 5;
  budget.left = Math.max(0, budget.left - (at - start));
  const listed = Array.from({ length: Math.min(16, (at - start - TABLE) / 5) }, (_, nth) =>
    u8(bytes, start + TABLE + nth * 5),
  );
  at += 5;
  const [types, minutes]: [number[], Set<number>] = [[], new Set()];
  const events: EventCounts = { obstructive: 0, central: 0, unclassified: null, hypopneas: 0, reras: null };
  while (at < end && u8(bytes, at) >= 0x80 && u8(bytes, at) <= 0x8f) {
    const [type, count, size] = [u8(bytes, at), u16(bytes, at + 1), sizes[u8(bytes, at)] ?? 2];
    const items = at + 5;
    at = items + count * size;
    types.push(type);
    if (count < 0 || u16(bytes, items - 2) !== 0 || at > end) return null;
    budget.left -= at - items + 5;
    if (type !== OBSTRUCTIVE && type !== HYPOPNEA && type !== central) continue;
    for (let item = items; item < at; item += size) {
      if (u8(bytes, item) > 23 || u8(bytes, item + 1) > 59) return null;
      minutes.add(u8(bytes, item) * 60 + u8(bytes, item + 1));
    }
    if (type === OBSTRUCTIVE) events.obstructive += count;
    else if (type === HYPOPNEA) events.hypopneas += count;
    else events.central += count;
  }
  if (at > end || !isEndOfRecord(bytes, at, next, budget)) return null;
  return { counts: events, isListed: types.join() === listed.join(), minutes: minutes.size };
}

/** Whether a record with a possible date, minutes and next offset is here: what a search for the next record accepts. */
function isRecord(bytes: Uint8Array, at: number, range: DayRange): boolean {
  const next = u32(bytes, at + 1);
  return (
    u8(bytes, at) === RECORD &&
    (next === 0 || next === 0xffffffff || (next >= at + SMALLEST && next <= bytes.length)) &&
    isWithin(range, dayOfPacked(u16(bytes, at + 7))) &&
    u16(bytes, at + 0x0f) <= 1440
  );
}

/** Returns where the next record begins at this offset or after it; null at the end of the file. */
function searchRecord(bytes: Uint8Array, from: number, range: DayRange): number | null {
  for (let at = bytes.indexOf(RECORD, from); at !== -1; at = bytes.indexOf(RECORD, at + 1))
    if (isRecord(bytes, at, range)) return at;
  return null;
}

interface ClosedDay {
  at: number;
  events: DayEvents | null;
  older: boolean;
}

/** Returns the records of the chain; where it is broken, those that a search finds after the break. */
function walkDays(bytes: Uint8Array, file: string, range: DayRange, add: AddWarning): ClosedDay[] {
  const days: ClosedDay[] = [];
  const budget = { left: MOST_SIZES * bytes.length };
  const empty = isEndOfRecord(bytes, FIRST, null, budget);
  let at = u8(bytes, FIRST) === RECORD || empty ? FIRST : searchRecord(bytes, FIRST, range);
  if (at !== FIRST) add('days.chain', { file });
  if (empty) at = null;
  while (at !== null && at + 0x11 <= bytes.length) {
    if (days.length === MOST_NIGHTS) {
      add('file.too_many', { file });
      break;
    }
    const stored = u32(bytes, at + 1);
    const isLast = stored === bytes.length || stored === 0 || stored === 0xffffffff || stored <= at;
    let next = isLast ? null : stored;
    let [events, older] = eventsUnderBoth(bytes, at, next, budget);
    if (events === null && (next === null || u8(bytes, next) !== RECORD)) {
      // The offset of the next record is damaged, or the file ends before it.
      next = searchRecord(bytes, at + SMALLEST, range);
      add(stored > bytes.length && next === null ? 'file.size' : 'days.chain', { file });
      [events, older] = eventsUnderBoth(bytes, at, next, budget);
    }
    days.push({ at, events, older });
    at = next;
  }
  return days;
}

function eventsUnderBoth(
  bytes: Uint8Array,
  at: number,
  next: number | null,
  budget: Budget,
): [DayEvents | null, boolean] {
  const newer = eventsOf(bytes, at, next, READINGS[0]!, budget);
  if (newer) return [newer, false];
  const older = eventsOf(bytes, at, next, READINGS[1]!, budget);
  return [older, older !== null];
}

/** Returns the closed days of a legacy `.USR`. */
export function closedDays(bytes: Uint8Array, file: string, range: DayRange, add: AddWarning): NightDraft[] {
  if (bytes.length < FIRST) {
    add('file.size', { file });
    return [];
  }
  const records = walkDays(bytes, file, range, add).map((record) => ({
    ...record,
    day: dayOfPacked(u16(bytes, record.at + 7)),
    minutes: u16(bytes, record.at + 0x0f),
  }));
  const count = u16(bytes, COUNT);
  if (count !== records.length && !(count === 0xffff && records.length === 0)) add('days.chain', { file });
  const dated = records.filter(({ day }) => isWithin(range, day) || void add('night.date', { file }));
  const rising = risingOf(dated.map(({ day }) => day));
  leaveOutLone(dated, rising);
  // Public notes have the table of a few cards only: it counts on a card on which most records have it.
  const listed = dated.filter(({ events }) => events?.isListed).length;
  const isListing = listed * 2 > dated.filter(({ events }) => events).length;
  return dated.flatMap(({ day, minutes, events, older }, index) => {
    const where = { file, night: dateOf(day) };
    const seconds = minutes * 60;
    const isKnown = events !== null && (events.isListed || !isListing);
    if (!rising.has(index)) add('night.order', where);
    else if (seconds > LONGEST || (minutes > 0 && events && minutes + MOST_PARTS < events.minutes))
      add('night.minutes', where);
    else if (minutes === 0) {
      // A day that the device recorded without use is no night; one with events has damaged minutes.
      if (!isKnown || events.minutes > 0) add('night.no_usage', where);
    } else {
      if (!isKnown) add('night.events_unreadable', where);
      else if (older) add('night.older_events', where);
      const counts = isKnown ? events.counts : null;
      return [{ day, seconds, sessions: null, events: counts, pressure: null, p95: null, running: false, file }];
    }
    return [];
  });
}

/** Leaves out a first day that is more than a year before all others: no card begins with one night and a pause. */
function leaveOutLone(days: readonly { day: number }[], rising: Set<number>): void {
  const [first, second] = [...rising].sort((one, other) => one - other);
  if (rising.size > 2 && days[second!]!.day - days[first!]!.day > YEAR) rising.delete(first!);
}
