import { describe, expect, test } from '@jest/globals';
import { CardWriter } from '../../demo/cards/card-writer.ts';
import { g3xCard } from '../../demo/cards/g3x-card.ts';
import { readCard } from './card-reading.ts';
import type { CardFile, CardReading } from './card-reading.types.ts';

// A G3X card writes events and pressures late, by up to 86 minutes, and its clock is set back at the end of daylight
// saving time. A figure of such a night is right or not available, and never too low.

const TODAY = '2026-03-01';
const MINUTE = 60;
const RESPIRATORY = [0x01, 0x02, 0x03, 0x04, 0x07, 0x08, 0x0a];
const PRESSURE = 0x42;
const codes = ({ warnings }: CardReading) => warnings.map(({ code }) => code);
const card = g3xCard(51, { serial: 'A3900012345', first: '2025-10-02', days: 14, missed: 0, markersPerMinute: 0.2 });
const golden = card.golden.nights;

/** Seconds of a record on its own clock. */
const timeOf = (record: Uint8Array) =>
  Date.UTC(1900 + record[0x14]!, record[0x15]! - 1, record[0x16]!, record[0x17]!, record[0x18]!, record[0x19]!) / 1000;

/** The files of the card; `late` gives the seconds by which a record is written later than it was. */
function lateFiles(late: (type: number, nth: number) => number): CardFile[] {
  const { name, bytes } = card.files[1]!;
  const records = Array.from({ length: bytes.length / 32 }, (_, nth) => bytes.slice(nth * 32, nth * 32 + 32));
  let [written, nth] = [0, 0];
  const placed = records.map((record) => {
    if (record[0] === 0xff) return { record, at: Infinity };
    written = Math.max(written, timeOf(record));
    const isMoved = RESPIRATORY.includes(record[0x10]!) || record[0x10] === PRESSURE;
    return { record, at: written + (isMoved ? late(record[0x10]!, (nth += 1)) : 0) };
  });
  placed.sort((one, other) => (one.at === other.at ? 0 : one.at - other.at));
  const moved = new Uint8Array(bytes.length);
  placed.forEach(({ record }, place) => moved.set(record, place * 32));
  return card.files.map((file, index) => (index === 1 ? { name, bytes: moved } : file));
}
const isEvent = (type: number) => type !== PRESSURE;

describe('events that are written late', () => {
  test.each([
    ['all events, 15 minutes', (type: number) => (isEvent(type) ? 15 * MINUTE : 0)],
    ['all events, 86 minutes', (type: number) => (isEvent(type) ? 86 * MINUTE : 0)],
    [
      'a tenth of the events, 12 minutes',
      (type: number, nth: number) => (isEvent(type) && nth % 10 === 0 ? 12 * MINUTE : 0),
    ],
    [
      'a third of the events, 12 minutes',
      (type: number, nth: number) => (isEvent(type) && nth % 3 === 0 ? 12 * MINUTE : 0),
    ],
    ['all events and pressures, 86 minutes', () => 86 * MINUTE],
    ['all pressures, 40 minutes', (type: number) => (isEvent(type) ? 0 : 40 * MINUTE)],
    [
      'a fifth of the pressures, 20 minutes',
      (type: number, nth: number) => (!isEvent(type) && nth % 5 === 0 ? 20 * MINUTE : 0),
    ],
  ])('are counted in their nights, and so are pressures: %s', (_name, late) => {
    const files = lateFiles(late);
    expect(files[1]!.bytes).not.toEqual(card.files[1]!.bytes);
    const reading = readCard(files, TODAY);
    expect(reading.nights).toEqual(golden);
    expect(codes(reading)).toEqual([]);
    expect(readCard(files.slice(1, 2), TODAY).nights).toEqual(golden);
  });

  test('by more than can be placed are not counted: every AHI is right or not available, and the card warns', () => {
    for (const hours of [3, 5, 20]) {
      const reading = readCard(
        lateFiles((type) => (isEvent(type) ? hours * 3600 : 0)),
        TODAY,
      );
      expect(reading.nights.map(({ night, minutes }) => [night, minutes])).toEqual(
        golden.map(({ night, minutes }) => [night, minutes]),
      );
      const known = reading.nights.filter(({ ahi }) => ahi !== null);
      expect(known).toEqual(golden.filter(({ night }) => known.some((one) => one.night === night)));
      expect(known.length).toBeLessThan(golden.length / 2);
      expect(codes(reading)).toEqual(expect.arrayContaining(['events.order', 'night.events_unreadable']));
    }
  });

  test('that are dated outside the sessions of their night have no AHI, and no other night is changed', () => {
    const bytes = card.files[1]!.bytes.slice();
    const at = Array.from({ length: bytes.length / 32 }, (_, nth) => nth * 32).find(
      (place) => bytes[place + 0x10] === 3,
    )!;
    // To 11:59 of the day on which the night ends: no session goes on until then.
    const morning = new Date(Date.parse(`${golden[0]!.night}T00:00Z`) + 86_400_000);
    bytes.set([morning.getUTCMonth() + 1, morning.getUTCDate(), 11, 59], at + 0x15);
    const reading = readCard([card.files[0]!, { name: 'A3900012345.evt', bytes }], TODAY);
    expect(reading.nights[0]).toMatchObject({
      minutes: golden[0]!.minutes,
      ahi: null,
      hypopneas: null,
      pressure: null,
    });
    expect(reading.nights.slice(1)).toEqual(golden.slice(1));
    expect(codes(reading)).toEqual(expect.arrayContaining(['events.order', 'night.events_unreadable']));
  });
});

