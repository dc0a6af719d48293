import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { figuresOf, type CountedNight } from './usage-period.ts';

const RULE = {
  id: 'four-hours',
  name: 'Four hours',
  version: 1,
  firstDay: 1,
  period: 90,
  window: 30,
  minutes: 240,
  percent: 70,
};
const row = (usageDate: string, minutes: number, figures: Partial<CountedNight> = {}): CountedNight => ({
  usageDate,
  minutes,
  ahi: null,
  pressure: null,
  leak: null,
  pressureKind: 'pressure',
  ...figures,
});
const MARCH = { from: '2026-03-01', to: '2026-03-10' };
const figures = (rows: CountedNight[], { range = MARCH, today = '2026-06-01' } = {}) =>
  figuresOf(RULE, range, rows, today);

describe('the nights of a period', () => {
  test('are used, not used, compliant, faulty or without data, at both sides of each limit', () => {
    const rows = [
      row('2026-02-28', 500),
      row('2026-03-01', 0),
      row('2026-03-02', 1),
      row('2026-03-03', 239),
      row('2026-03-04', 240),
      row('2026-03-05', 1440),
      row('2026-03-06', 1441),
      row('2026-03-10', 300),
      row('2026-03-11', 500),
    ];
    expect(figures(rows)).toMatchObject({
      nights: 10,
      used: 5,
      unused: 1,
      compliant: 3,
      faulty: 1,
      missing: 3,
      expected: 0,
    });
  });

  test('of several readings of one date are one night, and their minutes add up', () => {
    const rows = [row('2026-03-02', 120), row('2026-03-02', 120), row('2026-03-03', 120)];
    expect(figures(rows)).toMatchObject({ used: 2, compliant: 1, meanMinutes: 180, medianMinutes: 180 });
  });

  test('after today have not come, and those of the last two days may still arrive', () => {
    expect(figures([], { today: '2026-03-05' })).toMatchObject({ nights: 5, missing: 2, expected: 3 });
    expect(figures([], { today: '2026-03-12' })).toMatchObject({ nights: 10, missing: 9, expected: 1 });
    expect(figures([], { today: '2026-03-13' })).toMatchObject({ nights: 10, missing: 10, expected: 0 });
    expect(figures([row('2026-03-01', 60)], { today: '2026-02-27' })).toMatchObject({
      nights: 0,
      used: 0,
      expected: 0,
    });
  });
});

describe('the means of a period', () => {
  test('are of the nights with use: a night without use or data is no zero, and a faulty one no figure', () => {
    const rows = [
      row('2026-03-01', 0),
      row('2026-03-02', 60, { ahi: 10, leak: 30 }),
      row('2026-03-03', 300),
      row('2026-03-04', 420, { ahi: 2, leak: 6 }),
      row('2026-03-05', 2000, { ahi: 90, leak: 90, pressure: 30 }),
    ];
    expect(figures(rows)).toMatchObject({
      meanMinutes: 260,
      medianMinutes: 300,
      // 10 and 14 events in 8 hours.
      ahi: { mean: 3, nights: 2 },
      // 30 for one hour, 6 for seven.
      leak: { mean: 9, nights: 2 },
      pressure: null,
    });
  });

  test('are not available without a night with use', () => {
    expect(figures([row('2026-03-01', 0, { ahi: 0 })])).toMatchObject({
      meanMinutes: null,
      medianMinutes: null,
      ahi: null,
      leak: null,
      pressure: null,
      pressureKinds: [],
    });
  });

  test('of an even number of nights have the middle of the two in the middle as their median', () => {
    const rows = [row('2026-03-01', 400), row('2026-03-02', 100), row('2026-03-03', 201), row('2026-03-04', 300)];
    expect(figures(rows)).toMatchObject({ medianMinutes: 250.5 });
  });

  test('of pressure are of one kind: two kinds have no common mean', () => {
    const one = row('2026-03-01', 300, { pressure: 8 });
    const ipap = row('2026-03-02', 300, { pressure: 14, pressureKind: 'ipap' });
    const unseen = row('2026-03-03', 300, { pressure: 10, pressureKind: null });
    expect(figures([one, unseen])).toMatchObject({ pressure: { mean: 9, nights: 2 }, pressureKinds: ['pressure'] });
    expect(figures([ipap])).toMatchObject({ pressure: { mean: 14, nights: 1 }, pressureKinds: ['ipap'] });
    expect(figures([one, ipap])).toMatchObject({ pressure: null, pressureKinds: ['ipap', 'pressure'] });
  });
});

const anyRow = fc.record({
  usageDate: fc.integer({ min: 1, max: 28 }).map((day) => `2026-03-${String(day).padStart(2, '0')}`),
  minutes: fc.oneof(fc.integer({ min: 0, max: 1600 }), fc.constantFrom(0, 239, 240, 1440, 1441)),
  ahi: fc.option(fc.integer({ min: 0, max: 60 })),
  pressure: fc.constant(null),
  leak: fc.constant(null),
  pressureKind: fc.constant('pressure' as const),
});

test('every night of a period is of exactly one kind', () =>
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 40 }), fc.integer({ min: 1, max: 31 }), (rows, day) => {
      const today = `2026-03-${String(day).padStart(2, '0')}`;
      const { nights, used, unused, faulty, missing, expected, compliant } = figures(rows, {
        range: { from: '2026-03-01', to: '2026-03-28' },
        today,
      });
      expect(used + unused + faulty + missing + expected).toBe(nights);
      expect(compliant).toBeLessThanOrEqual(used);
    }),
  ));
