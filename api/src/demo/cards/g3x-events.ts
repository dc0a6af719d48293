import { addDays } from '../calendar.ts';
import type { Random } from '../random.ts';
import type { PlannedEventKind, PlannedNight } from './card-plan.ts';
import { CardWriter, partsOf } from './card-writer.ts';
import type { Snapshot } from './g3x-figures.ts';

// Names of the module: a global is slow to find in the context of a Jest test, and a card has many records.
const { floor } = Math;

const TYPES: Record<PlannedEventKind, number> = {
  hypopnea: 0x01,
  unclassified: 0x02,
  obstructive: 0x03,
  central: 0x04,
  obstructiveHypopnea: 0x07,
  centralHypopnea: 0x08,
  rera: 0x0a,
};
/** Periodic breathing, an unknown type, flow limitations, and two other unknown types: none of them is counted. */
const UNCOUNTED = [0x09, 0x0b, 0x0e, 0x0f, 0x10, 0x43, 0x44];
/** Records at the end that were never written. */
const FILLER = 64;

interface EventRecord {
  /** Seconds since noon: when the event began, and when its record was written. */
  at: number;
  written: number;
  milliseconds: number;
  type: number;
  first: number;
  second: number;
}

const record = (at: number, type: number, more: Partial<EventRecord> = {}): EventRecord => ({
  at,
  written: at,
  milliseconds: 0,
  type,
  first: 0,
  second: 0,
  ...more,
});

/** Writes the events of all nights, each in the order in which the device wrote them, and where each night is. */
export function writeEvents(
  random: Random,
  nights: readonly PlannedNight[],
  snapshots: readonly Snapshot[][],
  markersPerMinute: number,
): { bytes: Uint8Array; slices: { start: number; end: number }[] } {
  const parts = nights.map((night, nth) => recordsOf(random, night, snapshots[nth]!, markersPerMinute));
  const count = parts.reduce((sum, records) => sum + records.length, 0);
  const file = new CardWriter((count + FILLER) * 32, 0xff);
  let at = 0;
  const slices = parts.map((records, nth) => {
    const start = at;
    const dates = [0, 1].map((days) => partsOf(addDays(nights[nth]!.night, days)));
    for (const one of records) {
      writeRecord(file, at, one, dates);
      at += 32;
    }
    return { start, end: at };
  });
  return { bytes: file.bytes, slices };
}

function recordsOf(random: Random, night: PlannedNight, snapshots: readonly Snapshot[], markersPerMinute: number) {
  const records: EventRecord[] = [];
  for (const { from, to } of night.sessions) {
    if (from !== 0) records.push(record(from, 0x40, { written: from - 1 }));
    if (to !== 86_400) records.push(record(to, 0x41, { written: to + 61 }));
    const markers = Math.floor(((to - from) / 60) * markersPerMinute);
    for (let nth = 0; nth < markers; nth += 1) {
      const at = from + Math.floor((nth * (to - from)) / markers);
      records.push(record(at, nth % 2 === 0 ? 0x0c : 0x0d, { first: random.int(0, 900) }));
    }
    records.push(record(random.int(from, to - 1), random.pick(UNCOUNTED), { first: 20_000 }));
  }
  for (const { at, epap, ipap } of snapshots) records.push(record(at, 0x42, { first: epap, second: ipap }));
  for (const { kind, at, seconds, milliseconds } of night.events)
    // Dated at its beginning and written after its end.
    records.push(record(at, TYPES[kind], { written: at + seconds, milliseconds, first: seconds * 1000 }));
  return records.sort((one, other) => one.written - other.written);
}

function writeRecord(file: CardWriter, start: number, one: EventRecord, dates: readonly [number, number, number][]) {
  const { at, milliseconds, type, first, second } = one;
  const clock = 43_200 + at;
  const [year, month, day] = dates[floor(clock / 86_400)]!;
  const time = clock % 86_400;
  file.u8(start, 0xae, 0xaa).u16(start + 2, (start / 32) >> 6);
  file.u8(start + 0x10, type, 0, 0, 0, year - 1900, month, day);
  file.u8(start + 0x17, floor(time / 3600), floor(time / 60) % 60, time % 60);
  file
    .u16(start + 0x1a, milliseconds)
    .u16(start + 0x1c, first)
    .u16(start + 0x1e, second);
}
