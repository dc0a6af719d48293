import { describe, expect, test } from '@jest/globals';
import { groupCode, pasteInto, repeatedRows } from './iCodeRows.ts';

const today = '2026-05-10';
const row = (icode: string, collected = today) => ({ collected, icode });
const pasted = (...codes: string[]) => codes.map((icode) => ({ collected: null, icode }));

test.each([
  ['', ''],
  ['0646', '0646'],
  ['06469', '0646 9'],
  ['06469104191312994', '0646 9104 1913 1299 4'],
  ['0646-9104 1913', '0646 9104 1913'],
  ['O646x', 'O646 x'],
])('%p is shown as %p', (code, shown) => {
  expect(groupCode(code)).toBe(shown);
});

describe('pasted codes', () => {
  test('fill the focused row, empty rows below it and new ones', () => {
    const rows = [row('1'), row('2'), row('')];
    expect(pasteInto(rows, 1, pasted('A', 'B', 'C'), today)).toEqual({
      rows: [row('1'), row('A'), row('B'), row('C')],
      left: [],
    });
  });

  test('never replace the content of another row', () => {
    expect(pasteInto([row(''), row('2')], 0, pasted('A', 'B'), today).rows).toEqual([row('A'), row('2'), row('B')]);
  });

  test('fill empty rows above the focused one when none is left below it', () => {
    expect(pasteInto([row(''), row('2'), row(''), row('')], 2, pasted('A', 'B', 'C'), today)).toEqual({
      rows: [row('C'), row('2'), row('A'), row('B')],
      left: [],
    });
  });

  test('that do not fit into 4 rows are returned, with their dates', () => {
    const codes = [...pasted('A', 'B', 'C', 'D', 'E'), { icode: 'F', collected: '2026-05-01' }];
    const { rows, left } = pasteInto([row('')], 0, codes, today);
    expect(rows).toEqual(['A', 'B', 'C', 'D'].map((icode) => row(icode)));
    expect(left).toEqual([row('E'), row('F', '2026-05-01')]);
  });

  test('set their date, unless it is in the future', () => {
    const codes = [
      { icode: 'A', collected: '2026-05-01' },
      { icode: 'B', collected: '2026-05-11' },
    ];
    expect(pasteInto([row('')], 0, codes, today).rows).toEqual([row('A', '2026-05-01'), row('B', today)]);
    // Today is not in the future: it replaces the date of the row.
    const read = [{ icode: 'C', collected: today }];
    expect(pasteInto([row('', '2026-05-01')], 0, read, today).rows).toEqual([row('C', today)]);
  });
});

test('a row that repeats the code and the date of an earlier one is recognized', () => {
  expect(repeatedRows([row('A'), row('B'), row('A'), row('A', '2026-05-01'), row(''), row('')])).toEqual([
    null,
    null,
    0,
    null,
    null,
    null,
  ]);
});
