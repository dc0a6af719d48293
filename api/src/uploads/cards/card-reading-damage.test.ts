import { expect, test } from '@jest/globals';
import { g3xCard } from '../../demo/cards/g3x-card.ts';
import { legacyCard } from '../../demo/cards/legacy-card.ts';
import { addDays } from '../../shared/dates.ts';
import { readCard } from './card-reading.ts';

// Damage whose effect is known: what is left out, and what is not.

const TODAY = '2026-03-01';
const DAY_RECORD = 2048;
const g3x = g3xCard(21, { serial: 'A3900012345', first: '2025-09-01', days: 20, missed: 0 });
const legacy = legacyCard(21, { serial: 'B39TEST2412', first: '2025-08-20', days: 30, missed: 0 });

/** Reads a card of which one file was changed. */
function damaged(card: typeof g3x, file: number, change: (view: DataView) => void, files = card.files.length) {
  const bytes = card.files[file]!.bytes.slice();
  change(new DataView(bytes.buffer));
  return readCard(card.files.map((one, nth) => (nth === file ? { ...one, bytes } : one)).slice(0, files), TODAY);
}
const codes = ({ warnings }: ReturnType<typeof readCard>) => warnings.map(({ code, count }) => `${code} ${count}`);
const statisticsOf = (nth: number) => 0x800 + nth * DAY_RECORD + 0x80;

test('damaged statistics of a night: its minutes are those of its sessions', () => {
  const reading = damaged(g3x, 0, (view) => view.setUint32(statisticsOf(4) + 0x14, 60, true));
  const { p95, ...others } = g3x.golden.nights[4]!;
  expect(reading.nights[4]).toMatchObject(others);
  expect(reading.nights[4]!.p95).toBe(p95);
  expect(codes(reading)).toEqual(['record.damaged 1', 'night.from_sessions 1']);
});

test('damaged statistics of a night without an .evt: the night is left out', () => {
  const reading = damaged(g3x, 0, (view) => view.setUint8(statisticsOf(4) + 0x40, 1), 1);
  expect(reading.nights.map(({ night }) => night)).toEqual(
    g3x.golden.nights.map(({ night }) => night).filter((_, nth) => nth !== 4),
  );
  expect(codes(reading)).toEqual(['record.damaged 1', 'night.no_usage 1']);
});

test.each([0, 1, 10, 19])('a damaged date of day record %i: no night has it', (nth) => {
  const reading = damaged(g3x, 0, (view) => view.setUint8(0x800 + nth * DAY_RECORD + 10, 30), 1);
  const golden = g3x.golden.nights.filter((_, index) => index !== nth);
  expect(reading.nights.map(({ night }) => night)).toEqual(golden.map(({ night }) => night));
  expect(reading.warnings.map(({ code }) => code)).toEqual(['night.order']);
});

test('a card whose counter does not count calendar days has all its nights', () => {
  const gaps = g3xCard(22, { serial: 'A3900012345', first: '2025-09-01', days: 40, missed: 0.4 });
  const reading = damaged(gaps, 0, (view) => {
    for (let nth = 0; 0x800 + nth * DAY_RECORD < view.byteLength; nth += 1)
      view.setUint16(0x800 + nth * DAY_RECORD + 2, nth, true);
  });
  const missing = gaps.golden.nights.length - reading.nights.length;
  expect(missing).toBeLessThanOrEqual(2);
});

test('an .evt that ends early: events of a part of the night are not available, later nights have none', () => {
  const evt = g3x.files[1]!;
  const half = { ...evt, bytes: evt.bytes.slice(0, 10_000 * 32) };
  const reading = readCard([g3x.files[0]!, half], TODAY);
  expect(reading.nights.map(({ night, minutes }) => [night, minutes])).toEqual(
    g3x.golden.nights.map(({ night, minutes }) => [night, minutes]),
  );
  const whole = reading.nights.findIndex(({ ahi }) => ahi === null);
  expect(whole).toBeGreaterThan(2);
  expect(reading.nights.slice(0, whole)).toEqual(g3x.golden.nights.slice(0, whole));
  expect(reading.nights.slice(whole).every(({ ahi, hypopneas }) => ahi === null && hypopneas === null)).toBe(true);
  expect(reading.warnings.map(({ code }) => code)).toContain('night.sessions_differ');
});

