import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { App } from '../shared/context.ts';
import { watchSessions } from './session-watch.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('the sessions of the open sockets are checked every 5 seconds, until the watch ends', async () => {
  let checks = 0;
  const noSockets = () => {
    checks += 1;
    return [];
  };
  const end = watchSessions({} as App, [noSockets]);
  for (const expected of [1, 2, 3]) {
    await jest.advanceTimersByTimeAsync(4999);
    expect(checks).toBe(expected - 1);
    await jest.advanceTimersByTimeAsync(1);
    expect(checks).toBe(expected);
  }
  end();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(checks).toBe(3);
});
