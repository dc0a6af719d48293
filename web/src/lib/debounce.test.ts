import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { leadingAndTrailing, trailing } from './debounce.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a single call runs at once and only once', () => {
  const action = jest.fn();
  leadingAndTrailing(action, 1500).call();
  expect(action).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(5000);
  expect(action).toHaveBeenCalledTimes(1);
});

test('a burst runs at its first call and 1500 ms after its last', () => {
  const action = jest.fn();
  const debounced = leadingAndTrailing(action, 1500);
  for (let n = 0; n < 5; n += 1) {
    debounced.call();
    jest.advanceTimersByTime(1000);
  }
  expect(action).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(500);
  expect(action).toHaveBeenCalledTimes(2);
});

test('calls that do not stop are followed within the longest time', () => {
  const action = jest.fn();
  const debounced = leadingAndTrailing(action, 1000, 5000);
  debounced.call();
  for (let elapsed = 500; elapsed <= 5000; elapsed += 500) {
    jest.advanceTimersByTime(500);
    debounced.call();
  }
  expect(action).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(499);
  expect(action).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledTimes(2);
});

test('a canceled run does not happen, and the next call runs at once', () => {
  const action = jest.fn();
  const debounced = leadingAndTrailing(action, 1500);
  debounced.call();
  debounced.call();
  debounced.cancel();
  jest.advanceTimersByTime(5000);
  expect(action).toHaveBeenCalledTimes(1);
  debounced.call();
  expect(action).toHaveBeenCalledTimes(2);
});

test('a trailing run happens once, 250 ms after the last call, and is waited for until then', () => {
  const action = jest.fn();
  const debounced = trailing(action, 250);
  for (let n = 0; n < 3; n += 1) {
    debounced.call();
    jest.advanceTimersByTime(249);
  }
  expect([action.mock.calls.length, debounced.isWaiting()]).toEqual([0, true]);
  jest.advanceTimersByTime(1);
  expect([action.mock.calls.length, debounced.isWaiting()]).toEqual([1, false]);
  debounced.call();
  debounced.cancel();
  jest.advanceTimersByTime(5000);
  expect([action.mock.calls.length, debounced.isWaiting()]).toEqual([1, false]);
});
