import { expect, test } from '@jest/globals';
import { dateOf, dayOf } from '../../lib/nightRange.ts';
import { dayTicks, valueTicks } from './usageTicks.ts';

const ticks = (start: string, end: string, width: number) =>
  dayTicks(dayOf(start) - 0.5, dayOf(end) + 0.5, width).map(dateOf);

test('a week on a wide axis has a label for each day', () => {
  expect(ticks('2026-11-16', '2026-11-22', 700)).toHaveLength(7);
});

test('30 days have a label for each Monday', () => {
  expect(ticks('2026-10-24', '2026-11-22', 700)).toEqual(['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16']);
});

test('90 days on a phone, and three years, have labels at the first of months', () => {
  expect(ticks('2026-08-25', '2026-11-22', 280)).toEqual(['2026-09-01', '2026-10-01', '2026-11-01']);
  expect(ticks('2023-11-19', '2026-11-22', 700)).toEqual([
    '2024-01-01',
    '2024-07-01',
    '2025-01-01',
    '2025-07-01',
    '2026-01-01',
    '2026-07-01',
  ]);
});

test('the labels stay on their days while the axis moves', () => {
  const before = ticks('2026-10-24', '2026-11-22', 700);
  const after = ticks('2026-10-27', '2026-11-25', 700);
  expect(after).toEqual([...before.slice(1), '2026-11-23']);
});

test.each([
  [5, [0, 2, 4, 6]],
  [24, [0, 10, 20, 30]],
  [30, [0, 10, 20, 30]],
  [31, [0, 20, 40]],
])('an axis up to %d has the labels %j', (most, labels) => {
  expect(valueTicks(most)).toEqual(labels);
});
