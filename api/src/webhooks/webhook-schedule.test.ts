import { expect, test } from '@jest/globals';
import { nextTry } from './webhook-schedule.ts';

const START = new Date('2026-06-01T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test('A delivery that fails every time is tried ten times in three days, as the specification suggests', () => {
  const waits: number[] = [];
  let now = START;
  for (let attempts = 1; ; attempts += 1) {
    const next = nextTry(START, attempts, now);
    if (!next) break;
    waits.push(next.getTime() - now.getTime());
    now = next;
  }
  expect(waits).toEqual([
    ...[5000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 20 * HOUR],
  ]);
  expect(now.getTime() - START.getTime()).toBe(71 * HOUR + 35 * MINUTE + 5000);
});

test('A delivery is given up when its next attempt would be later than three days after the first', () => {
  const last = new Date(START.getTime() + 52 * HOUR);
  expect(nextTry(START, 8, last)).toEqual(new Date(START.getTime() + 72 * HOUR));
  expect(nextTry(START, 8, new Date(last.getTime() + 1))).toBeNull();
});
