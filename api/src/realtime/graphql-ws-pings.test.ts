import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { pingInGroups } from './graphql-ws-pings.ts';

/** A socket whose client answers pings or not. */
class Line extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  pings = 0;
  isTerminated = false;

  constructor(readonly answers: boolean) {
    super();
  }

  ping(): void {
    this.pings += 1;
    if (this.answers) this.emit('pong');
  }

  terminate(): void {
    this.isTerminated = true;
    this.emit('close');
  }
}

const SECOND = 1000;

function lines(answers: boolean, count: number): { all: Line[]; end: () => void } {
  const pings = pingInGroups();
  const all = Array.from({ length: count }, () => new Line(answers));
  for (const line of all) pings.add(line as unknown as WebSocket);
  return { all, end: () => pings.end() };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('each socket is pinged once in 30 seconds, and stays open while it answers', () => {
  const { all } = lines(true, 14);
  jest.advanceTimersByTime(30 * SECOND);
  expect(all.map(({ pings }) => pings)).toEqual(Array.from({ length: 14 }, () => 1));
  jest.advanceTimersByTime(60 * SECOND);
  expect(all.map(({ pings, isTerminated }) => [pings, isTerminated])).toEqual(
    Array.from({ length: 14 }, () => [3, false]),
  );
});

test('no more than a sixth of the sockets is pinged at once', () => {
  const { all } = lines(true, 12);
  const pinged = () => all.reduce((sum, { pings }) => sum + pings, 0);
  const after = Array.from({ length: 6 }, () => {
    jest.advanceTimersByTime(5 * SECOND);
    return pinged();
  });
  expect(after).toEqual([2, 4, 6, 8, 10, 12]);
});

test('a socket that does not answer a ping for 30 seconds is ended, within a minute', () => {
  const { all } = lines(false, 6);
  jest.advanceTimersByTime(30 * SECOND);
  expect(all.map(({ isTerminated }) => isTerminated)).toEqual(Array.from({ length: 6 }, () => false));
  jest.advanceTimersByTime(30 * SECOND);
  expect(all.map(({ pings, isTerminated }) => [pings, isTerminated])).toEqual(
    Array.from({ length: 6 }, () => [1, true]),
  );
});

test('a socket that is closed or closing, and any after the end, is not pinged', () => {
  const { all, end } = lines(true, 3);
  all[0]!.emit('close');
  all[1]!.readyState = 2;
  jest.advanceTimersByTime(30 * SECOND);
  expect(all.map(({ pings }) => pings)).toEqual([0, 0, 1]);
  end();
  jest.advanceTimersByTime(60 * SECOND);
  expect(all.map(({ pings }) => pings)).toEqual([0, 0, 1]);
});
