import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { admin, running, usePortalHere } from '../../test/harness.ts';
import { spend } from './refill.ts';

usePortalHere();

let nth = 0;
const newKey = () => `test-refill:${process.pid}:${(nth += 1)}`;
/** One point comes back in a minute, so that no test is as slow. */
const HOUR = { capacity: 60, seconds: 3600 };
const use = (key: string, points: number, before = 0) => spend(running().app, key, HOUR, points, before);
const isGranted = async (key: string, points: number) => (await use(key, points)).wait === 0;
/** The time since the last call, as if `seconds` of it had passed. */
const pass = (key: string, seconds: number) =>
  admin.query(
    'update attempt_counters set window_started_at = window_started_at - make_interval(secs => $1) where key = $2',
    [seconds, key],
  );

test('as many points as are left are granted, and one more is refused', async () => {
  const key = newKey();
  expect(await use(key, 40)).toMatchObject({ left: 20, wait: 0 });
  expect(await use(key, 21)).toMatchObject({ left: 20 });
  expect(await use(key, 20)).toMatchObject({ left: 0, wait: 0 });
  expect(await isGranted(key, 1)).toBe(false);
});

test('the largest limit that an operator can choose is counted too', async () => {
  const most = { capacity: 1_000_000_000, seconds: 3600 };
  const key = newKey();
  expect(await spend(running().app, key, most, 999_999_999)).toMatchObject({ left: 1, wait: 0 });
  const { left, wait } = await spend(running().app, key, most, 900_000_000);
  expect([left > 0, wait > 3000, wait <= 3240]).toEqual([true, true, true]);
});

test('a point comes back after its time, not before, and what has passed of the next one counts', async () => {
  const key = newKey();
  expect(await isGranted(key, 60)).toBe(true);
  await pass(key, 40);
  const { wait } = await use(key, 1);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(20);
  await pass(key, 25);
  expect(await isGranted(key, 2)).toBe(false);
  expect(await isGranted(key, 1)).toBe(true);
  await pass(key, 50); // and 5 of before
  expect(await isGranted(key, 1)).toBe(false);
  await pass(key, 8);
  expect(await isGranted(key, 1)).toBe(true);
});

test('no more points come back than were spent, however long nothing is asked', async () => {
  const key = newKey();
  expect(await isGranted(key, 10)).toBe(true);
  await pass(key, 1_000_000);
  expect(await isGranted(key, 61)).toBe(false);
  expect(await use(key, 60)).toMatchObject({ left: 0, wait: 0 });
});

test('more points than there are in all are refused, and cost nothing', async () => {
  const key = newKey();
  expect(await use(key, 62)).toMatchObject({ left: 60, wait: 120 });
  expect(await use(key, 60)).toMatchObject({ left: 0, wait: 0 });
});

test('what is refused gives back what its request has spent before, and no more', async () => {
  const key = newKey();
  await use(key, 45);
  expect(await use(key, 5)).toMatchObject({ left: 10, wait: 0 });
  const refused = await use(key, 20, 5);
  expect(refused.left).toBe(15);
  // The repeat needs all of its 25 points.
  expect(refused.wait).toBeGreaterThan(9 * 60);
  expect(refused.wait).toBeLessThanOrEqual(10 * 60);
  await pass(key, 70 * 60);
  expect(await use(key, 61, 5)).toMatchObject({ left: 60 });
});

test('all points have come back at the time that is returned', async () => {
  const key = newKey();
  const now = Number((await admin.query('select extract(epoch from now()) as now')).rows[0].now);
  const { fullAt } = await use(key, 30);
  expect(fullAt).toBeGreaterThanOrEqual(now + 1800);
  expect(fullAt).toBeLessThan(now + 1830);
  await pass(key, 90); // one point, and a half of the next
  expect((await use(key, 10)).fullAt).toBe(fullAt - 90 + 600);
});

test.each([7, 11, 13])('each of %i points, of which an hour is no multiple, is spent once', async (capacity) => {
  const key = newKey();
  const one = async () => (await spend(running().app, key, { capacity, seconds: 3600 }, 1)).wait === 0;
  const all: boolean[] = [];
  for (let call = 0; call <= capacity; call += 1) all.push(await one());
  expect(all.filter(Boolean)).toHaveLength(capacity);
  expect(all.at(-1)).toBe(false);
});

test('parallel calls never spend the same points', async () => {
  const key = newKey();
  const all = await Promise.all(Array.from({ length: 40 }, () => isGranted(key, 2)));
  expect(all.filter(Boolean)).toHaveLength(30);
  expect(await isGranted(key, 1)).toBe(false);
});

test('the clock of a node gives no points back', async () => {
  const key = newKey();
  await use(key, 60);
  const tomorrow = Date.now() + 86_400_000;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(tomorrow);
  try {
    const { left, wait, fullAt } = await use(key, 1);
    expect([left, wait <= 60]).toEqual([0, true]);
    expect(fullAt).toBeLessThan(tomorrow / 1000);
  } finally {
    clock.mockRestore();
  }
});

test('a limit that was lowered is waited for as if all of its points were spent, and no longer', async () => {
  const key = newKey();
  await admin.query('insert into attempt_counters (key, attempts, window_started_at) values ($1, 18000000, now())', [
    key,
  ]);
  const { wait } = await use(key, 1);
  expect(wait).toBeLessThanOrEqual(60);
  await pass(key, wait);
  expect(await isGranted(key, 1)).toBe(true);
});

test('any sequence of calls is granted what a bucket that is filled minute by minute has, and waits until it has it', async () => {
  const calls = fc.array(fc.record({ minutes: fc.nat(30), points: fc.nat(70) }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(calls, async (sequence) => {
      const key = newKey();
      let bucket = 60;
      const fill = () => (bucket += bucket < 60 ? 1 : 0);
      for (const { minutes, points } of sequence) {
        await pass(key, minutes * 60);
        for (let minute = 0; minute < minutes; minute += 1) fill();
        const isThere = points <= bucket;
        if (isThere) bucket -= points;
        const { left, wait } = await use(key, points);
        expect([left, wait === 0]).toEqual([bucket, isThere]);
        if (isThere || points > 60) continue;
        await pass(key, wait - 30);
        expect(await isGranted(key, points)).toBe(false);
        await pass(key, 30);
        while (bucket < points) fill();
        expect(await use(key, points)).toMatchObject({ left: bucket - points, wait: 0 });
        bucket -= points;
      }
    }),
    { numRuns: 25 },
  );
});
