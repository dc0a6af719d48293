import { expect, test } from '@jest/globals';
import { aReport } from './iCodeFixtures.ts';
import { formatFigure, type ICodeFigure } from './iCodeFigures.ts';

test.each<[ICodeFigure, number | null, string | null]>([
  ['compliancePercent', 86.67, '86.67'],
  ['compliancePercent', 100, '100.00'],
  ['best30Percent', 0, '0.00'],
  ['best30Percent', null, null],
  ['minutes', 410, '6:50'],
  ['pressure', 8, '8.0'],
  ['pressure', null, null],
  ['p95', 10.5, '10.5'],
  ['ahi', 0, '0.0'],
  ['ahi', null, null],
  ['sni', null, null],
  ['leak', null, null],
  ['sni', 6.5, '6.5'],
  ['leak', 15, '15'],
  ['icodePeriod', 30, '30'],
])('%s of %p is shown as %p', (figure, value, text) => {
  expect(formatFigure(aReport(1, { [figure]: value }), figure)).toEqual({ text, orMore: false });
});

test.each<[ICodeFigure, string[], boolean]>([
  ['ahi', ['ahi'], true],
  ['sni', ['ahi'], false],
  ['best30Percent', ['best30'], true],
  ['compliancePercent', ['compliantDays'], true],
])("%s with %p at the end of the scale is 'or more': %p", (figure, saturated, orMore) => {
  expect(formatFigure(aReport(1, { saturated }), figure).orMore).toBe(orMore);
});
