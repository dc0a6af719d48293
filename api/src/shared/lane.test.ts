import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { until } from '../../test/until.ts';
import { Overloaded, TooMany } from './errors.ts';
import { Lane } from './lane.ts';

/** Work that ends on request. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve, fail: reject };
}
const share = (key: string, width = 2, longest = 100) => ({ key, width, longest });
const rounds = async (count: number) => {
  for (let round = 0; round < count; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('a lane runs a limited number at once and the rest in order of arrival', async () => {
  const lane = new Lane(2);
  const works = Array.from({ length: 4 }, held);
  const begun: number[] = [];
  const running = works.map((one, nth) =>
    lane.run(share('one', 9), () => {
      begun.push(nth);
      return one.work();
    }),
  );
  expect(begun).toEqual([0, 1]);
  works[1]!.end();
  await running[1];
  await until(() => begun.length === 3);
  works[0]!.fail(new Error('broken'));
  await expect(running[0]).rejects.toThrow('broken');
  await until(() => begun.length === 4);
  expect(begun).toEqual([0, 1, 2, 3]);
  works[2]!.end();
  works[3]!.end();
  await Promise.all([running[2], running[3]]);
  expect(await lane.run(share('one'), async () => 'free again')).toBe('free again');
});

test('senders take turns: the work of one begins behind one work of another, not behind all of them', async () => {
  const lane = new Lane(1);
  const first = held();
  const begun: string[] = [];
  const running = [lane.run(share('many'), first.work)];
  const add = (key: string) => running.push(lane.run(share(key), async () => void begun.push(key)));
  for (let work = 0; work < 5; work += 1) add('many');
  add('few');
  add('other');
  first.end();
  await Promise.all(running);
  expect(begun.slice(0, 3)).toEqual(['many', 'few', 'other']);
  expect(begun).toHaveLength(7);
});

test('one waiting work begins in each round of the event loop', async () => {
  const lane = new Lane(9);
  const first = held();
  const begun: number[] = [];
  const running = [lane.run(share('one', 1), first.work)];
  for (let work = 0; work < 3; work += 1) running.push(lane.run(share(`${work}`), async () => void begun.push(work)));
  await rounds(1);
  running.push(lane.run(share('one', 1), async () => undefined));
  running.push(lane.run(share('late'), async () => void begun.push(9)));
  for (let step = 0; step < 20; step += 1) await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  await rounds(3);
  expect(begun).toEqual([0, 1, 2, 9]);
  first.end();
  await Promise.all(running);
});

describe('a work is refused', () => {
  test('as too many behind the longest line of its sender, but not for another sender', async () => {
    const lane = new Lane(9);
    const first = held();
    const running = [0, 1, 2].map(() => lane.run(share('one', 1, 2), first.work));
    await expect(lane.run(share('one', 1, 2), first.work)).rejects.toThrow(TooMany);
    expect(await lane.run(share('other', 1, 2), async () => 'answered')).toBe('answered');
    first.end();
    await Promise.all(running);
  });

  test('as an overload behind the longest line of the lane', async () => {
    const lane = new Lane(1, { longest: 2 });
    const first = held();
    const running = ['a', 'b', 'c'].map((key) => lane.run(share(key), first.work));
    await expect(lane.run(share('d'), first.work)).rejects.toThrow(Overloaded);
    first.end();
    await Promise.all(running);
    expect(await lane.run(share('d'), async () => 'free again')).toBe('free again');
  });
});

test('a work that is no longer wanted before its turn never runs, and frees its place in the line', async () => {
  const lane = new Lane(1);
  const first = held();
  const running = [lane.run(share('one', 1, 1), first.work)];
  const [gone, ran] = [new AbortController(), jest.fn(async () => undefined)];
  const dropped = lane.run(share('one', 1, 1), ran, gone.signal);
  await expect(lane.run(share('one', 1, 1), ran)).rejects.toThrow(TooMany);
  gone.abort();
  await expect(dropped).rejects.toThrow('aborted');
  running.push(lane.run(share('one', 1, 1), async () => undefined));
  first.end();
  await Promise.all(running);
  expect(ran).not.toHaveBeenCalled();
});

test('while others are active a work that ends in its own round costs three times its time', async () => {
  let now = 1000;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  const lane = new Lane(9);
  const other = held();
  const running = [lane.run(share('other'), other.work)];
  let begun = 0;
  for (let work = 0; work < 6; work += 1)
    running.push(
      lane.run({ ...share('one'), contended: 1 }, async () => {
        begun += 1;
        now += 50;
      }),
    );
  await rounds(20);
  // 250 ms of credit; each work costs 150 ms, of which 100 count, and earns 37.5 ms.
  expect(begun).toBe(4);
  await until(() => {
    now += 100;
    return begun === 6;
  });
  other.end();
  await Promise.all(running);
  clock.mockRestore();
});

describe('while other senders are active', () => {
  const ONE = { key: 'one', width: 4, contended: 2, longest: 100 };
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  /** Starts works of a sender, each of some milliseconds; returns the times at which they began. */
  function start(lane: Lane, key: string, count: number, ms: number): number[] {
    const begun: number[] = [];
    for (let work = 0; work < count; work += 1)
      void lane.run({ ...ONE, key }, () => {
        begun.push(performance.now());
        return new Promise((resolve) => setTimeout(resolve, ms));
      });
    return begun;
  }

  test('a sender has two works at once, and four when it is alone', async () => {
    const lane = new Lane(9);
    expect(start(lane, 'alone', 6, 50)).toHaveLength(4);
    await jest.advanceTimersByTimeAsync(300);
    start(lane, 'other', 1, 1000);
    const begun = start(lane, 'one', 6, 50);
    await jest.advanceTimersByTimeAsync(40);
    expect(begun).toHaveLength(2);
  });

  test.each([
    [99, 2],
    [101, 4],
  ])('a sender is active until 100 ms after its work: after %i ms another one has %i at once', async (ms, at) => {
    const lane = new Lane(9);
    start(lane, 'other', 1, 10);
    await jest.advanceTimersByTimeAsync(10 + ms);
    expect(start(lane, 'one', 6, 500)).toHaveLength(at);
  });

  test('a sender whose works took 250 ms more than three quarters of the time pauses', async () => {
    const lane = new Lane(9);
    start(lane, 'other', 1, 10_000);
    const begun = start(lane, 'one', 100, 50);
    await jest.advanceTimersByTimeAsync(4000);
    // 250 ms and three quarters of 4,000 ms, and the works that are running.
    expect(begun.length).toBeGreaterThanOrEqual(63);
    expect(begun.length).toBeLessThanOrEqual(67);
  });

  test('a sender that was alone with much work pauses for a second and a third', async () => {
    const lane = new Lane(9);
    start(lane, 'one', 100, 100); // in 2.5 s, at a cost of 10 s
    await jest.advanceTimersByTimeAsync(2600);
    start(lane, 'other', 1, 10_000);
    const begun = start(lane, 'one', 1, 50);
    await jest.advanceTimersByTimeAsync(1200);
    expect(begun).toEqual([]);
    await jest.advanceTimersByTimeAsync(150);
    expect(begun).toHaveLength(1);
  });

  test('a long work costs 100 ms, because it waits for another system', async () => {
    const lane = new Lane(9);
    start(lane, 'other', 1, 10_000);
    const begun = start(lane, 'one', 6, 2000);
    await jest.advanceTimersByTimeAsync(4010);
    expect(begun).toHaveLength(6);
  });
});
