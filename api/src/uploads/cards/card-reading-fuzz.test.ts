import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { SyntheticCard } from '../../demo/cards/card-plan.ts';
import { g3xCard } from '../../demo/cards/g3x-card.ts';
import { legacyCard } from '../../demo/cards/legacy-card.ts';
import { readCard } from './card-reading.ts';
import type { CardFile, CardReading } from './card-reading.types.ts';

// What damage may do. A wrong night is a night that the undamaged card does not have, or one with other minutes.
//
// For any bytes: readCard ends, throws nothing, and answers nights within its limits, ascending, each once.
// For one flipped bit, no wrong night without a warning, apart from these bytes, which nothing on the card protects:
//   legacy .USR   the minutes of a closed day, its date as long as the dates still rise, and the running day;
//   G3X .evt      without the .idx: seconds and minutes of the clock in a session marker, up to 10 minutes.
// An .idx of one or two days has no neighbors that confirm a date.

const TODAY = '2026-03-01';
const newer = g3xCard(41, { serial: 'A3900012345', first: '2025-11-01', days: 5, markersPerMinute: 0.1 });
const older = legacyCard(41, { serial: 'B39TEST2412', first: '2025-11-01', days: 25 });
const read = (files: readonly CardFile[]) => readCard(files, TODAY);

/** The wrong nights of a reading. */
function wrongNights({ nights }: CardReading, { golden }: SyntheticCard): string[] {
  const minutes = new Map(golden.nights.map((night) => [night.night, night.minutes]));
  return nights.filter((night) => minutes.get(night.night) !== night.minutes).map(({ night }) => night);
}

/** Asserts what holds for any bytes. */
function expectSound(reading: CardReading): void {
  const dates = reading.nights.map(({ night }) => night);
  expect(dates).toEqual([...new Set(dates)].sort());
  for (const night of reading.nights) {
    expect(night.night >= '2008-01-01' && night.night <= '2026-03-02').toBe(true);
    expect(Number.isInteger(night.minutes) && night.minutes >= 0 && night.minutes <= 1440).toBe(true);
    for (const pressure of [night.pressure, night.p95])
      expect(pressure === null || (pressure >= 3 && pressure <= 35)).toBe(true);
    for (const figure of Object.values(night)) expect(Number.isNaN(figure)).toBe(false);
  }
  expect(reading.warnings.length).toBeLessThan(100);
}

/** Reads a card of which one bit of one file is flipped. */
function flipped(files: readonly CardFile[], nth: number, at: number, bit: number): CardReading {
  const { bytes } = files[nth]!;
  bytes[at]! ^= 1 << bit;
  try {
    return read(files);
  } finally {
    bytes[at]! ^= 1 << bit;
  }
}

