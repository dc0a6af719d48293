import { expect, test } from '@jest/globals';
import { yearAfter } from './dates.ts';

test.each([
  ['2026-11-22', '2027-11-22'],
  ['2026-12-31', '2027-12-31'],
  ['2027-02-28', '2028-02-28'],
  ['2028-02-29', '2029-02-28'],
])('a year after %s is %s', (date, next) => {
  expect(yearAfter(date)).toBe(next);
});
