import { describe, expect, test } from '@jest/globals';
import { prepared } from '../../shared/prepared.ts';
import { parameterized } from './parameters.ts';

describe('the text of a query is the same for other values', () => {
  test.each<[string, unknown[], string, unknown[]]>([
    ['select a from t where b = ?', [7], 'select a from t where b = $1::int', [7]],
    [
      'select a from t where b = ? and c = ?',
      ['x', true],
      'select a from t where b = $1 and c = $2::boolean',
      ['x', true],
    ],
    ['select a from t where b = ?::text[]', ['{1}'], 'select a from t where b = $1::text[]', ['{1}']],
    [
      'select a from t where b in (?, ?, ?)',
      [1, 2, 3],
      'select a from t where b = any($1::int[])',
      [[1, 2, 3, 3, 3, 3, 3, 3, 3, 3]],
    ],
    [
      'select a from t where b in (?) and c = ?',
      [1, 'x'],
      'select a from t where b = any($1::int[]) and c = $2',
      [Array(10).fill(1), 'x'],
    ],
    [
      `select a from t where b in (${Array(11).fill('?').join(', ')})`,
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      'select a from t where b = any($1::int[])',
      [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
    ],
    ['select a from t where b > ?', [new Date(0)], 'select a from t where b > $1', ['1970-01-01T00:00:00.000Z']],
    [
      'select a from t where a = ? and b not in (?, ?) and c in (?, ?)',
      [9, 1, 2, 'x', 'y'],
      'select a from t where a = $1::int and b not in ($2::int, $3::int) and c in ($4, $5)',
      [9, 1, 2, 'x', 'y'],
    ],
    [
      'select a from t where b = ? limit ? offset ?',
      [1, 51, 100],
      'select a from t where b = $1::int limit 51 offset 100',
      [1],
    ],
    ['select a from t where b = ? or c = ?', [null, 'x'], 'select a from t where b = null or c = $1', ['x']],
    ['select count(*) from t', [], 'select count(*) from t', []],
    [
      "select a from t where b = 'x' and c = ? and d = 'y' and e = ?",
      [7, 8],
      "select a from t where b = 'x' and c = $1::int and d = 'y' and e = $2::int",
      [7, 8],
    ],
    ['\n  select a\n    from t where b = ?', [7], 'select a\n    from t where b = $1::int', [7]],
  ])('%s', (sql, values, text, kept) => {
    expect(parameterized(sql, values)).toEqual({ text, values: kept });
  });
});

test('the text of a query follows what its values are, however often and in whatever order it is sent', () => {
  const sql = 'select a from t where b = ? and c in (?, ?) limit ?';
  const texts: [unknown[], string][] = [
    [[7, 1, 2, 51], 'select a from t where b = $1::int and c = any($2::int[]) limit 51'],
    [['x', 1, 2, 51], 'select a from t where b = $1 and c = any($2::int[]) limit 51'],
    [['x', 'y', 2, 51], 'select a from t where b = $1 and c in ($2, $3::int) limit 51'],
    [[null, 1, 2, 51], 'select a from t where b = null and c = any($1::int[]) limit 51'],
  ];
  for (let times = 0; times < 3; times += 1)
    for (const [values, text] of texts) expect(parameterized(sql, values)!.text).toBe(text);
  for (let limit = 1; limit <= 120; limit += 1)
    expect(parameterized(sql, [7, 1, 2, limit])!.text).toBe(texts[0]![1].replace('51', String(limit)));
});

test.each<[string, string, unknown[]]>([
  ['a pattern search', 'select a from t where b ilike ?', ['%x%']],
  ['a change', 'update t set a = ?', [1]],
  ['the settings of a transaction', "select set_config('role', ?, true)", ['x']],
  ['two statements', 'select 1; select ?', [1]],
  ['an operator that contains a question mark', 'select a ?? b from t where c = ?', ['x', 'y']],
  ['a question mark in a text', "select 'what?' from t where c = ?", [1]],
  ['fewer values than marks', 'select a from t where b = ? and c = ?', [1]],
  ['a fraction', 'select a from t where b = ?', [1.5]],
  ['a number beyond an integer', 'select a from t where b = ?', [2 ** 31]],
  ['an object', 'select a from t where b = ?', [{ a: 1 }]],
])('%s is left to the library', (_what, sql, values) => {
  expect(parameterized(sql, values)).toBeNull();
});

test('a statement that writes has its values next to its text when it was declared as prepared', () => {
  const sql = ' insert into t (a, b) values (?, ?::jsonb)';
  expect(parameterized(sql.trim(), [7, '{}'])).toBeNull();
  expect(parameterized(prepared(sql), [7, '{}'])).toEqual({
    text: 'insert into t (a, b) values ($1::int, $2::jsonb)',
    values: [7, '{}'],
  });
});

test.each([
  'update t set a = ? where b like ?',
  'update t set a = ?; select 1',
  "update t set a = ? where b ?? 'x'",
  'update t set a = $1',
])('a statement that cannot be prepared is an error when it was declared: %s', (sql) => {
  expect(() => parameterized(prepared(sql), ['x', 'y'])).toThrow('Declared as prepared');
});
