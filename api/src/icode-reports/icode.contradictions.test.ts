import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '../shared/dates.ts';
import { contradictionsOf, type ComparedCode } from './icode.contradictions.ts';
import { figuresOf, PRINTED_PERIODS, type Night } from './icode.figures.ts';
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
    ['a week with as many compliant days as the month', code(7, 7), code(30, 7), []],
    ['a week with more compliant days than the month', code(7, 7), code(30, 6), ['compliant_days']],
    ['a week without use in a month with 23 of 30', code(7, 0), code(30, 23), []],
    ['a week without use in a month with 24 of 30', code(7, 0), code(30, 24), ['compliant_days']],
    ['a month with the best 30 of two months', code(30, 20, { best30: 20 }), code(60, 30, { best30: 20 }), []],
    [
      'a month that is better than the best 30 of two',
      code(30, 21, { best30: 21 }),
      code(60, 30, { best30: 20 }),
      ['best30'],
    ],
    ['two months whose code does not contain the best 30', code(30, 21, { best30: 21 }), code(60, 30), []],
    [
      'a week of 24 hours a day in a month of 5:36 a day',
      code(7, 7, { minutes: 1440 }),
      code(30, 20, { minutes: 336 }),
      [],
    ],
    [
      'a week of 24 hours a day in a month of 5:30 a day',
      code(7, 7, { minutes: 1440 }),
      code(30, 20, { minutes: 330 }),
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
    ['months that share one night', code(30, 30), code(30, 30, { collected: addDays(READ, 29), minutes: 300 }), []],
  ])('%s', (_title, first, second, expected) => {
    expect(kinds(first, second)).toEqual(expected);
    expect(kinds(second, first)).toEqual(expected);
  });

  test.each([
    ['a best 30 above all compliant days', code(60, 20, { best30: 21 }), ['best30']],
    ['a best 30 of the month that is not its compliant days', code(30, 20, { best30: 19 }), ['best30']],
    ['the same figures', code(30, 20, { best30: 20 }), []],
  ])('one code itself: %s', (_title, only, expected) => {
    expect(contradictionsOf([only])).toEqual(expected.map((kind) => ({ kind, first: only.id, second: only.id })));
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
  const nights = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 120, maxLength: 120 }).map((minutes) =>
    minutes.map((used, age): Night => ({
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
        const shown = decodeIc1('A3900012345', encodeIc1('A3900012345', figuresOf(known, period, collected)));
        if (!shown.ok) throw new Error('not readable');
        const { compliantDays, best30, minutes } = shown.figures;
        return { id, collected, icodePeriod: period, compliantDays, best30, minutes };
      });
      expect(contradictionsOf(codes)).toEqual([]);
    }),
  );
});
