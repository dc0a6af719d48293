import { expect, test } from '@jest/globals';
import { TooMany } from '../shared/errors.ts';
import { Lane } from './lane.ts';

/** Work that ends on request. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve, fail: reject };
}

test('a lane runs a limited number at once and the rest in order of arrival, and refuses more than its queue length', async () => {
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
