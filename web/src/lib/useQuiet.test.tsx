import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useQuiet } from './useQuiet.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Calls the function each half second, `times` times. */
function callOften(call: () => void, times: number): void {
  for (let nth = 0; nth < times; nth += 1) {
    call();
    jest.advanceTimersByTime(500);
  }
}

test('events that do not stop are followed five times the quiet after the first that waits', () => {
  const action = jest.fn();
  const { result } = renderHook(() => useQuiet(action, 1000));
  callOften(result.current, 11); // the second one, at 500 ms, waits until 5500
  expect(action).toHaveBeenCalledTimes(2);
});

test('the latest action runs, and none after the component is gone', () => {
  const [first, second] = [jest.fn(), jest.fn()];
  const { result, rerender, unmount } = renderHook(({ action }) => useQuiet(action, 1000), {
    initialProps: { action: first },
  });
  result.current();
  rerender({ action: second });
  callOften(result.current, 1);
  jest.advanceTimersByTime(500);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  callOften(result.current, 2);
  unmount();
  jest.advanceTimersByTime(5000);
  expect(second).toHaveBeenCalledTimes(2);
});
