import { describe, expect, test } from '@jest/globals';
import type { GoldenNight, SyntheticCard } from '../../demo/cards/card-plan.ts';
import { g3xCard, type G3xOptions } from '../../demo/cards/g3x-card.ts';
import { legacyCard, PATIENT, type LegacyOptions } from '../../demo/cards/legacy-card.ts';
import { readCard } from './card-reading.ts';

const TODAY = '2026-03-01';
const SEEDS = [1, 2, 3, 4, 5, 6];

const g3x = (seed: number, options: Partial<G3xOptions> = {}) =>
  g3xCard(seed, { serial: 'A3900012345', first: '2025-09-01', days: 14, ...options });
const legacy = (seed: number, options: Partial<LegacyOptions> = {}) =>
  legacyCard(seed, { serial: 'B39TEST2412', first: '2025-08-20', days: 120, ...options });

/** The reading of the files of a card with these extensions; of all when none is given. */
const read = ({ files }: Pick<SyntheticCard, 'files'>, ...extensions: string[]) =>
  readCard(
    extensions.length === 0
      ? files
      : files.filter(({ name }) => extensions.some((end) => name.toLowerCase().endsWith(end))),
    TODAY,
  );
const codes = ({ warnings }: ReturnType<typeof readCard>) => warnings.map(({ code }) => code);
/** The golden nights with what these files cannot have. */
const without = (nights: GoldenNight[], missing: Partial<GoldenNight>) =>
  nights.map((night) => ({ ...night, ...missing }));
const NO_EVENTS = {
  obstructiveApneas: null,
  centralApneas: null,
  unclassifiedApneas: null,
  hypopneas: null,
  reras: null,
  ahi: null,
} as unknown as Partial<GoldenNight>;

describe('a whole card', () => {
  test.each(SEEDS)('of the G3X generation is read as it was made, seed %i', (seed) => {
    const card = g3x(seed);
    const reading = read(card);
    expect(reading.nights).toEqual(card.golden.nights);
    expect(reading.settings).toEqual(card.golden.settings);
    expect(reading.device).toEqual({ ...card.golden.device, serialFrom: 'header' });
    expect([reading.warnings, reading.problem, reading.parser]).toEqual([[], null, 'g3x']);
    expect(reading.files.map(({ format, outcome }) => [format, outcome])).toEqual([
      ['g3x-idx', 'parsed'],
      ['g3x-evt', 'parsed'],
      ['g3x-set', 'parsed'],
      ['log', 'parsed'],
    ]);
  });

  test.each(SEEDS)('of the legacy generation is read as it was made, seed %i', (seed) => {
    const card = legacy(seed);
    const reading = read(card);
    expect(reading.nights).toEqual(card.golden.nights);
    expect(reading.settings).toEqual(card.golden.settings);
    expect(reading.device).toEqual({ ...card.golden.device, serialFrom: 'header' });
    expect([reading.warnings, reading.problem, reading.parser]).toEqual([[], null, 'legacy']);
    expect(reading.files.map(({ format }) => format)).toEqual(['legacy-usr', 'legacy-idx', 'legacy-evt', 'log']);
  });

  test('with central apneas by the older code has all its events, and a warning', () => {
    for (const seed of SEEDS) {
      const card = legacy(seed, { centralCode: 0x85 });
      const reading = read(card);
      expect(reading.nights).toEqual(card.golden.nights);
      expect(codes(reading)).toEqual(['night.older_events']);
    }
  });

  test.each([0, 0xffffffff, 'end of file'] as const)(
    'whose last closed day names %s as the next has every day',
    (ending) => {
      const card = legacy(3, { ending });
      expect(read(card).nights).toEqual(card.golden.nights);
      expect(codes(read(card))).toEqual([]);
    },
  );

  test('without closed days has the running day', () => {
    const card = legacy(4, { emptyHistory: true });
    expect(read(card).nights).toEqual(card.golden.nights);
    expect(read(card, '.usr').confidence.usage).toBe('low');
    expect(codes(read(card, '.usr'))).toEqual([]);
  });

  test.each([0x420, 0x1420] as const)('has the firmware that is in the .log at %i', (firmwareAt) => {
    const card = g3x(1, { firmwareAt });
    expect(read(card).device!.firmware).toBe(card.golden.device.firmware);
  });

  test('with a .set that ends in the middle of a block has its settings, and a warning', () => {
    const card = g3x(2, { setTail: 132 });
    expect(read(card).settings).toEqual(card.golden.settings);
    expect(codes(read(card))).toEqual(['file.size']);
  });

  test('holds neither the name nor the address of the patient', () => {
    const card = legacy(5);
    const text = JSON.stringify(read(card)) + JSON.stringify(readCard([card.files[0]!], TODAY));
    for (const part of PATIENT.flatMap((line) => line.split(' '))) expect(text).not.toContain(part);
  });
});

