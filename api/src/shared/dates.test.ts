import { expect, test } from '@jest/globals';
import { yearAfter } from './date.rules.ts';
import { dayIn } from './dates.ts';

test.each([
  ['2026-11-22', '2027-11-22'],
  ['2026-12-31', '2027-12-31'],
  ['2027-02-28', '2028-02-28'],
  ['2028-02-29', '2029-02-28'],
])('a year after %s is %s', (date, next) => {
  expect(yearAfter(date)).toBe(next);
});

test.each([
  ['America/New_York', '2026-11-22T04:59:59.999Z', '2026-11-21'],
  ['America/New_York', '2026-11-22T05:00:00.000Z', '2026-11-22'],
  ['America/New_York', '2026-07-22T03:59:59.999Z', '2026-07-21'],
  ['America/New_York', '2026-07-22T04:00:00.000Z', '2026-07-22'],
  ['Asia/Kathmandu', '2026-11-21T18:14:59.999Z', '2026-11-21'],
  ['Asia/Kathmandu', '2026-11-21T18:15:00.000Z', '2026-11-22'],
])('in %s the day at %s is %s', (timezone, time, day) => {
  expect(dayIn(timezone, new Date(time))).toBe(day);
  expect(dayIn(timezone, new Date(time))).toBe(day);
});
