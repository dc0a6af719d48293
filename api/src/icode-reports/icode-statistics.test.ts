import { best30Percent, compliancePercent } from './icode-statistics.ts';

test.each([
  [26, 30, 86.67],
  [71, 90, 78.89],
  [288, 365, 78.9],
  [1, 7, 14.29],
  [0, 1, 0],
  [365, 365, 100],
])('compliance of %d days in %d is %d %%', (days, period, percent) => {
  expect(compliancePercent(days, period)).toBe(percent);
});

test.each([
  [26, 86.67],
  [22, 73.33],
  [0, 0],
  [30, 100],
])('a best 30 of %d days is %d %%', (days, percent) => {
  expect(best30Percent(days)).toBe(percent);
});
