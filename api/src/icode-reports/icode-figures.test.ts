import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodeIc1, encodeIc1 } from './ic1.codec.ts';
import { iCodeFiguresOf, PRINTED_PERIODS, type Night } from './icode-figures.ts';

const COLLECTED = '2026-05-01';
const DAY = 86_400_000;

/** The night that ended `age` days before the day of collection; 1 is last night. */
const night = (age: number, minutes: number, rest: Partial<Night> = {}): Night => ({
  night: new Date(Date.parse(COLLECTED) - age * DAY).toISOString().slice(0, 10),
  minutes,
  pressure: 8,
  p95: 10,
  ahi: 2,
  leak: 10,
  ...rest,
});
const ages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('the figures of a period', () => {
  test('the last night counted is the one that ended on the day of collection', () => {
    const nights = [night(-1, 100), night(0, 200), night(1, 300), night(2, 400)];
    expect(iCodeFiguresOf(nights, 1, COLLECTED)).toMatchObject({ period: 1, compliantDays: 1, minutes: 300 });
  });

  test('a night before the period does not count, and a night with a clock change is one day', () => {
    expect(iCodeFiguresOf([night(7, 300), night(8, 300)], 7, COLLECTED)).toMatchObject({
      compliantDays: 1,
      minutes: 300 / 7,
    });
    expect(iCodeFiguresOf([{ ...night(1, 300), night: '2026-03-07' }], 7, '2026-03-14')).toMatchObject({
      compliantDays: 1,
    });
  });

  test('240 minutes make a compliant day, 239 do not', () => {
    expect(iCodeFiguresOf([night(1, 240), night(2, 239)], 7, COLLECTED).compliantDays).toBe(1);
  });

  test('use is averaged over all days of the period, used or not', () => {
    expect(
      iCodeFiguresOf(
        ages(1, 15).map((age) => night(age, 400)),
        30,
        COLLECTED,
      ).minutes,
    ).toBe(200);
  });

  test('best 30 is the best run of 30 days inside the period, and 0 in a shorter one', () => {
    const nights = [...ages(1, 10), ...ages(41, 65)].map((age) => night(age, 300));
    expect(iCodeFiguresOf(nights, 7, COLLECTED).best30).toBe(0);
    expect(iCodeFiguresOf(nights, 30, COLLECTED).best30).toBe(10);
    expect(iCodeFiguresOf(nights, 60, COLLECTED).best30).toBe(20);
    expect(iCodeFiguresOf(nights, 90, COLLECTED).best30).toBe(25);
  });

  test('pressure, its 95th percentile and AHI are weighted by the hours of use', () => {
    const nights = [
      night(1, 360, { pressure: 8, p95: 10, ahi: 1 }),
      night(2, 120, { pressure: 12, p95: 14, ahi: 5 }),
      night(3, 0, { pressure: 30, p95: 30, ahi: 90 }),
    ];
    expect(iCodeFiguresOf(nights, 7, COLLECTED)).toMatchObject({ pressure: 9, p95: 11, ahi: 2 });
  });

  test('a night without a figure does not lower the average', () => {
    const nights = [
      night(1, 300, { pressure: null, p95: 12, ahi: null }),
      night(2, 300, { pressure: 9, p95: 11, ahi: 4 }),
    ];
    expect(iCodeFiguresOf(nights, 7, COLLECTED)).toMatchObject({ pressure: 9, p95: 11, ahi: 4 });
  });

  test('high leak is the share of the hours of nights above 24 L/min', () => {
    expect(
      iCodeFiguresOf(
        [night(1, 300, { leak: 24 }), night(2, 100, { leak: 24.1 }), night(3, 500, { leak: null })],
        7,
        COLLECTED,
      ).leak,
    ).toBe(25);
  });

  test('a device without nights shows zeros and no pressure', () => {
    expect(iCodeFiguresOf([], 30, COLLECTED)).toEqual({
      period: 30,
      compliantDays: 0,
      best30: 0,
      minutes: 0,
      pressure: null,
      p95: null,
      ahi: 0,
      sni: 0,
      leak: 0,
    });
  });
});

const value = (min: number, max: number) =>
  fc.option(
    fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => tenths / 10),
    { freq: 8 },
  );
const anyNights = fc
  .uniqueArray(
    fc.record({
      age: fc.integer({ min: -5, max: 400 }),
      minutes: fc.nat(1440),
      pressure: value(0, 40),
      p95: value(0, 40),
      ahi: value(0, 200),
      leak: value(0, 120),
    }),
    {
      selector: ({ age }) => age,
      maxLength: 400,
    },
  )
  .map((rows) => rows.map(({ age, minutes, ...rest }) => night(age, minutes, rest)));

describe('for any nights', () => {
  test('the figures fit into a code of every period, and the code decodes to them', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        for (const period of PRINTED_PERIODS) {
          const figures = iCodeFiguresOf(nights, period, COLLECTED);
          const read = decodeIc1('A3900012345', encodeIc1('A3900012345', figures));
          expect(read).toMatchObject({
            ok: true,
            figures: { period, compliantDays: figures.compliantDays, best30: figures.best30 },
          });
        }
      }),
    );
  });

  test('best 30 never exceeds the compliant days, a longer period never has fewer of either, and order does not matter', () => {
    fc.assert(
      fc.property(anyNights, (nights) => {
        const all = PRINTED_PERIODS.map((period) => iCodeFiguresOf(nights, period, COLLECTED));
        for (const [index, figures] of all.entries()) {
          expect(figures.best30).toBeLessThanOrEqual(Math.min(30, figures.compliantDays));
          expect(figures.compliantDays).toBeGreaterThanOrEqual(all[index - 1]?.compliantDays ?? 0);
          expect(figures.best30).toBeGreaterThanOrEqual(all[index - 1]?.best30 ?? 0);
        }
        expect(
          PRINTED_PERIODS.map((period) => iCodeFiguresOf(nights.toReversed(), period, COLLECTED).compliantDays),
        ).toEqual(all.map(({ compliantDays }) => compliantDays));
      }),
    );
  });
});
