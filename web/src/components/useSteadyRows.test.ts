import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { inPlace, useSteadyRows } from './useSteadyRows.ts';

interface Row {
  id: string;
  state: string;
}
/** Rows of `a:1 b:2`: id and state. */
const rowsOf = (text: string): Row[] =>
  text.split(' ').map((one) => ({ id: one.split(':')[0]!, state: one.split(':')[1]! }));
const textOf = (rows: readonly Row[] | undefined) => rows?.map(({ id, state }) => `${id}:${state}`).join(' ');

describe('the rows that have arrived', () => {
  test.each([
    ['a row with other values', 'a:1 b:1', 'a:1 b:2', { rows: 'a:1 b:2', changed: ['b'], isMoved: false }],
    ['the same rows', 'a:1 b:1', 'a:1 b:1', { rows: 'a:1 b:1', changed: [], isMoved: false }],
    ['another order', 'a:1 b:1', 'b:2 a:1', { rows: 'a:1 b:2', changed: ['b'], isMoved: true }],
    ['a row that has gone', 'a:1 b:1', 'a:2', { rows: 'a:2 b:1', changed: ['a'], isMoved: true }],
    ['a row that has come', 'a:1', 'n:1 a:1', { rows: 'a:1', changed: [], isMoved: true }],
    ['a row in the place of another', 'a:1 b:1', 'a:1 c:1', { rows: 'a:1 b:1', changed: [], isMoved: true }],
  ])('stay in their places: %s', (_name, shown, arrived, { rows, ...outcome }) => {
    const { rows: placed, ...found } = inPlace(rowsOf(shown), rowsOf(arrived));
    expect(textOf(placed)).toBe(rows);
    expect(found).toEqual(outcome);
  });
});

describe('a list', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const page1 = { page: 1 };
  const show = () =>
    renderHook(({ rows, choice, loading }) => useSteadyRows<Row>(rows, choice, loading), {
      initialProps: { rows: rowsOf('a:1 b:1'), choice: page1, loading: false },
    });

  test('shows what its own query answers, in the order of the answer', () => {
    const { result, rerender } = show();
    rerender({ rows: rowsOf('b:2 a:1'), choice: page1, loading: false });
    expect(textOf(result.current.rows)).toBe('b:2 a:1');
    expect(result.current.changed.size).toBe(0);
  });

  test('that is held marks a changed row for eight seconds', () => {
    const { result, rerender } = show();
    act(() => result.current.hold());
    rerender({ rows: rowsOf('b:2 a:1'), choice: page1, loading: false });
    expect(textOf(result.current.rows)).toBe('a:1 b:2');
    expect([...result.current.changed]).toEqual(['b']);
    act(() => jest.advanceTimersByTime(7999));
    expect([...result.current.changed]).toEqual(['b']);
    act(() => jest.advanceTimersByTime(1));
    expect(result.current.changed.size).toBe(0);
    expect([textOf(result.current.rows), result.current.isMoved]).toEqual(['a:1 b:2', true]);
  });

  test.each([
    ['another page', { choice: { page: 2 }, loading: false }],
    ['a read that the user asked for', { choice: page1, loading: true }],
  ])('is released by %s', (_name, step) => {
    const { result, rerender } = show();
    act(() => result.current.hold());
    rerender({ rows: rowsOf('b:2 a:1'), choice: page1, loading: false });
    rerender({ rows: rowsOf('c:1 b:2'), ...step });
    expect(textOf(result.current.rows)).toBe('c:1 b:2');
    expect([result.current.isMoved, result.current.changed.size]).toEqual([false, 0]);
  });
});