/** Times of the clock in seconds since midnight of 2025-11-01; a record of the device at each. */
interface Part {
  from: number;
  to: number;
  /** Whether a session begins and ends with the part. */
  starts?: boolean;
  ends?: boolean;
  events: number[];
}
const clock = (hours: number, minutes = 0) => hours * 3600 + minutes * 60;

/** The reading of a night of 2025-11-01 with these parts, in the order in which they were written. */
function nightOf(parts: readonly Part[], used: number, withStatistics = true): CardReading {
  const records = parts.flatMap(({ from, to, starts, ends, events }) => [
    ...(starts ? [{ at: from, type: 0x40 }] : []),
    ...Array.from({ length: Math.ceil((to - from) / 30) }, (_, nth) => ({ at: from + nth * 30, type: PRESSURE })),
    ...(ends ? [{ at: to, type: 0x41 }] : []),
    ...events.map((at) => ({ at, type: 3 })),
  ]);
  const evt = new CardWriter(records.length * 32, 0xff);
  // The events of a part follow its pressures in the list, and are written where they occurred.
  const sorted = parts.flatMap((_, nth) => {
    const before = parts.slice(0, nth).reduce((sum, part) => sum + sizeOf(part), 0);
    return records.slice(before, before + sizeOf(parts[nth]!)).toSorted((one, other) => one.at - other.at);
  });
  sorted.forEach(({ at, type }, nth) => {
    const date = new Date(Date.UTC(2025, 10, 1) + at * 1000);
    evt.u8(nth * 32, 0xae, 0xaa).u8(nth * 32 + 0x10, type, 0, 0, 0, 125, date.getUTCMonth() + 1, date.getUTCDate());
    evt
      .u8(nth * 32 + 0x17, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds())
      .u16(nth * 32 + 0x1a, nth % 1000);
    // 10 cmH2O in the first part and 12 in the others; an event of 20 seconds.
    const isFirst = nth < sizeOf(parts[0]!);
    evt.u16(nth * 32 + 0x1c, type === 3 ? 20_000 : isFirst ? 1000 : 1200).u16(nth * 32 + 0x1e, 0);
  });
  const idx = new CardWriter(0x1000, 0xff);
  idx.text(0, 'BMC G/E/P INDEX', 16).text(0x30, 'A3900012345', 16);
  idx.u16(0x800, 0xaaaa).u16(0x802, 1).u8(0x808, 125, 11, 1);
  idx.bytes.fill(0, 0x880, 0x980);
  idx.text(0x880, 'IT').u32(0x894, used).u8(0x8a4, 1).u16(0x8ac, 1200).blockSum(0x880);
  const files = [
    { name: 'A3900012345.idx', bytes: idx.bytes },
    { name: 'A3900012345.evt', bytes: evt.bytes },
  ];
  return readCard(withStatistics ? files : files.slice(1), TODAY);
}
const sizeOf = ({ from, to, starts, ends, events }: Part) =>
  Math.ceil((to - from) / 30) + events.length + (starts ? 1 : 0) + (ends ? 1 : 0);

