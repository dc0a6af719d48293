import { describe, expect, test } from '@jest/globals';
import { askedUntil, nextTry } from './webhook-schedule.ts';

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

describe('Retry-After', () => {
  /** The first retry without it follows 5 s later. */
  test.each<[number | null, string | undefined, number]>([
    [429, '600', 600_000],
    [503, '600', 600_000],
    [429, ' 6 ', 6000],
    [429, '5', 5000],
    [429, '4', 5000],
    [429, '0', 5000],
    [429, '21600', 6 * HOUR],
    [429, '21601', 6 * HOUR],
    [503, '999999999', 6 * HOUR],
    [503, '9999999999', 5000],
    [429, 'Mon, 01 Jun 2026 12:10:00 GMT', 10 * MINUTE],
    [429, 'Mon, 01 Jun 2026 11:50:00 GMT', 5000],
    [429, 'Mon, 01 Jun 2026 18:00:00 GMT', 6 * HOUR],
    [429, 'Mon, 01 Jun 2026 18:00:01 GMT', 6 * HOUR],
    [429, 'Mon, 99 Jun 2026 12:10:00 GMT', 5000],
    [429, '2026-06-01T12:10:00Z', 5000],
    [429, '-600', 5000],
    [429, '600.5', 5000],
    [429, 'soon', 5000],
    [429, '', 5000],
    [429, undefined, 5000],
    [500, '600', 5000],
    [404, '600', 5000],
    [301, '600', 5000],
    [null, '600', 5000],
  ])('of status %s and the value %j: the next attempt follows after %d ms', (status, value, wait) => {
    const next = nextTry(START, 1, START, askedUntil(status, value, START));
    expect(next!.getTime() - START.getTime()).toBe(wait);
  });

  test('never makes an attempt earlier than the schedule', () => {
    const asked = askedUntil(429, '3600', START);
    const waits = [2, 3, 4, 5].map((attempts) => nextTry(START, attempts, START, asked)!.getTime() - START.getTime());
    expect(waits).toEqual([HOUR, HOUR, 2 * HOUR, 5 * HOUR]);
  });

  test('keeps no delivery longer than three days', () => {
    const late = new Date(START.getTime() + 66 * HOUR);
    const asked = (now: Date) => nextTry(START, 1, now, askedUntil(429, '21600', now));
    expect(asked(late)).toEqual(new Date(START.getTime() + 72 * HOUR));
    expect(asked(new Date(late.getTime() + 1))).toBeNull();
  });
});
