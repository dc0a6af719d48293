import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { admin, running, usePortalHere } from '../../test/harness.ts';
import { Context } from '../shared/context.ts';
import { takePoints } from './refill.ts';

usePortalHere();

let nth = 0;
const newKey = () => `test-refill:${process.pid}:${(nth += 1)}`;
const context = () => Context.of(running().app, { kind: 'jobs' }, 'refill');
/** One point comes back in a minute, so that no test is as slow. */
const HOUR = { capacity: 60, seconds: 3600 };
const taken = async (key: string, wanted: number) => (await takePoints(context(), key, HOUR, wanted)).taken;
/** The time since the last call, as if `seconds` of it had passed. */
const pass = (key: string, seconds: number) =>
  admin.query(
    'update attempt_counters set window_started_at = window_started_at - make_interval(secs => $1) where key = $2',
    [seconds, key],
  );

test('a point comes back after its time, not before, and what has passed of the next one counts', async () => {
  const key = newKey();
  expect(await taken(key, 60)).toBe(60);
  await pass(key, 40);
  expect(await taken(key, 1)).toBe(0);
  await pass(key, 25);
  expect(await taken(key, 2)).toBe(1);
  await pass(key, 50); // and 5 of before
  expect(await taken(key, 1)).toBe(0);
  await pass(key, 8);
  expect(await taken(key, 1)).toBe(1);
});

test('no more points come back than were spent, however long nothing is asked', async () => {
  const key = newKey();
  expect(await taken(key, 10)).toBe(10);
  await pass(key, 1_000_000);
  expect(await takePoints(context(), key, HOUR, 70)).toEqual({ taken: 60, left: 0 });
});

test('parallel calls never take the same points', async () => {
  const key = newKey();
  const all = await Promise.all(Array.from({ length: 40 }, () => taken(key, 2)));
  expect(all.reduce((sum, one) => sum + one, 0)).toBe(60);
});

test('any sequence of calls takes what a bucket that is filled minute by minute would give', async () => {
  const calls = fc.array(fc.record({ minutes: fc.nat(30), wanted: fc.nat(70) }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(calls, async (sequence) => {
      const key = newKey();
      let bucket = 60;
      for (const { minutes, wanted } of sequence) {
        await pass(key, minutes * 60);
        for (let minute = 0; minute < minutes; minute += 1) if (bucket < 60) bucket += 1;
        const given = wanted < bucket ? wanted : bucket;
        bucket -= given;
        expect(await takePoints(context(), key, HOUR, wanted)).toEqual({ taken: given, left: bucket });
      }
    }),
    { numRuns: 25 },
  );
});