describe('a clock that is set back in a night', () => {
  // 23:00 to 02:00, then back to 01:00, and on to 06:00: 8 hours, 4 events, 2 of them in the hour that comes twice.
  const evening = { from: clock(23), to: clock(26), starts: true, events: [clock(23, 40), clock(25, 20)] };
  const morning = { from: clock(25), to: clock(30), ends: true, events: [clock(25, 30), clock(28)] };

  test.each([
    ['in a session', evening, morning],
    ['between two sessions', { ...evening, ends: true }, { ...morning, starts: true }],
  ])('%s: all events count, and the length is that of the statistics', (_name, one, other) => {
    const reading = nightOf([one, other], 8 * 3600);
    // 3 hours at 10 cmH2O and 5 at 12.
    expect(reading.nights).toMatchObject([{ minutes: 480, ahi: 0.5, obstructiveApneas: 4, pressure: 11.3, p95: 12 }]);
    expect(codes(reading)).toEqual([]);
  });

  test.each([
    [clock(2), 4],
    [clock(2) + 60, null],
  ])('by %i seconds has %p events', (seconds, events) => {
    const back = { ...morning, from: clock(26) - seconds, events: [clock(27), clock(28)] };
    for (const isDivided of [false, true]) {
      const used = 3 * 3600 + clock(30) - back.from;
      const reading = nightOf(
        [
          { ...evening, ends: isDivided },
          { ...back, starts: isDivided },
        ],
        used,
      );
      expect(reading.nights).toMatchObject([{ minutes: Math.floor(used / 60), obstructiveApneas: events }]);
      expect(codes(reading).length > 0).toBe(events === null);
      if (events === null) expect(reading.nights[0]).toMatchObject({ ahi: null, pressure: null });
    }
  });

  test('twice is no clock: the events are not available', () => {
    for (const isDivided of [false, true]) {
      const [starts, ends] = [isDivided, isDivided];
      const parts = [
        { ...evening, ends },
        { from: clock(25), to: clock(27), starts, ends, events: [clock(26)] },
        { from: clock(26), to: clock(29), starts, ends: true, events: [clock(28)] },
      ];
      const reading = nightOf(parts, 8 * 3600);
      expect(reading.nights).toMatchObject([{ minutes: 480, ahi: null, obstructiveApneas: null, pressure: null }]);
      expect(codes(reading)).toContain('events.order');
    }
  });

  test('in a session without statistics has no length that is certain: the night is left out', () => {
    const reading = nightOf([evening, morning], 0, false);
    expect([reading.nights, codes(reading)]).toEqual([[], ['night.no_usage', 'card.no_usage']]);
    const divided = nightOf(
      [
        { ...evening, ends: true },
        { ...morning, starts: true },
      ],
      0,
      false,
    );
    expect(divided.nights).toMatchObject([{ minutes: 480, ahi: 0.5 }]);
  });

  test('forward, as when daylight saving time begins: the hour that is left out is no use', () => {
    // 23:00 to 02:00, then 03:00 to 07:00.
    const later = { from: clock(27), to: clock(31), ends: true, events: [clock(28)] };
    const reading = nightOf([evening, later], 7 * 3600);
    expect(reading.nights).toMatchObject([{ minutes: 420, obstructiveApneas: 3, ahi: 0.4 }]);
  });
});

describe('records that are missing', () => {
  test.each([0, 0xff])('in a session, filled with %i, are events that may be missing', (filler) => {
    const bytes = card.files[1]!.bytes.slice();
    bytes.fill(filler, 200 * 32, 203 * 32);
    const reading = readCard([card.files[0]!, { name: 'A3900012345.evt', bytes }], TODAY);
    expect(reading.nights[0]).toMatchObject({ minutes: golden[0]!.minutes, ahi: null });
    expect(reading.nights.slice(1)).toEqual(golden.slice(1));
    expect(codes(reading)).toContain('night.events_unreadable');
  });

  test('between records that follow each other are seen by the pressures that are missing', () => {
    const { bytes } = card.files[1]!;
    const rest = new Uint8Array([...bytes.subarray(0, 200 * 32), ...bytes.subarray(216 * 32)]);
    const reading = readCard([card.files[0]!, { name: 'A3900012345.evt', bytes: rest }], TODAY);
    expect(reading.nights[0]).toMatchObject({ minutes: golden[0]!.minutes, ahi: null });
    expect(reading.nights.slice(1)).toEqual(golden.slice(1));
  });

  test('and one that is there twice have no AHI', () => {
    const { bytes } = card.files[1]!;
    const at = bytes.findIndex((_, place) => place % 32 === 0 && bytes[place] === 0xae && bytes[place + 0x10] === 3);
    const twice = new Uint8Array([...bytes.subarray(0, at + 32), ...bytes.subarray(at)]);
    const reading = readCard([card.files[0]!, { name: 'A3900012345.evt', bytes: twice }], TODAY);
    expect(reading.nights[0]).toMatchObject({ minutes: golden[0]!.minutes, ahi: null });
    expect(reading.nights.slice(1)).toEqual(golden.slice(1));
  });
});
