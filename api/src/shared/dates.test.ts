import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { yearAfter } from './date.rules.ts';
import { dayIn, timeIn } from './dates.ts';

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

test.each([
  ['America/New_York', '2026-11-01T05:59:59.999Z', '2026-11-01T01:59:59.999-04:00'],
  ['America/New_York', '2026-11-01T06:00:00.000Z', '2026-11-01T01:00:00.000-05:00'],
  ['America/New_York', '2026-03-08T06:59:59.999Z', '2026-03-08T01:59:59.999-05:00'],
  ['America/New_York', '2026-03-08T07:00:00.000Z', '2026-03-08T03:00:00.000-04:00'],
  ['America/St_Johns', '2026-01-01T03:29:00.000Z', '2025-12-31T23:59:00.000-03:30'],
  ['Australia/Lord_Howe', '2026-04-04T14:59:59.000Z', '2026-04-05T01:59:59.000+11:00'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00.000Z', '2026-04-05T01:30:00.000+10:30'],
  ['America/St_Johns', '2010-11-07T02:30:59.000Z', '2010-11-07T00:00:59.000-02:30'],
  ['America/St_Johns', '2010-11-07T02:31:00.000Z', '2010-11-06T23:01:00.000-03:30'],
  ['Asia/Kathmandu', '2026-11-21T18:15:00.120Z', '2026-11-22T00:00:00.120+05:45'],
  ['Pacific/Kiritimati', '2026-11-21T10:00:00.000Z', '2026-11-22T00:00:00.000+14:00'],
  ['UTC', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000+00:00'],
])('in %s the clock at %s shows %s', (timezone, time, shown) => {
  for (const _time of [1, 2]) expect(timeIn(timezone, new Date(time))).toBe(shown);
});

test('a time in a time zone is the same instant, and its date is the day there', () => {
  const zones = ['America/New_York', 'America/St_Johns', 'Europe/Madrid', 'Asia/Kolkata', 'Pacific/Apia'];
  const times = fc.date({ min: new Date('1990-01-01'), max: new Date('2050-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...zones), times, (timezone, time) => {
      const shown = timeIn(timezone, time);
      expect([Date.parse(shown), shown.slice(0, 10)]).toEqual([time.getTime(), dayIn(timezone, time)]);
    }),
  );
});
