import { describe, expect, test } from '@jest/globals';
import { csvLines, safeCell } from './csv.ts';

describe('a cell that a spreadsheet would run gets an apostrophe', () => {
  test.each([
    '=1+1',
    '+1',
    '-1',
    '@cmd',
    '＝1',
    '＋1',
    '－1',
    '＠cmd',
    '\t=1',
    '\r=1',
    ' =cmd',
    '   @cmd',
    '\n-1',
    '\u00a0=1',
  ])('such as %j', (text) => {
    expect(safeCell(text, 'UTC')).toBe(`'${text}`);
  });
});

test.each<[unknown, string]>([
  ['Henderson', 'Henderson'],
  ['a=b', 'a=b'],
  ['5-6', '5-6'],
  [-5, '-5'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
  [new Date('2026-05-01T00:00:00Z'), '2026-04-30T20:00:00.000-04:00'],
])('%p is the cell %j', (value, cell) => {
  expect(safeCell(value, 'America/New_York')).toBe(cell);
});

test('a line ends with CR LF, and a cell with a quote, a comma or a line break is quoted', () => {
  expect(
    csvLines(
      [
        ['a', 'b "c"'],
        ['d,e', 'f\ng'],
      ],
      'UTC',
    ),
  ).toBe('a,"b ""c"""\r\n"d,e","f\ng"\r\n');
});