test('a clock that is set back by days between two nights loses nothing', () => {
  const first = g3xCard(23, { serial: 'A3900012345', first: '2025-09-20', days: 5, missed: 0 });
  const second = g3xCard(24, { serial: 'A3900012345', first: '2025-09-01', days: 5, missed: 0 });
  const parts = [first, second].map(({ files }) => files[1]!.bytes);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  bytes.set(parts[0]!);
  bytes.set(parts[1]!, parts[0]!.length);
  const reading = readCard([{ name: 'A3900012345.evt', bytes }], TODAY);
  const nights = [...second.golden.nights.map((night) => ({ ...night, running: false })), ...first.golden.nights];
  expect([reading.nights, codes(reading)]).toEqual([nights, []]);
});

test('a broken chain of a .USR is found again at the next closed day', () => {
  const at = 0x102340;
  for (const next of [at + 0x60, at + 1, 0x7fffffff, 0, 0xffffffff]) {
    const reading = damaged(legacy, 0, (view) => view.setUint32(at + 1, next, true));
    expect(reading.nights).toEqual(legacy.golden.nights);
    expect(reading.warnings.map(({ code }) => code)).toEqual(['days.chain']);
  }
});

test('events that are not possible are not available; the minutes of the night are', () => {
  const at = 0x102340;
  const reading = damaged(legacy, 0, (view) => {
    // The first array is of type 0x81; one item more, and no array ends where the record does.
    const arrays = at + 0x45 + 40;
    view.setUint16(arrays + 1, view.getUint16(arrays + 1, true) + 1, true);
  });
  const [first, ...others] = legacy.golden.nights;
  expect(reading.nights[0]).toMatchObject({ night: first!.night, minutes: first!.minutes, ahi: null, hypopneas: null });
  expect(reading.nights.slice(1)).toEqual(others);
  expect(reading.warnings.map(({ code }) => code)).toEqual(['night.events_unreadable', 'events.differ']);
});

// The first closed day of the legacy card; its table lists seven arrays, and the last closed day ends the file.
const FIRST_DAY = 0x102340;
const lastDay = () => {
  const view = new DataView(legacy.files[0]!.bytes.buffer);
  let at = FIRST_DAY;
  for (;;) {
    const next = view.getUint32(at + 1, true);
    if (next <= at || next >= view.byteLength) return at;
    at = next;
  }
};
const golden = legacy.golden.nights;
const nightsOf = ({ nights }: ReturnType<typeof readCard>) => nights.map(({ night }) => night);

test('the usage of a legacy card is of low confidence when any of its usage file is damaged, of high when none is', () => {
  expect(readCard(legacy.files, TODAY).confidence.usage).toBe('high');
  const reading = damaged(legacy, 0, (view) => view.setUint32(FIRST_DAY + 1, 0x7fffffff, true));
  expect([reading.nights, reading.confidence.usage]).toEqual([golden, 'low']);
});

test('a closed day that is filled with zeros is left out: it is no night without use', () => {
  for (const from of [0x00, 0x07, 0x0f]) {
    const reading = damaged(legacy, 0, (view) =>
      new Uint8Array(view.buffer).fill(0, FIRST_DAY + from, FIRST_DAY + 0x11),
    );
    expect(nightsOf(reading)).toEqual(nightsOf({ ...reading, nights: golden.slice(1) }));
    expect([reading.warnings.length > 0, reading.confidence.usage]).toEqual([true, 'low']);
  }
});

test.each([0, 0xff])('arrays of the last closed day that are filled with %i have no AHI', (filler) => {
  const nth = golden.length - 2;
  const reading = damaged(legacy, 0, (view) =>
    // After the first array, which has no events.
    new Uint8Array(view.buffer).fill(
      filler,
      lastDay() + 0x45 + 40 + 5 + 2 * view.getUint16(lastDay() + 0x45 + 41, true),
    ),
  );
  expect(reading.nights[nth]).toMatchObject({ minutes: golden[nth]!.minutes, ahi: null, obstructiveApneas: null });
  expect(reading.nights.slice(0, nth)).toEqual(golden.slice(0, nth));
  expect(reading.warnings.map(({ code }) => code)).toContain('night.events_unreadable');
});

