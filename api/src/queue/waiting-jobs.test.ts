import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { admin, running, superuserUrl, usePortalHere } from '../../test/harness.ts';
import { untilWaiting } from '../../test/locks.ts';
import { failJob, takeJobs, takeJobsByHand } from '../../test/taken-jobs.ts';
import { jobs } from '../jobs.ts';
import { Context } from '../shared/context.ts';
import type { JobName } from './job.ts';

usePortalHere();

/** The queue of the cases below; its jobs are not run. */
const NAME = 'recompute-compliance';
const HOUR_MS = 3_600_000;

/** The transaction that is held open. */
let holder: pg.Client;

/** Enqueues in a transaction of its own, which commits. */
async function add(name: JobName, key: string, startAfter?: Date): Promise<void> {
  const ctx = Context.of(running().app, { kind: 'jobs' }, 'a test');
  await ctx.run('write', () => ctx.enqueue(name, {} as never, { key, startAfter }));
}

/** Enqueues in the transaction that is held open, which begins. */
async function addHeld(name: string, key: string, startAfter: Date | null = null): Promise<void> {
  await holder.query('begin');
  await holder.query("select set_config('role', 'airlog_jobs', true)");
  await holder.query("select enqueue_job($1, '{}', $2, $3)", [name, key, startAfter]);
}

const takenKeys = async (name: string, ...among: string[]) =>
  (await takeJobs(name)).map(({ key }) => key).filter((key) => among.includes(key ?? ''));

const rows = async (key: string) =>
  (
    await admin.query<{ state: string; start_after: Date; keep_until: Date }>(
      'select state, start_after, keep_until from pgboss.job where name = $1 and singleton_key = $2 order by created_on',
      [NAME, key],
    )
  ).rows;

describe('the queue', () => {
  takeJobsByHand();
  beforeAll(async () => {
    holder = new pg.Client({ connectionString: superuserUrl() });
    await holder.connect();
  });
  afterAll(async () => holder?.end());

  describe.each(jobs.map(({ name }) => name))('a job of the queue %s', (name) => {
    test('that is enqueued in a transaction while one waits under its key starts after the commit', async () => {
      await add(name, 'held');
      await add(name, 'free');
      await addHeld(name, 'held');
      const during = await takenKeys(name, 'held', 'free');
      await holder.query('commit');
      expect([during, await takenKeys(name, 'held', 'free')]).toEqual([['free'], ['held']]);
    });
  });

  describe('a job that is enqueued while one waits under its key', () => {
    test('starts at the earlier of the two times, and never later', async () => {
      const [early, late] = [new Date(Date.now() + HOUR_MS), new Date(Date.now() + 2 * HOUR_MS)];
      await add(NAME, 'earlier', late);
      await add(NAME, 'earlier', early);
      await add(NAME, 'earlier', late);
      expect((await rows('earlier')).map(({ state, start_after }) => [state, start_after])).toEqual([
        ['created', early],
      ]);
      await add(NAME, 'earlier');
      expect(await takenKeys(NAME, 'earlier')).toEqual(['earlier']);
    });

    test('is kept for as long as a new one: two weeks', async () => {
      await add(NAME, 'kept');
      await admin.query(
        "update pgboss.job set keep_until = now() + interval '1 second' where name = $1 and singleton_key = 'kept'",
        [NAME],
      );
      await add(NAME, 'kept');
      const [row] = await rows('kept');
      expect(Math.round((row!.keep_until.getTime() - Date.now()) / (24 * HOUR_MS))).toBe(14);
    });

    test('leaves it and its time as they were when the transaction fails', async () => {
      const late = new Date(Date.now() + HOUR_MS);
      await add(NAME, 'rolled back', late);
      await addHeld(NAME, 'rolled back');
      await holder.query('rollback');
      expect((await rows('rolled back')).map(({ state, start_after }) => [state, start_after])).toEqual([
        ['created', late],
      ]);
    });

    test('is another one when that one is being taken at this moment', async () => {
      await add(NAME, 'taken');
      const taker = new pg.Client({ connectionString: superuserUrl() });
      await taker.connect();
      try {
        await taker.query('begin');
        const taken = await takeJobs(NAME, { executeSql: (sql, values) => taker.query(sql, values) });
        expect(taken.map(({ key }) => key)).toContain('taken');
        const added = addHeld(NAME, 'taken');
        await untilWaiting();
        await taker.query('commit');
        await added;
      } finally {
        await taker.end();
      }
      expect(await takenKeys(NAME, 'taken')).toEqual([]);
      await holder.query('commit');
      expect(await takenKeys(NAME, 'taken')).toEqual(['taken']);
    });

    test('is another one when that one has started, or waits for its retry', async () => {
      await add(NAME, 'retried');
      const [first] = (await takeJobs(NAME)).filter(({ key }) => key === 'retried');
      await addHeld(NAME, 'retried');
      await holder.query('commit');
      await failJob(NAME, first!);
      expect((await rows('retried')).map(({ state }) => state).sort()).toEqual(['created', 'retry']);
      const [second] = (await takeJobs(NAME)).filter(({ key }) => key === 'retried');
      expect(second!.id).not.toBe(first!.id);
      await addHeld(NAME, 'retried');
      await holder.query('commit');
      expect(await takenKeys(NAME, 'retried')).toEqual(['retried']);
    });

    test('is there after two transactions that enqueue two keys in opposite order: one is repeated', async () => {
      for (const key of ['one', 'two']) await add(NAME, key);
      let [attempts, held] = [0, 0];
      const { promise: both, resolve: bothHold } = Promise.withResolvers<void>();
      const write = async (first: string, second: string) => {
        const ctx = Context.of(running().app, { kind: 'jobs' }, 'a test');
        await ctx.run('write', async () => {
          attempts += 1;
          await ctx.enqueue(NAME, { patientId: 1 }, { key: first });
          held += 1;
          if (held === 2) bothHold();
          await both;
          await ctx.enqueue(NAME, { patientId: 1 }, { key: second });
        });
      };
      await Promise.all([write('one', 'two'), write('two', 'one')]);
      expect(attempts).toBe(3);
      expect((await takenKeys(NAME, 'one', 'two')).sort()).toEqual(['one', 'two']);
    });
  });
});