describe('a part of a card', () => {
  const newer = g3x(6);
  const older = legacy(6, { mode: 'CPAP' });
  const { nights } = newer.golden;

  test('.idx of a G3X card: usage, sessions, P95 and settings, and no events', () => {
    const reading = read(newer, '.idx');
    expect(reading.nights).toEqual(without(nights, { ...NO_EVENTS, pressure: null }));
    expect(reading.settings).toEqual(newer.golden.settings.filter(({ night }) => night !== null));
    expect(reading.device).toMatchObject({ serial: 'A3900012345', firmware: 'G3-2.SC.74.03' });
    expect(codes(reading)).toEqual([]);
  });

  test('.evt of a G3X card: the nights of its sessions, and the serial by its name', () => {
    const reading = read(newer, '.evt');
    expect(reading.nights).toEqual(nights);
    expect(reading.device).toEqual({ serial: 'A3900012345', serialFrom: 'name', model: null, firmware: null });
    expect(codes(reading)).toEqual([]);
  });

  test('.set: the current settings, not those of its stale section', () => {
    const reading = read(newer, '.set');
    expect([reading.nights, reading.settings]).toEqual([[], newer.golden.settings.slice(-1)]);
    expect(reading.settings[0]!.changedAt).toBe('2025-09-14T09:41:07');
  });

  test('.log: accepted, and no usage found', () => {
    const reading = read(newer, '.log');
    expect([reading.nights, codes(reading), reading.files[0]!.outcome]).toEqual([[], ['card.no_usage'], 'parsed']);
    expect(reading.device).toMatchObject({ firmware: newer.golden.device.firmware });
  });

  test('.USR: usage and events of every day, the pressure of the running day', () => {
    const reading = read(older, '.usr');
    const golden = older.golden.nights.map((night) => (night.running ? night : { ...night, pressure: null }));
    expect([reading.nights, reading.settings, codes(reading)]).toEqual([golden, [], []]);
  });

  test('.USR and .idx in CPAP mode: the pressure that is set is the average', () => {
    expect(read(older, '.usr', '.idx').nights).toEqual(older.golden.nights);
    expect(older.golden.nights[0]!.pressure).toBeGreaterThanOrEqual(4);
  });

  test('.idx of a legacy card: settings, each for the night before the date of its record', () => {
    const reading = read(older, '.idx');
    const [first] = older.golden.settings;
    expect(reading.nights).toEqual([]);
    expect(reading.settings[0]).toEqual(first);
    expect(reading.settings).toHaveLength(older.golden.settings.length);
  });

  test('.evt of a legacy card: compared, never counted', () => {
    const reading = read(older, '.evt');
    expect([reading.nights, codes(reading)]).toEqual([[], ['card.no_usage']]);
    const bytes = older.files[2]!.bytes.slice();
    bytes[0x800 + 4] = bytes[0x800 + 4] === 9 ? 1 : 9;
    expect(codes(readCard([older.files[0]!, { name: 'TEST2412.evt', bytes }], TODAY))).toEqual(['events.differ']);
  });

  test('any files in any order, under any extension, are read by their bytes', () => {
    const renamed = newer.files.toReversed().map(({ name, bytes }) => ({
      name: name.replace(/\.\w+$/, (end) => ({ '.idx': '.usr', '.evt': '.SET', '.set': '.Idx' })[end] ?? end),
      bytes,
    }));
    expect(readCard(renamed, TODAY)).toMatchObject({ nights, settings: newer.golden.settings, warnings: [] });
  });
});

