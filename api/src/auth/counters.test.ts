import { expect, test } from '@jest/globals';
import { admin, running, usePortalHere } from '../../test/harness.ts';
import { Context } from '../shared/context.ts';
import { TooMany } from '../shared/errors.ts';
import { assertLeft, countAttempt, countPoints, take, takeEach, type Limit } from './counters.ts';

usePortalHere();

let nth = 0;
const limit = (most: number, seconds = 3600): Limit => ({
  key: `test:${process.pid}:${(nth += 1)}`,
  most,
  seconds,
  text: 'limit.notes',
});
const context = () => Context.of(running().app, { kind: 'jobs' }, 'counters');
const attempts = async ({ key }: Limit): Promise<number | null> =>
  (await admin.query('select attempts from attempt_counters where key = $1', [key])).rows[0]?.attempts ?? null;
const began = ({ key }: Limit, seconds: number) =>
  admin.query('update attempt_counters set window_started_at = now() - make_interval(secs => $1) where key = $2', [
    seconds,
    key,
  ]);
const outcome = (work: Promise<void>): Promise<'taken' | 'refused'> =>
  work.then(
    () => 'taken' as const,
    (error: unknown) => {
      if (!(error instanceof TooMany)) throw error;
      return 'refused';
    },
  );

test('a limit of seven lets exactly seven of fifty parallel attempts pass', async () => {
  const one = limit(7);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(take(context(), [one]))));
  expect(outcomes.filter((was) => was === 'taken')).toHaveLength(7);
  expect(await attempts(one)).toBe(7);
});

test('an attempt that one limit refuses counts in none, and says how long the longest full window lasts', async () => {
  const [wide, hour, day] = [limit(10), limit(1), limit(1, 86_400)];
  await take(context(), [wide, hour, day]);
  await began(hour, 3000);
  await began(day, 600);
  const refused = await take(context(), [wide, hour, day]).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TooMany);
  expect(refused).toMatchObject({ limit: { text: 'limit.notes', max: 1 } });
  expect((refused as TooMany).retryAfter).toBeGreaterThan(85_700);
  expect((refused as TooMany).retryAfter).toBeLessThanOrEqual(85_800);
  expect([await attempts(wide), await attempts(hour), await attempts(day)]).toEqual([1, 1, 1]);
});

test('several attempts at once are all counted or none, up to the limit itself', async () => {
  const one = limit(10);
  expect(await outcome(take(context(), [one], 11))).toBe('refused');
  expect(await attempts(one)).toBeNull();
  expect(await outcome(take(context(), [one], 10))).toBe('taken');
  expect(await outcome(take(context(), [one], 1))).toBe('refused');
  await take(context(), [one], 0);
  expect(await attempts(one)).toBe(10);
});

test('a window that has ended begins again', async () => {
  const one = limit(1);
  await take(context(), [one]);
  await began(one, 3595);
  expect(await outcome(take(context(), [one]))).toBe('refused');
  await began(one, 3601);
  expect(await outcome(take(context(), [one]))).toBe('taken');
  expect(await attempts(one)).toBe(1);
});

test('a limit is compared without counting', async () => {
  const one = limit(2);
  await take(context(), [one]);
  expect(await outcome(assertLeft(context(), [one]))).toBe('taken');
  expect(await outcome(assertLeft(context(), [one], 2))).toBe('refused');
  expect(await attempts(one)).toBe(1);
});

test('of many keys those are counted whose limit leaves one', async () => {
  const [full, free] = [limit(2), limit(2)];
  await take(context(), [full], 2);
  expect(await takeEach(context(), [full.key, free.key, free.key], full)).toEqual(new Set([free.key]));
  expect([await attempts(full), await attempts(free)]).toEqual([2, 1]);
  expect(await takeEach(context(), [], full)).toEqual(new Set());
});

test('points are added to a window, whose number stops far above any limit and is returned as it was before', async () => {
  const { key } = limit(1);
  expect(await countPoints(context(), key, 3600, 7)).toEqual({ before: 0, secondsLeft: 3600 });
  expect(await countPoints(context(), key, 3600, 5)).toMatchObject({ before: 7 });
  await admin.query('update attempt_counters set attempts = 1999999999 where key = $1', [key]);
  await countPoints(context(), key, 3600, 100);
  expect(await countAttempt(context(), key, 3600)).toBe(2_000_000_000);
});

test('a text that is no whole Unicode is a key like another', async () => {
  const one = { ...limit(1), key: `test:${process.pid}:\ud800` };
  expect(await outcome(take(context(), [one]))).toBe('taken');
  expect(await outcome(take(context(), [one]))).toBe('refused');
  expect(await outcome(assertLeft(context(), [one]))).toBe('refused');
});
