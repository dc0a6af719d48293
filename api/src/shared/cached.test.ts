import { expect, test } from '@jest/globals';
import { cached } from './cached.ts';
import { addDays, daysBetween } from './dates.ts';

/** A cached function of at most three results, and the arguments for which it was computed. */
function counted() {
  const computed: number[] = [];
  const square = cached(3, (number: number) => {
    computed.push(number);
    return number * number;
  });
  return { computed, square };
}

test('a result is computed once', () => {
  const { computed, square } = counted();
  expect([1, 2, 3, 3, 2, 1].map(square)).toEqual([1, 4, 9, 9, 4, 1]);
  expect(computed).toEqual([1, 2, 3]);
});

test('no more results than the limit are kept', () => {
  const { computed, square } = counted();
  expect([1, 2, 3, 4, 4, 1].map(square)).toEqual([1, 4, 9, 16, 16, 1]);
  expect(computed).toEqual([1, 2, 3, 4, 1]);
});

test('dates stay right when there are more of them than are kept', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  const days = Array.from({ length: 20_000 }, (_none, index) => index + 1);
  expect(days.map((day) => daysBetween('2000-01-01', addDays('2000-01-01', day)))).toEqual(days);
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
});