describe('several cards', () => {
  test('of two devices are a problem, and give nothing', () => {
    const [one, other] = [g3x(1), g3x(2, { serial: 'A3900099999' })];
    const reading = readCard([...one.files.slice(0, 2), ...other.files.slice(0, 1)], TODAY);
    expect(reading.problem).toEqual({ code: 'two_serials', serials: ['A3900012345', 'A3900099999'] });
    expect([reading.nights, reading.settings]).toEqual([[], []]);
  });

  test('of two devices are found by the names of files without a serial in them', () => {
    const reading = readCard([g3x(1).files[0]!, g3x(2, { serial: 'A3900099999' }).files[1]!], TODAY);
    expect(reading.problem).toEqual({ code: 'two_serials', serials: ['A3900012345', 'A3900099999'] });
  });

  test('the last eight characters in the name of a legacy file are the same device as its whole serial', () => {
    const card = legacy(1);
    expect(read(card).problem).toBeNull();
    const alone = readCard([{ name: 'C:\\SD\\test2412 (1).log', bytes: card.files[3]!.bytes }], TODAY);
    expect(alone.device).toMatchObject({ serial: 'TEST2412', serialFrom: 'name' });
  });

  test('an older copy of the same card adds nothing: the longer night is used', () => {
    const [before, after] = [g3x(1, { days: 5 }), g3x(1)];
    const bytes = after.files[1]!.bytes.slice(0, 5000 * 32);
    const reading = readCard([...after.files, { name: 'A3900012345 (1).evt', bytes }], TODAY);
    expect(reading.nights).toEqual(after.golden.nights);
    expect(before.golden.nights.length).toBeLessThan(after.golden.nights.length);
  });

  test('of both generations with one serial are read together, with a warning', () => {
    const [newer, older] = [g3x(1, { serial: 'B39TEST2412', first: '2026-01-01' }), legacy(1)];
    const reading = readCard([newer.files[0]!, older.files[0]!], TODAY);
    expect(codes(reading)).toEqual(['card.two_generations']);
    expect(reading.nights.map(({ night }) => night)).toEqual(
      [...older.golden.nights, ...newer.golden.nights].map(({ night }) => night),
    );
  });
});

describe('the limits', () => {
  test.each([
    ['2026-03-01', 1],
    ['2026-03-02', 0],
    ['2008-01-01', 1],
    ['2007-12-31', 0],
  ])('a night of %s, read on 2026-03-01, is one of %i nights', (first, expected) => {
    for (const [card, extension] of [
      [g3x(1, { first, days: 1 }), '.idx'],
      [g3x(1, { first, days: 1 }), '.evt'],
      [legacy(1, { first, days: 1 }), '.usr'],
    ] as const) {
      const reading = read(card, extension);
      expect(reading.nights).toHaveLength(expected);
      if (expected === 0) expect(reading.warnings.length).toBeGreaterThan(0);
    }
  });

  test('1440 minutes are a night, 1441 are left out with a warning', () => {
    const card = legacy(2, { days: 12 });
    const minutes = (value: number) => {
      const bytes = card.files[0]!.bytes.slice();
      new DataView(bytes.buffer).setUint16(0x102340 + 0x0f, value, true);
      return readCard([{ name: 'TEST2412.USR', bytes }], TODAY);
    };
    expect(minutes(1440).nights[0]).toMatchObject({ night: card.golden.nights[0]!.night, minutes: 1440 });
    expect(minutes(1441).nights).toHaveLength(card.golden.nights.length - 1);
    expect(codes(minutes(1441))).toEqual(['night.minutes']);
  });

  test('the packed date 0x337B is 2025-11-27', () => {
    const card = legacy(2, { days: 1, first: '2025-11-27' });
    expect(new DataView(card.files[0]!.bytes.buffer).getUint16(0x431, true)).toBe(0x337b);
    expect(read(card).nights[0]!.night).toBe('2025-11-27');
  });

  test('leap days, New Year and the nights of a clock change are nights as others', () => {
    for (const first of ['2024-02-20', '2024-12-25', '2025-03-02', '2025-10-28'])
      for (const card of [g3x(9, { first, days: 15, missed: 0 }), legacy(9, { first, days: 15, missed: 0 })])
        expect(read(card).nights).toEqual(card.golden.nights);
    expect(g3x(9, { first: '2024-02-20', days: 15, missed: 0 }).golden.nights[9]!.night).toBe('2024-02-29');
  });

  test('an empty file, zeros and 0xFF are refused with a warning', () => {
    const files = [0, 1, 0x40000].flatMap((size) => [new Uint8Array(size), new Uint8Array(size).fill(0xff)]);
    for (const bytes of files) {
      const { nights, files: outcomes, warnings } = readCard([{ name: 'A3900012345.idx', bytes }], TODAY);
      expect([nights, outcomes]).toEqual([[], [{ name: 'A3900012345.idx', format: null, outcome: 'refused' }]]);
      expect(warnings.map(({ code }) => code)).toEqual(['file.unknown', 'card.no_usage']);
    }
    expect(codes(readCard([], TODAY))).toEqual(['card.no_usage']);
  });
});
