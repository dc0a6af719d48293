import { expect, test } from '@jest/globals';
import { TooMany } from '../shared/errors.ts';
import { Lane } from './lane.ts';

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve, fail: reject };
}

test('a lane runs so many at once, the others in the order in which they came, and none beyond its length', async () => {
  const lane = new Lane(2, 2);
  const works = Array.from({ length: 4 }, held);
  const begun: number[] = [];
  const running = works.map((one, nth) =>
    lane.run(() => {
      begun.push(nth);
      return one.work();
    }),
  );
  expect(begun).toEqual([0, 1]);
  await expect(lane.run(async () => undefined)).rejects.toThrow(TooMany);
  works[1]!.end();
  await running[1];
  expect(begun).toEqual([0, 1, 2]);
  works[0]!.fail(new Error('broken'));
  await expect(running[0]).rejects.toThrow('broken');
  expect(begun).toEqual([0, 1, 2, 3]);
  works[2]!.end();
  works[3]!.end();
  await Promise.all([running[2], running[3]]);
  expect(await lane.run(async () => 'free again')).toBe('free again');
});
