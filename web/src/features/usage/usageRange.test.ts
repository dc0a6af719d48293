import { describe, expect, test } from '@jest/globals';
import { dateOf, dayOf, lengthOf } from '../../lib/nightRange.ts';
import {
  answerable,
  axisOf,
  isWithin,
  lastDays,
  limitsOf,
  movedRange,
  snapped,
  usualRange,
  widened,
  zoomed,
} from './usageRange.ts';

const range = (start: string, end: string) => ({ start, end });
const year = range('2026-01-01', '2026-12-31');

test('a day is the number of days since 1970-01-01, over leap days and New Year', () => {
  expect(dayOf('1970-01-01')).toBe(0);
  expect(dateOf(dayOf('2028-02-28') + 1)).toBe('2028-02-29');
  expect(dateOf(dayOf('2026-12-31') + 1)).toBe('2027-01-01');
});

test.each([
  [7, '2026-11-16'],
  [30, '2026-10-24'],
  [90, '2026-08-25'],
])('the last %d days begin with the night of %s and end with that of today', (days, start) => {
  expect(lastDays(days, '2026-11-22')).toEqual(range(start, '2026-11-22'));
  expect(lengthOf(lastDays(days, '2026-11-22'))).toBe(days);
});

test('30 days are shown until the user chooses', () => {
  expect(usualRange('2026-11-22')).toEqual(range('2026-10-24', '2026-11-22'));
});

test('a range of 1,100 days is answered, of a longer one the newest 1,100 days', () => {
  const longest = range('2023-11-19', '2026-11-22');
  expect(lengthOf(longest)).toBe(1100);
  expect(answerable(longest)).toEqual(longest);
  expect(answerable(range('2023-11-18', '2026-11-22'))).toEqual(longest);
});

test('the charts move from the first usage date to today, and at least over what they show', () => {
  const shown = range('2026-10-24', '2026-11-22');
  expect(limitsOf(shown, '2025-01-01', '2026-11-22')).toEqual(range('2025-01-01', '2026-11-22'));
  expect(limitsOf(shown, '2026-11-01', '2026-11-22')).toEqual(shown);
  expect(limitsOf(shown, null, '2026-11-30')).toEqual(range('2026-10-24', '2026-11-30'));
});

test('a move keeps the length and ends at the limits', () => {
  const shown = range('2026-03-01', '2026-03-30');
  expect(movedRange(shown, -15, year)).toEqual(range('2026-02-14', '2026-03-15'));
  expect(movedRange(shown, -1000, year)).toEqual(range('2026-01-01', '2026-01-30'));
  expect(movedRange(shown, 1000, year)).toEqual(range('2026-12-02', '2026-12-31'));
});

describe('a zoom', () => {
  const shown = range('2026-03-01', '2026-03-31');

  test('keeps the middle, or the day of the cursor, in its place', () => {
    expect(zoomed(shown, 0.5, year)).toEqual(range('2026-03-09', '2026-03-24'));
    expect(zoomed(shown, 0.5, year, dayOf('2026-03-01')).start).toBe('2026-03-01');
    expect(zoomed(shown, 0.5, year, dayOf('2026-03-31')).end).toBe('2026-03-31');
  });

  test('shows 7 days at least, and what the limits have at most', () => {
    expect(lengthOf(zoomed(shown, 0.1, year))).toBe(7);
    expect(zoomed(shown, 100, year)).toEqual(year);
  });

  test('shows 1,100 days at most', () => {
    expect(lengthOf(zoomed(shown, 100, range('2020-01-01', '2026-12-31')))).toBe(1100);
  });
});

test('the edges of the axis are half a day beyond the days, and whole days are found between moved edges', () => {
  const shown = range('2026-03-01', '2026-03-30');
  const { min, max } = axisOf(shown);
  expect([min, max]).toEqual([dayOf('2026-03-01') - 0.5, dayOf('2026-03-30') + 0.5]);
  expect(snapped(min, max, year)).toEqual(shown);
  expect(snapped(min - 2.4, max - 2.4, year)).toEqual(range('2026-02-27', '2026-03-28'));
  expect(snapped(min - 2.6, max - 2.6, year)).toEqual(range('2026-02-26', '2026-03-27'));
});

test('beyond what was read as many days again are read on both sides, within the limits and 1,100 days', () => {
  expect(widened(range('2026-03-01', '2026-03-30'), year)).toEqual(range('2026-01-30', '2026-04-29'));
  expect(widened(range('2026-01-10', '2026-02-08'), year)).toEqual(range('2026-01-01', '2026-03-10'));
  const decade = range('2018-01-01', '2027-12-31');
  expect(lengthOf(widened(lastDays(1000, '2026-01-01'), decade))).toBe(1100);
  expect(lengthOf(widened(lastDays(1100, '2026-01-01'), decade))).toBe(1100);
});

test('a range is within another with the same ends', () => {
  expect(isWithin(year, year)).toBe(true);
  expect(isWithin(range('2025-12-31', '2026-01-02'), year)).toBe(false);
  expect(isWithin(range('2026-12-31', '2027-01-01'), year)).toBe(false);
});
