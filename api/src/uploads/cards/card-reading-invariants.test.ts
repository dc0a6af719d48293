import { expect, test } from '@jest/globals';
import { g3xCard } from '../../demo/cards/g3x-card.ts';
import { legacyCard } from '../../demo/cards/legacy-card.ts';
import { readCard } from './card-reading.ts';

// A second reader of the same bytes, written from the document and not from the parser: it reads with DataView, record by
// record, and checks what must hold on every undamaged card.

const TODAY = '2026-03-01';
const SEEDS = [31, 32, 33];
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const isoOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
/** The date of the noon before a time. */
const nightOf = (ms: number) => isoOf(ms - 12 * 3_600_000);

interface Marker {
  type: number;
  time: number;
}

/** Every record of an `.evt` that is not a marker of a breath. */
function markersOf(view: DataView): Marker[] {
  const markers: Marker[] = [];
  for (let at = 0; at < view.byteLength; at += 32) {
    if (view.getUint16(at) !== 0xaeaa) continue;
    const type = view.getUint8(at + 16);
    const [year, month, day, hour, minute, second] = [20, 21, 22, 23, 24, 25].map((offset) =>
      view.getUint8(at + offset),
    );
    if (type === 12 || type === 13) continue;
    markers.push({ type, time: Date.UTC(1900 + year!, month! - 1, day, hour, minute, second) });
  }
  return markers;
}

test.each(SEEDS)('a G3X card, seed %i: sizes, sums, sessions and events agree with the reading', (seed) => {
  const card = g3xCard(seed, { serial: 'A3900012345', first: '2025-09-01', days: 12 });
  const reading = readCard(card.files, TODAY);
  const [idx, evt, set] = card.files.map(({ bytes }) => viewOf(bytes)) as [DataView, DataView, DataView];
  expect([(idx.byteLength - 2048) % 2048, evt.byteLength % 32, set.byteLength % 256]).toEqual([0, 0, 0]);

  const stored = new Map<string, number>();
  for (let at = 2048; at < idx.byteLength; at += 2048) {
    for (const offset of [0x80, 0x180, 0x280, 0x380, 0x480]) {
      let sum = 0;
      for (let nth = 0; nth < 254; nth += 1) sum += idx.getUint8(at + offset + nth);
      expect(idx.getUint16(at + offset + 254, true)).toBe(sum % 65_536);
    }
    const [year, month, day] = [8, 9, 10].map((offset) => idx.getUint8(at + offset));
    const seconds = idx.getUint32(at + 0x80 + 0x14, true);
    if (seconds !== 0xffffffff) stored.set(isoOf(Date.UTC(1900 + year!, month! - 1, day)), seconds);
  }
  expect(reading.nights.map(({ night, minutes }) => [night, minutes])).toEqual(
    [...stored].map(([night, seconds]) => [night, Math.floor(seconds / 60)]),
  );

  const markers = markersOf(evt).sort((one, other) => one.time - other.time);
  const used = new Map<string, number>();
  let start = 0;
  for (const { type, time } of markers) {
    if (type === 0x40) start = time;
    if (type !== 0x41) continue;
    for (let second = start; second < time; second += 30_000)
      used.set(nightOf(second), (used.get(nightOf(second)) ?? 0) + 30);
  }
  for (const [night, seconds] of stored) expect(Math.abs(used.get(night)! - seconds)).toBeLessThanOrEqual(60);

  for (const night of reading.nights) {
    const of = (...types: number[]) =>
      markers.filter(({ type, time }) => types.includes(type) && nightOf(time) === night.night).length;
    expect([night.obstructiveApneas, night.centralApneas, night.unclassifiedApneas]).toEqual([of(3), of(4), of(2)]);
    expect([night.hypopneas, night.reras]).toEqual([of(1, 7, 8), of(10)]);
    expect(night.ahi).toBe(Math.round((of(1, 2, 3, 4, 7, 8) * 36_000) / stored.get(night.night)!) / 10);
    expect(night.minutes).toBeLessThanOrEqual(1440);
    expect(night.p95!).toBeGreaterThanOrEqual(night.pressure! - 2);
  }
});

test.each(SEEDS)('a legacy card, seed %i: the chain, the count and the minutes agree with the reading', (seed) => {
  const card = legacyCard(seed, { serial: 'B39TEST2412', first: '2025-06-01', days: 60, ending: 'end of file' });
  const { nights } = readCard(card.files, TODAY);
  const [usr, idx, evt] = card.files.map(({ bytes }) => viewOf(bytes)) as [DataView, DataView, DataView];
  expect([(idx.byteLength - 2048) % 512, (evt.byteLength - 2048) % 32]).toEqual([0, 0]);
  expect(usr.getUint32(0x1c, true)).toBe(0x42e);

  const days: [string, number][] = [];
  let at = 0x102340;
  while (at < usr.byteLength) {
    expect(usr.getUint8(at)).toBe(0xe1);
    const packed = usr.getUint16(at + 7, true);
    const date = isoOf(Date.UTC(2000 + (packed >> 9), ((packed >> 5) % 16) - 1, packed % 32));
    days.push([date, usr.getUint16(at + 15, true)]);
    const next = usr.getUint32(at + 1, true);
    expect(next).toBeGreaterThan(at);
    at = next;
  }
  expect(at).toBe(usr.byteLength);
  expect(usr.getUint16(0x102338, true)).toBe(days.length);
  expect(nights.slice(0, -1).map(({ night, minutes }) => [night, minutes])).toEqual(days);
  expect(nights.map(({ night }) => night)).toEqual(nights.map(({ night }) => night).toSorted());

  let events = 0;
  for (let record = 0x800; record < evt.byteLength; record += 32) {
    const type = evt.getUint16(record + 4, true);
    if (type === 1 || type === 2 || type === 3) events += 1;
  }
  const counted = nights.map((night) => night.obstructiveApneas! + night.centralApneas! + night.hypopneas!);
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(events);
});
