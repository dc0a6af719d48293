import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../shared/dates.ts';
import { contradictionsOf, withoutContradictions, type ComparedCode } from './icode-contradictions.ts';
import { iCodeFiguresOf, PRINTED_PERIODS, type Night } from './icode-figures.ts';
import { decodeIc1, encodeIc1 } from './ic1.codec.ts';

const READ = '2026-05-01';
let next = 0;
const code = (icodePeriod: number, compliantDays: number, more: Partial<ComparedCode> = {}): ComparedCode => ({
  id: (next += 1),
  collected: READ,
  icodePeriod,
  compliantDays,
  best30: 0,
  minutes: 300,
  ...more,
});
const kinds = (...codes: ComparedCode[]) => contradictionsOf(codes).map(({ kind }) => kind);

describe('codes contradict each other', () => {
  test.each([
    ['a week with as many compliant days as the month', code(7, 7), code(30, 7, { minutes: 200 }), []],
    ['a week with more compliant days than the month', code(7, 7), code(30, 6), ['compliant_days']],
    ['a week without use in a month with 23 of 30', code(7, 0, { minutes: 0 }), code(30, 23), []],
    ['a week without use in a month with 24 of 30', code(7, 0, { minutes: 0 }), code(30, 24), ['compliant_days']],
    ['a month with the best 30 of two months', code(30, 20, { best30: 20 }), code(60, 30, { best30: 20 }), []],
    [
      'a month that is better than the best 30 of two',
      code(30, 21, { best30: 21 }),
      code(60, 30, { best30: 20 }),
      ['best30'],
    ],
    ['two months whose code does not contain the best 30', code(30, 21, { best30: 21 }), code(60, 30), []],
    ['a week that is as good as the best 30 of two months', code(7, 5), code(60, 10, { best30: 5, minutes: 200 }), []],
    [
      'a week that is better than the best 30 of two months',
      code(7, 6),
      code(60, 10, { best30: 5, minutes: 200 }),
      ['best30'],
    ],
    [
      'two months with the best 30 that the last week allows in the month before',
      code(60, 25, { best30: 25 }),
      code(60, 20, { best30: 18, collected: addDays(READ, -7) }),
      [],
    ],
    [
      'two months with a better one',
      code(60, 26, { best30: 26 }),
      code(60, 20, { best30: 18, collected: addDays(READ, -7) }),
      ['best30'],
    ],
    // All 20 compliant nights of the month are in its last week or before it: 13 of 23 nights at least.
    [
      'a month of 20 compliant nights, of which 13 are in two months with 13 of them',
      code(30, 20),
      code(60, 13, { minutes: 200, collected: addDays(READ, -7) }),
      [],
    ],
    [
      'a month of 20 compliant nights, of which 13 are in two months with 12 of them',
      code(30, 20),
      code(60, 12, { minutes: 200, collected: addDays(READ, -7) }),
      ['compliant_days'],
    ],
    // 23 nights without a compliant one have 5,497 minutes at most, with the week 1,440 x 7 more; 30 x 417.5 are 12,525.
    [
      'a month whose compliant nights and use are those of its last week',
      code(30, 7, { minutes: 420 }),
      code(7, 7, { minutes: 1005 }),
      [],
    ],
    [
      'a month with more use than its last week and 23 short nights have',
      code(30, 7, { minutes: 420 }),
      code(7, 7, { minutes: 1000 }),
      ['minutes'],
    ],
    [
      'a week of 24 hours a day in a month of 5:36 a day',
      code(7, 7, { minutes: 1440 }),
      code(30, 7, { minutes: 336 }),
      [],
    ],
    [
      'a week of 24 hours a day in a month of 5:30 a day',
      code(7, 7, { minutes: 1440 }),
      code(30, 7, { minutes: 330 }),
      ['minutes'],
    ],
    ['a month read a week later with seven more', code(30, 20), code(30, 27, { collected: addDays(READ, 7) }), []],
    [
      'a month read a week later with eight more',
      code(30, 20),
      code(30, 28, { collected: addDays(READ, 7) }),
      ['compliant_days'],
    ],
    ['months that share no night', code(30, 30), code(30, 0, { collected: addDays(READ, 30), minutes: 0 }), []],
    [
      'a month that shares its compliant first night with one without use',
      code(30, 30),
      code(30, 0, { collected: addDays(READ, 29), minutes: 0 }),
      ['compliant_days'],
    ],
    ['months that share one night', code(30, 30), code(30, 30, { collected: addDays(READ, 29), minutes: 300 }), []],
  ])('%s', (_title, first, second, expected) => {
    expect(kinds(first, second)).toEqual(expected);
    expect(kinds(second, first)).toEqual(expected);
  });

  test.each([
    ['a best 30 above all compliant days', code(60, 20, { best30: 21 }), ['best30']],
    ['a best 30 of the month that is not its compliant days', code(30, 20, { best30: 19 }), ['best30']],
    ['the same figures', code(30, 20, { best30: 20 }), []],
    ['25 compliant nights of four hours in 90 days of 0:05', code(90, 25, { best30: 25, minutes: 5 }), ['minutes']],
    ['a month of 7:00 a day without a compliant night', code(30, 0, { minutes: 420 }), ['minutes']],
  ])('one code itself: %s', (_title, only, expected) => {
    expect(contradictionsOf([only])).toEqual(expected.map((kind) => ({ kind, first: only.id, second: only.id })));
  });

  test('a code that contradicts itself says nothing about the others', () => {
    const [month, impossible] = [code(30, 20), code(90, 5, { minutes: 1440 })];
    expect(contradictionsOf([month, impossible])).toEqual([
      { kind: 'minutes', first: impossible.id, second: impossible.id },
    ]);
  });

  test('only codes in no contradiction prove something', () => {
    const [week, month, impossible, quarter] = [code(7, 7), code(30, 6), code(90, 5, { minutes: 1440 }), code(90, 20)];
    expect(withoutContradictions([week, month, impossible, quarter])).toEqual([quarter]);
  });

  test('each pair once, by the ids of its codes', () => {
    const [week, month, quarter] = [code(7, 7), code(30, 6), code(90, 5)];
    expect(contradictionsOf([week, month, quarter])).toEqual([
      { kind: 'compliant_days', first: week.id, second: month.id },
      { kind: 'compliant_days', first: week.id, second: quarter.id },
      { kind: 'compliant_days', first: month.id, second: quarter.id },
    ]);
  });
});