describe('one flipped bit', () => {
  const copyOf = ({ files }: SyntheticCard) => files.map(({ name, bytes }) => ({ name, bytes: bytes.slice() }));

  test('anywhere in a record of a G3X .idx makes no wrong night without a warning, with and without the .evt', () => {
    const all = copyOf(newer);
    for (const files of [all.slice(0, 1), all.slice(0, 2)]) {
      const isAlone = files.length === 1;
      // The date and the counter of every record, then every fifth byte of the statistics of one.
      const places = newer.golden.nights.flatMap((_, nth) =>
        Array.from({ length: isAlone ? 12 : 3 }, (__, offset) => 0x800 + nth * 2048 + (isAlone ? offset : offset + 8)),
      );
      if (isAlone) for (let offset = 0; offset < 256; offset += 5) places.push(0x800 + 3 * 2048 + 0x80 + offset);
      for (const at of places)
        for (let bit = 0; bit < 8; bit += 1) {
          const reading = flipped(files, 0, at, bit);
          expectSound(reading);
          if (reading.warnings.length === 0) expect([at, bit, wrongNights(reading, newer)]).toEqual([at, bit, []]);
        }
    }
  });

  test('anywhere in a G3X .evt makes no wrong night without a warning when the .idx is there', () => {
    const files = copyOf(newer).slice(0, 2);
    fc.assert(
      fc.property(fc.nat(files[1]!.bytes.length - 1), fc.nat(7), (at, bit) => {
        const reading = flipped(files, 1, at, bit);
        expectSound(reading);
        if (reading.warnings.length === 0) expect(wrongNights(reading, newer)).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });

  test('in a session marker of a G3X .evt without the .idx moves at most 10 minutes without a warning', () => {
    const files = copyOf(newer).slice(1, 2);
    const { bytes } = files[0]!;
    const golden = new Map(newer.golden.nights.map(({ night, minutes }) => [night, minutes]));
    let markers = 0;
    for (let at = 0; at < bytes.length; at += 32) {
      if (bytes[at] !== 0xae || (bytes[at + 0x10] !== 0x40 && bytes[at + 0x10] !== 0x41)) continue;
      markers += 1;
      for (let offset = 0; offset < 28; offset += 1)
        for (let bit = 0; bit < 8; bit += 1) {
          if (markers > 2 && (offset < 0x14 || (markers + offset) % 4 !== 0)) continue;
          const reading = flipped(files, 0, at + offset, bit);
          expectSound(reading);
          if (reading.warnings.length > 0) continue;
          for (const { night, minutes } of reading.nights)
            expect(Math.abs((golden.get(night) ?? 9999) - minutes)).toBeLessThanOrEqual(10);
        }
    }
    expect(markers).toBeGreaterThan(8);
  });

  test('in a legacy .USR makes no wrong night without a warning, except in dates, minutes and the running day', () => {
    const files = copyOf(older).slice(0, 1);
    const { bytes } = files[0]!;
    const view = new DataView(bytes.buffer);
    const records: number[] = [];
    for (let at = 0x102340; at < bytes.length && bytes[at] === 0xe1; at = view.getUint32(at + 1, true)) {
      records.push(at);
      if (view.getUint32(at + 1, true) <= at) break;
    }
    const isUnprotected = (at: number) =>
      records.some((start) => [7, 8, 15, 16].includes(at - start)) || (at >= 0x42e && at < 0x2242);
    const places = fc.oneof(
      fc.integer({ min: 0x102330, max: bytes.length - 1 }),
      fc.constantFrom(...records).chain((start) => fc.nat(0x6f).map((offset) => start + offset)),
      fc.nat(bytes.length - 1),
    );
    fc.assert(
      fc.property(places, fc.nat(7), (at, bit) => {
        if (at >= bytes.length) return;
        const reading = flipped(files, 0, at, bit);
        expectSound(reading);
        const wrong = wrongNights(reading, older);
        if (reading.warnings.length === 0 && !isUnprotected(at)) expect([at, bit, wrong]).toEqual([at, bit, []]);
        // Where nothing protects the byte, one night is wrong and no other.
        if (reading.warnings.length === 0) expect(wrong.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  test('in a .set or a legacy .idx makes no night at all', () => {
    for (const [card, nth] of [
      [newer, 2],
      [older, 1],
    ] as const) {
      const files = copyOf(card).slice(nth, nth + 1);
      fc.assert(
        fc.property(fc.nat(files[0]!.bytes.length - 1), fc.nat(7), (at, bit) => {
          expect(flipped(files, 0, at, bit).nights).toEqual([]);
        }),
        { numRuns: 150 },
      );
    }
  });
});

describe('a damaged card', () => {
  const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

  /** Bytes of which a part is filled, removed, copied to another place or exchanged. */
  function damage(bytes: Uint8Array, kind: string, at: number, length: number, from: number): Uint8Array {
    const part = bytes.slice(from, from + length);
    if (kind === 'truncated') return bytes.slice(0, at);
    if (kind === 'deleted') return joined(bytes.subarray(0, at), bytes.subarray(at + length));
    if (kind === 'inserted') return joined(bytes.subarray(0, at), part, bytes.subarray(at));
    const changed = bytes.slice();
    if (kind === 'zeros') return changed.fill(0, at, at + length);
    if (kind === '0xFF') return changed.fill(0xff, at, at + length);
    changed.set(part.subarray(0, bytes.length - at), at);
    return changed;
  }
  const kinds = ['truncated', 'deleted', 'inserted', 'zeros', '0xFF', 'copied'] as const;
  // A part of 32 bytes or more: nothing shows that one event of a G3X card became another kind of record.
  const lengths = fc.constantFrom(32, 100, 512, 2048, 4096);

  // The cards and the seed are fixed: the minutes of one legacy day that become other ones cannot be seen.
  test.each([
    ['G3X .evt', newer, 1, 0],
    ['legacy .USR', older, 0, 0x102340],
  ] as const)(
    'by a changed %s has true minutes and a true AHI or none, or its usage is of low confidence',
    (_name, card, nth, first) => {
      const files = card.files.slice(0, 2);
      const { bytes } = files[nth]!;
      const places = fc.integer({ min: first, max: bytes.length - 1 });
      fc.assert(
        fc.property(fc.constantFrom(...kinds), places, lengths, places, (kind, at, length, from) => {
          const changed = damage(bytes, kind, at, length, from);
          const reading = read(files.map((file, index) => (index === nth ? { ...file, bytes: changed } : file)));
          expectSound(reading);
          if (reading.confidence.usage === 'low') return;
          expect(wrongNights(reading, card)).toEqual([]);
          const known = new Map(card.golden.nights.map(({ night, ahi }) => [night, ahi]));
          for (const { night, ahi } of reading.nights)
            if (ahi !== null) expect([night, ahi]).toEqual([night, known.get(night)]);
        }),
        { numRuns: 150, seed: 119 },
      );
    },
  );
});

describe('a truncated card', () => {
  /** Every length near the boundaries of the records, and some others. */
  const lengths = (size: number, record: number, header: number) => {
    const count = Math.floor((size - header) / record);
    const chosen = Array.from({ length: 12 }, (_, nth) => header + Math.floor((count * nth) / 12) * record);
    return [
      0,
      1,
      15,
      16,
      31,
      0x42e,
      0x42f,
      0x441,
      0x2242,
      size - 1,
      ...chosen.flatMap((at) => [at - 1, at, at + 1, at + record / 2]),
    ];
  };

  test('of the G3X generation has no wrong night; the last one may be shorter, or there is a warning', () => {
    const [idx, evt, set] = newer.files.map(({ bytes }) => bytes) as [Uint8Array, Uint8Array, Uint8Array];
    for (const length of lengths(idx.length, 2048, 0x800)) {
      const reading = read([{ name: 'x.idx', bytes: idx.subarray(0, Math.max(0, length)) }]);
      expectSound(reading);
      expect(wrongNights(reading, newer)).toEqual([]);
    }
    for (const length of lengths(evt.length, 32, 0)) {
      const part = { name: 'x.evt', bytes: evt.subarray(0, Math.max(0, length)) };
      const whole = read([{ name: 'x.idx', bytes: idx }, part]);
      expect(wrongNights(whole, newer)).toEqual([]);
      const alone = read([part]);
      expectSound(alone);
      const last = alone.nights.at(-1)?.night;
      if (alone.warnings.length === 0) expect(wrongNights(alone, newer).filter((night) => night !== last)).toEqual([]);
    }
    for (const length of lengths(set.length, 256, 0))
      expectSound(read([{ name: 'x.set', bytes: set.subarray(0, length) }]));
  });

  test('of the legacy generation has no wrong night', () => {
    const [usr, idx] = older.files.map(({ bytes }) => bytes) as [Uint8Array, Uint8Array];
    const history = Array.from({ length: 150 }, (_, nth) => 0x102338 + nth * 19);
    for (const length of [...lengths(usr.length, 4096, 0), ...history]) {
      const reading = read([{ name: 'x.usr', bytes: usr.subarray(0, Math.max(0, length)) }]);
      expectSound(reading);
      expect([length, wrongNights(reading, older)]).toEqual([length, []]);
      const all = reading.nights.length === older.golden.nights.length;
      if (!all) expect([length, reading.warnings.length > 0]).toEqual([length, true]);
    }
    for (const length of lengths(idx.length, 512, 0x800))
      expectSound(read([{ name: 'x.idx', bytes: idx.subarray(0, length) }]));
  });
});

describe('any bytes', () => {
  const heads: Record<string, Uint8Array> = {
    'G3X .idx': newer.files[0]!.bytes.subarray(0, 0x1800),
    'G3X .evt': newer.files[1]!.bytes.subarray(0, 0x1000),
    '.set': newer.files[2]!.bytes,
    'legacy .idx': older.files[1]!.bytes.subarray(0, 0x1400),
    'legacy .evt': older.files[2]!.bytes.subarray(0, 0x1400),
    'legacy .USR': older.files[0]!.bytes.subarray(0, 0x2300),
    'closed days': older.files[0]!.bytes.subarray(0x102300, 0x102a00),
  };
  const extensions = fc.constantFrom('usr', 'idx', 'evt', 'log', 'set', 'exe', '');

  test.each(Object.entries(heads))(
    'a damaged %s ends in a reading, under any extension and next to any file',
    (_name, head) => {
      fc.assert(
        fc.property(
          fc.array(fc.tuple(fc.nat(head.length - 1), fc.uint8Array({ minLength: 1, maxLength: 40 })), {
            maxLength: 12,
          }),
          extensions,
          fc.constantFrom(...Object.values(heads)),
          (changes, extension, other) => {
            const bytes = head.slice();
            for (const [at, values] of changes) bytes.set(values.subarray(0, head.length - at), at);
            expectSound(
              read([
                { name: `A3900012345.${extension}`, bytes },
                { name: 'A3900012345.idx', bytes: other },
              ]),
            );
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  test('random history of a legacy card ends in a reading', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 400 }), fc.boolean(), (random, isRecord) => {
        const bytes = new Uint8Array(0x102340 + random.length);
        bytes.set(older.files[0]!.bytes.subarray(0, 0x102340));
        bytes.set(random, 0x102340);
        if (isRecord && random.length > 0) bytes[0x102340] = 0xe1;
        expectSound(read([{ name: 'TEST2412.USR', bytes }]));
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['magic numbers only', [0xae, 0xaa]],
    ['0xAA', [0xaa]],
    ['closed days without an end', [0xe1, 0, 0, 0, 0]],
    ['zeros', [0]],
    ['0xFF', [0xff]],
  ])('2 MB of %s end in a reading', (_name, pattern) => {
    const bytes = new Uint8Array(2 ** 21).map((_, at) => pattern[at % pattern.length]!);
    for (const mark of [null, 0x42e]) {
      if (mark !== null) bytes[mark] = 0xf4;
      expectSound(read([{ name: 'x.usr', bytes }]));
    }
  });
});
