import { daysBetween } from '../shared/dates.ts';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { distanceFromToday, inTheWay, overlapCode, overlaps, type DateRange } from './device-history-overlaps.ts';

const FIRST = Date.UTC(2026, 0, 1);
const day = (offset: number) => new Date(FIRST + offset * 86_400_000).toISOString().slice(0, 10);
const offsets = fc.integer({ min: 0, max: 60 });
const ranges: fc.Arbitrary<DateRange> = fc
  .tuple(offsets, fc.option(fc.integer({ min: 0, max: 30 })))
  .map(([start, length]) => ({ startDate: day(start), endDate: length === null ? null : day(start + length) }));

/** The nights of an assignment, counted one by one. */
const nights = ({ startDate, endDate }: DateRange) =>
  Array.from({ length: 120 }, (_, offset) => day(offset)).filter(
    (night) => night >= startDate && (endDate === null || night < endDate),
  );

test('two assignments overlap exactly when they claim the same night, in either order', () => {
  fc.assert(
    fc.property(ranges, ranges, (one, other) => {
      const shared = nights(one).some((night) => nights(other).includes(night));
      expect(overlaps(one, other)).toBe(shared);
      expect(overlaps(other, one)).toBe(shared);
    }),
    { numRuns: 1000 },
  );
});

test('a device that ended on a day can start with another patient on that day', () => {
  expect(overlaps({ startDate: '2026-04-01', endDate: '2026-05-01' }, { startDate: '2026-05-01', endDate: null })).toBe(
    false,
  );
  expect(overlaps({ startDate: '2026-04-01', endDate: '2026-05-02' }, { startDate: '2026-05-01', endDate: null })).toBe(
    true,
  );
});

test('an assignment that started and ended on one day has no night', () => {
  fc.assert(
    fc.property(offsets, ranges, (offset, other) => {
      expect(overlaps({ startDate: day(offset), endDate: day(offset) }, other)).toBe(false);
    }),
  );
});

test('the active assignment is reported before an ended one that also overlaps', () => {
  fc.assert(
    fc.property(ranges, fc.array(ranges, { maxLength: 6 }), (range, others) => {
      const hit = inTheWay(range, others);
      const hits = others.filter((other) => overlaps(range, other));
      expect(hit === undefined).toBe(hits.length === 0);
      if (hits.some(({ endDate }) => endDate === null)) expect(hit!.endDate).toBeNull();
    }),
  );
});

test.each([
  ['patient', null, 'patient-already-connected'],
  ['patient', '2026-03-01', 'patient-previous-device-daterange-overlaps'],
  ['machine', null, 'device-already-connected'],
  ['machine', '2026-03-01', 'device-start-date-overlaps'],
] as const)('another assignment of the %s that ended %s gives %s', (holder, endDate, code) => {
  expect(overlapCode(holder, { startDate: '2026-02-01', endDate: null }, [{ startDate: '2026-01-01', endDate }])).toBe(
    code,
  );
  expect(
    overlapCode(holder, { startDate: '2025-02-01', endDate: '2026-01-01' }, [{ startDate: '2026-01-01', endDate }]),
  ).toBeNull();
});

test('a start date in the future or more than 30 days back asks for confirmation, and no other does', () => {
  fc.assert(
    fc.property(fc.integer({ min: -400, max: 400 }), (offset) => {
      const today = '2026-11-21';
      const start = new Date(Date.parse(today) + offset * 86_400_000).toISOString().slice(0, 10);
      const expected =
        offset > 0 ? { in: 'future', days: offset } : -offset > 30 ? { in: 'past', days: -offset } : null;
      expect(distanceFromToday(start, today)).toEqual(expected);
      expect(daysBetween(start, today) + offset).toBe(0);
    }),
  );
});

test.each([
  ['2026-11-22', { in: 'future', days: 1 }],
  ['2026-11-21', null],
  ['2026-10-23', null],
  ['2026-10-22', null],
  ['2026-10-21', { in: 'past', days: 31 }],
])('on 2026-11-21 a start on %s has the distance %j', (start, distance) => {
  expect(distanceFromToday(start, '2026-11-21')).toEqual(distance);
});