test('fewer minutes than those in which events began are damaged: the night is left out', () => {
  // The card of this seed with the most events in a night; each event is in a minute of its own, or nearly.
  const view = new DataView(legacy.files[0]!.bytes.buffer);
  const busy = golden.slice(0, -1).reduce((most, night) => (eventsOf(night) > eventsOf(most) ? night : most));
  expect(eventsOf(busy)).toBeGreaterThan(16);
  let at = FIRST_DAY;
  for (let nth = 0; nth < golden.indexOf(busy); nth += 1) at = view.getUint32(at + 1, true);
  const readAs = (minutes: number) => damaged(legacy, 0, (bytes) => bytes.setUint16(at + 0x0f, minutes, true));
  expect(nightsOf(readAs(2))).not.toContain(busy.night);
  expect(readAs(2).warnings.map(({ code }) => code)).toContain('night.minutes');
  expect(nightsOf(readAs(eventsOf(busy)))).toContain(busy.night);
});
const eventsOf = (night: (typeof golden)[number]) => night.obstructiveApneas + night.centralApneas + night.hypopneas;

test('a first closed day more than a year before the others is a damaged date: no night has it', () => {
  const dated = (year: number, month: number, day: number) =>
    damaged(legacy, 0, (view) => view.setUint16(FIRST_DAY + 7, ((year - 2000) << 9) | (month << 5) | day, true));
  expect(nightsOf(dated(2008, 1, 4))).toEqual(golden.slice(1).map(({ night }) => night));
  expect(codes(dated(2008, 1, 4))).toContain('night.order 1');
  expect(golden[1]!.night).toBe('2025-08-21');
  expect(nightsOf(dated(2024, 8, 19))[0]).toBe('2025-08-21');
  expect(nightsOf(dated(2024, 8, 20))[0]).toBe('2024-08-20');
});

test('a closed day that names a far offset as the next one is read at once', () => {
  const at = lastDay();
  const reading = damaged(legacy, 0, (view) => {
    view.setUint32(at + 1, 0xfffffff0, true);
    new Uint8Array(view.buffer).fill(1, at + 0x45);
  });
  expect(reading.nights.slice(0, -2)).toEqual(golden.slice(0, -2));
});

test('in CPAP mode a night has the pressure of its own record only: without it, none', () => {
  const card = legacyCard(25, { serial: 'B39TEST2412', first: '2025-08-20', days: 10, mode: 'CPAP', missed: 0 });
  const reading = damaged(card, 1, (view) => new Uint8Array(view.buffer).fill(0xff, 0x800 + 2 * 512, 0x800 + 3 * 512));
  const { nights } = card.golden;
  expect(reading.nights[2]).toEqual({ ...nights[2], pressure: null });
  expect(reading.nights.filter((_, nth) => nth !== 2)).toEqual(nights.filter((_, nth) => nth !== 2));
});

test('settings outside 3 to 35 cmH2O are left out with a warning', () => {
  const card = legacyCard(25, { serial: 'B39TEST2412', first: '2025-08-20', days: 10, mode: 'CPAP' });
  for (const [raw, expected] of [
    [5, undefined],
    [6, 3],
    [70, 35],
    [71, undefined],
  ] as const) {
    const reading = damaged(card, 1, (view) => view.setUint8(0x800 + 0x141, raw));
    expect(reading.settings[0]!.values.treat_p).toBe(expected);
    expect(codes(reading)).toEqual(expected === undefined ? ['settings.value 1'] : []);
  }
});

test.each([
  ['G3X', g3x],
  ['legacy', legacy],
])('a night of the %s card that is later than today is left out, and said; one of today is read', (_name, card) => {
  const golden = card.golden.nights.map(({ night }) => night);
  const readOn = (day: string) => readCard(card.files, day);
  const nightsOf = ({ nights }: ReturnType<typeof readCard>) => nights.map(({ night }) => night);
  expect(nightsOf(readOn(golden.at(-1)!))).toEqual(golden);
  const early = readOn(addDays(golden.at(-1)!, -1));
  expect(nightsOf(early)).toEqual(golden.slice(0, -1));
  expect(early.warnings.map(({ code }) => code)).toContain('night.date');
});