test('codes of the same nights never contradict each other, whenever and for whichever period they are read', () => {
  const alike = fc.constantFrom(0, 239, 240, 1440).chain((used) => fc.array(fc.constant(used), { maxLength: 40 }));
  const mixed = fc.array(fc.integer({ min: 0, max: 1440 }), { maxLength: 40 });
  const nights = fc.array(fc.oneof(alike, mixed), { minLength: 5, maxLength: 20 }).map((blocks) =>
    blocks.flat().map((used, age): Night => ({
      night: addDays(READ, -age),
      minutes: used,
      pressure: null,
      p95: null,
      ahi: null,
      leak: null,
    })),
  );
  const readings = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.constantFrom(...PRINTED_PERIODS)), {
    minLength: 2,
    maxLength: 6,
  });
  fc.assert(
    fc.property(nights, readings, (known, read) => {
      const codes = read.map(([age, period], id): ComparedCode => {
        const collected = addDays(READ, -age);
        const shown = decodeIc1('A3900012345', encodeIc1('A3900012345', iCodeFiguresOf(known, period, collected)));
        if (!shown.ok) throw new Error('not readable');
        const { compliantDays, best30, minutes } = shown.figures;
        return { id, collected, icodePeriod: period, compliantDays, best30, minutes };
      });
      expect(contradictionsOf(codes)).toEqual([]);
    }),
  );
});

test('two codes of a week or a day contradict each other exactly when no nights have the figures of both', () => {
  /** The average that a code shows of a sum: to the nearest 5, half a step up. */
  const shown = (use: number, days: number) => Math.floor((2 * use + 5 * days) / (10 * days)) * 5;
  /** Whether nights exist, by trying how many of each part are compliant, and each use of the nights of both. */
  function exist(one: ComparedCode, other: ComparedCode, apart: number): boolean {
    const own = new Set(Array.from({ length: one.icodePeriod }, (_, age) => age));
    const others = Array.from({ length: other.icodePeriod }, (_, age) => age + apart);
    const shared = others.filter((age) => own.has(age)).length;
    const [left, right] = [one.icodePeriod - shared, other.icodePeriod - shared];
    // One minute more is one step more at most, so each step between the least and the most is shown of some sum.
    const shows = ({ icodePeriod, minutes }: ComparedCode, least: number, most: number) =>
      shown(least, icodePeriod) <= minutes && minutes <= shown(most, icodePeriod);
    for (let both = 0; both <= shared; both += 1) {
      const [a, b] = [one.compliantDays - both, other.compliantDays - both];
      if (a < 0 || b < 0 || a > left || b > right) continue;
      for (let use = 240 * both; use <= 1440 * both + 239 * (shared - both); use += 1)
        if (
          shows(one, use + 240 * a, use + 1440 * a + 239 * (left - a)) &&
          shows(other, use + 240 * b, use + 1440 * b + 239 * (right - b))
        )
          return true;
    }
    return false;
  }
  const used = fc.oneof(fc.constantFrom(0, 239, 240, 1440), fc.integer({ min: 0, max: 1440 }));
  const read = fc.record({
    period: fc.constantFrom(1, 7, 14),
    more: fc.integer({ min: -1, max: 1 }),
    longer: fc.integer({ min: -3, max: 3 }),
  });
  const seen = { fit: 0, apart: 0 };
  fc.assert(
    fc.property(
      fc.array(used, { minLength: 24, maxLength: 24 }),
      read,
      read,
      fc.integer({ min: 0, max: 10 }),
      (nights, first, second, apart) => {
        // The figures of real nights, and those next to them.
        const codeOf = (id: number, age: number, { period, more, longer }: typeof first): ComparedCode => {
          const own = nights.slice(age, age + period);
          const sum = own.reduce((total, minutes) => total + minutes, 0);
          const days = own.filter((minutes) => minutes >= 240).length + more;
          return {
            id,
            collected: addDays(READ, -age),
            icodePeriod: period,
            compliantDays: Math.min(period, Math.max(0, days)),
            best30: 0,
            minutes: Math.max(0, shown(sum, period) + 5 * longer),
          };
        };
        const [one, other] = [codeOf(1, 0, first), codeOf(2, apart, second)];
        const alone = exist(one, one, 0) && exist(other, other, 0);
        expect(contradictionsOf([one]).length + contradictionsOf([other]).length === 0).toBe(alone);
        if (!alone) return;
        const fit = exist(one, other, apart);
        seen[fit ? 'fit' : 'apart'] += 1;
        expect(contradictionsOf([one, other]).length === 0).toBe(fit);
      },
    ),
    { numRuns: 400 },
  );
  expect(Math.min(seen.fit, seen.apart)).toBeGreaterThan(10);
});
