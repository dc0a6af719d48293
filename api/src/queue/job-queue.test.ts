import { describe, expect, test } from '@jest/globals';
import { once, EventEmitter } from 'node:events';
import { admin, running, superuserUrl, usePortalHere } from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { PgBoss } from 'pg-boss';
import { Context } from '../shared/context.ts';
import { JobQueue } from './job-queue.ts';
import type { Job, JobName } from './job.ts';

usePortalHere();

/** A queue unknown to the portal, whose own workers would otherwise take the job first. */
const NAME = 'recompute-compliance-of-a-test' as JobName as 'recompute-compliance';

/** Staff adds only the jobs that follow its own rows, which the attacks on the database try. */
const own = (): Context => Context.of(running().app, { kind: 'jobs' }, 'a test');

/** A queue of this test over the portal's database, with one kind of job. */
async function withQueue(
  run: Job<'recompute-compliance'>['run'],
  work: (queue: JobQueue) => Promise<void>,
  options: Partial<Job<'recompute-compliance'>> = {},
): Promise<void> {
  const queue = new JobQueue(running().app.db.logins.auth, running().app.log);
  await queue.start(running().app, [{ name: NAME, retries: 3, timeoutSeconds: 30, run, ...options }]);
  try {
    await work(queue);
  } finally {
    await queue.stop();
  }
}

const waiting = async (key: string) =>
  (
    await admin.query(
      'select state, retry_count from pgboss.job where name = $1 and singleton_key = $2 order by created_on',
      [NAME, key],
    )
  ).rows;

describe('a job', () => {
  test("runs after the commit that added it, as the queue's principal", async () => {
    const ctx = own();
    const done = new EventEmitter();
    const finished = once(done, 'ran');
    await withQueue(
      async (job, { patientId }) => void done.emit('ran', patientId, job.principal.kind),
      async (queue) => {
        await ctx.run('write', () => queue.enqueue(ctx.em, NAME, { patientId: 7 }, { key: 'commit' }));
        expect(await finished).toEqual([7, 'jobs']);
      },
    );
  });

  test('of a kind that is taken in pairs leaves the others to other nodes until two are done', async () => {
    const ctx = own();
    const ran: number[] = [];
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await withQueue(
      async (_job, { patientId }) => {
        ran.push(patientId);
        await held;
      },
      async (queue) => {
        await ctx.run('write', () =>
          queue.enqueueAll(ctx.em, NAME, [
            { data: { patientId: 1 }, key: 'one 1' },
            { data: { patientId: 2 }, key: 'one 2' },
            { data: { patientId: 3 }, key: 'one 3' },
          ]),
        );
        await until(() => ran.length === 1);
        const states = (await Promise.all(['one 1', 'one 2', 'one 3'].map(waiting))).flat().map(({ state }) => state);
        expect(states.sort()).toEqual(['active', 'active', 'created']);
        release();
        await until(() => ran.length === 3);
      },
      { takenInPairs: true },
    );
  });

  /** Adds jobs of these patients at once, under keys that begin with `prefix`. */
  const enqueueOf = (queue: JobQueue, prefix: string, patientIds: readonly number[]) => {
    const ctx = own();
    return ctx.run('write', () =>
      queue.enqueueAll(
        ctx.em,
        NAME,
        patientIds.map((patientId) => ({ data: { patientId }, key: `${prefix} ${patientId}` })),
      ),
    );
  };
  const stateOf = async (key: string) => (await waiting(key)).map(({ state }) => state).join();

  test('of a kind that can be done at once is done with the others that wait', async () => {
    const [alone, together]: [number[], number[][]] = [[], []];
    await withQueue(
      async (_job, { patientId }) => void alone.push(patientId),
      async (queue) => {
        await enqueueOf(queue, 'all', [1, 2, 3]);
        for (const id of [1, 2, 3]) await until(async () => (await stateOf(`all ${id}`)) === 'completed');
        expect(together.map((ids) => ids.sort())).toEqual([[1, 2, 3]]);
        await enqueueOf(queue, 'all', [4]);
        await until(async () => (await stateOf('all 4')) === 'completed');
        expect(alone).toEqual([4]);
      },
      { runAll: async (_job, data) => void together.push(data.map(({ patientId }) => patientId)) },
    );
  });

  test('of a kind that can be done at once is done alone when another one fails, and only that one is retried', async () => {
    const ran: number[] = [];
    await withQueue(
      async (_job, { patientId }) => {
        if (patientId === 2) throw new Error('the bad one');
        ran.push(patientId);
      },
      async (queue) => {
        await enqueueOf(queue, 'one bad', [1, 2, 3]);
        for (const id of [1, 3]) await until(async () => (await stateOf(`one bad ${id}`)) === 'completed');
        await until(async () => (await stateOf('one bad 2')) === 'retry');
        expect(ran.sort()).toEqual([1, 3]);
        await admin.query("delete from pgboss.job where name = $1 and state = 'retry'", [NAME]);
      },
      {
        runAll: async (_job, data) => {
          if (data.some(({ patientId }) => patientId === 2)) throw new Error('the bad one');
        },
      },
    );
  });

  test('of a kind with several workers is not held up by one that waits for another system', async () => {
    const ran: number[] = [];
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await withQueue(
      async (_job, { patientId }) => {
        if (patientId === 1) await held;
        ran.push(patientId);
      },
      async (queue) => {
        await enqueueOf(queue, 'slow', [1]);
        await until(async () => (await stateOf('slow 1')) === 'active');
        await enqueueOf(queue, 'quick', [2, 3, 4, 5]);
        await until(() => ran.length === 4);
        expect([await stateOf('slow 1'), ran.sort()]).toEqual(['active', [2, 3, 4, 5]]);
        release();
        await until(async () => (await stateOf('slow 1')) === 'completed');
      },
      { takenInPairs: true, workers: 2 },
    );
  });

  test('does not exist when the transaction fails, and the transaction keeps its role throughout', async () => {
    const ctx = own();
    await withQueue(
      async () => undefined,
      async (queue) => {
        await expect(
          ctx.run('write', async () => {
            await queue.enqueue(ctx.em, NAME, { patientId: 7 }, { key: 'rollback' });
            expect((await ctx.em.execute<{ role: string }[]>('select current_user::text as role'))[0]).toEqual({
              role: 'airlog_jobs',
            });
            throw new Error('no');
          }),
        ).rejects.toThrow('no');
        expect(await waiting('rollback')).toEqual([]);
      },
    );
  });

  test("is the same row as one that the library adds, with its queue's settings", async () => {
    const ctx = own();
    const startAfter = new Date(Date.now() + 3_600_000);
    await withQueue(
      async () => undefined,
      async (queue) => {
        await ctx.run('write', () => queue.enqueue(ctx.em, NAME, { patientId: 7 }, { key: 'ours', startAfter }));
        const library = new PgBoss({ connectionString: superuserUrl(), schema: 'pgboss', supervise: false });
        await library.start();
        await library.send(NAME, { patientId: 7 }, { singletonKey: 'theirs', startAfter });
        await library.stop({ graceful: false });
        const { rows } = await admin.query<Record<string, unknown>>(
          'select * from pgboss.job where name = $1 and singleton_key = any ($2) order by singleton_key',
          [NAME, ['ours', 'theirs']],
        );
        const [ours, theirs] = rows.map(({ id, created_on: _created, singleton_key: _key, ...same }) => {
          expect(id).toMatch(/^[0-9a-f-]{36}$/);
          return same;
        });
        expect(ours).toEqual(theirs);
        expect(ours).toMatchObject({ retry_limit: 3, expire_seconds: 30, start_after: startAfter });
      },
    );
  });

  test('of an unknown kind is refused', async () => {
    const ctx = own();
    const unknown = 'nothing' as JobName as 'recompute-compliance';
    await expect(
      ctx.run('write', () => running().app.queue.enqueue(ctx.em, unknown, { patientId: 7 }, { key: 'unknown' })),
    ).rejects.toThrow('There is no queue nothing');
  });

  test('is added once when it is enqueued twice while it waits', async () => {
    const ctx = own();
    const startAfter = new Date(Date.now() + 3_600_000);
    await withQueue(
      async () => undefined,
      async (queue) => {
        for (const patientId of [1, 2])
          await ctx.run('write', () => queue.enqueue(ctx.em, NAME, { patientId }, { key: 'once', startAfter }));
        expect(await waiting('once')).toHaveLength(1);
      },
    );
  });

  test('is retried after a failure', async () => {
    const ctx = own();
    let tries = 0;
    const done = new EventEmitter();
    const finished = once(done, 'ran');
    const run = async () => {
      tries += 1;
      if (tries === 1) throw new Error('the first try fails');
      done.emit('ran');
    };
    await withQueue(run, async (queue) => {
      await ctx.run('write', () => queue.enqueue(ctx.em, NAME, { patientId: 7 }, { key: 'again' }));
      await finished;
      expect(tries).toBe(2);
    });
  });

  test('whose node was killed is run again long before its time is over', async () => {
    const ctx = own();
    const ran: number[] = [];
    await withQueue(
      async (_job, { patientId }) => void ran.push(patientId),
      async (queue) => {
        const startAfter = new Date(Date.now() + 3_600_000);
        await ctx.run('write', () => queue.enqueue(ctx.em, NAME, { patientId: 7 }, { key: 'killed', startAfter }));
        // As a node leaves it that took it and reported for the last time before it was killed.
        const taken = `update pgboss.job set state = 'active', started_on = now(), expire_seconds = 3600,
          heartbeat_on = now() - interval '35 seconds' where name = $1 and singleton_key = 'killed'`;
        await admin.query(taken, [NAME]);
        await until(() => ran.length === 1);
      },
      { timeoutSeconds: 3600 },
    );
  });

  test('that takes long is reported by its node, so that no other node runs it again', async () => {
    const ctx = own();
    let runs = 0;
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await withQueue(
      async () => {
        runs += 1;
        await held;
      },
      async (queue) => {
        await ctx.run('write', () => queue.enqueue(ctx.em, NAME, { patientId: 7 }, { key: 'long' }));
        await until(() => runs === 1);
        await admin.query(
          "update pgboss.job set heartbeat_on = now() - interval '15 seconds' where name = $1 and singleton_key = 'long'",
          [NAME],
        );
        const reported = `select from pgboss.job where name = $1 and singleton_key = 'long' and state = 'active'
          and heartbeat_on > now() - interval '5 seconds'`;
        await until(async () => (await admin.query(reported, [NAME])).rowCount === 1);
        release();
        await until(async () => (await waiting('long')).every(({ state }) => state === 'completed'));
        expect(runs).toBe(1);
      },
      { timeoutSeconds: 3600 },
    );
  });

  test('of every kind is reported by its node every few seconds, also in a queue of an earlier version', async () => {
    const of = async (condition: string) =>
      (await admin.query(`select distinct heartbeat_seconds from pgboss.queue where ${condition}`)).rows;
    expect(await of(`name <> '${NAME}' and name not like '\\_\\_%'`)).toEqual([{ heartbeat_seconds: 30 }]);
    await admin.query('update pgboss.queue set heartbeat_seconds = null where name = $1', [NAME]);
    await withQueue(
      async () => undefined,
      async () => expect(await of(`name = '${NAME}'`)).toEqual([{ heartbeat_seconds: 30 }]),
    );
  });

  test('that runs regularly waits for its next time, also when this time fails', async () => {
    const run = () => Promise.reject(new Error('it fails'));
    const work = () => until(async () => (await waiting('regular')).some(({ state }) => state === 'retry'));
    await withQueue(run, work, { everyMs: 3_600_000, atStart: { data: { patientId: 7 }, key: 'regular' } });
    const { rows } = await admin.query(
      `select state, data, round(extract(epoch from start_after - now()) / 3600)::int as hours from pgboss.job
        where name = $1 and singleton_key = 'next'`,
      [NAME],
    );
    expect(rows).toEqual([{ state: 'created', data: { patientId: 7 }, hours: 1 }]);
  });

  test('of these kinds runs regularly', async () => {
    const { rows } = await admin.query<{ name: string; minutes: number }>(
      `select name, max(round(extract(epoch from start_after - created_on) / 60, 1))::float as minutes from pgboss.job
        where singleton_key = 'next' and name <> $1 and name not like 'verify-%' and name not in ('sweep-changes', 'sweep-codes') group by name`,
      [NAME],
    );
    expect(Object.fromEntries(rows.map(({ name, minutes }) => [name, minutes]))).toEqual({
      'end-lost-sessions': 15,
      'expire-uploads': 1440,
      'note-compliance-states': 60,
      'seal-audit-log': 0.1,
      'sweep-bulk-queries': 5,
      'sweep-deliveries': 60,
      'sweep-expired': 60,
      'sweep-hand-offs': 60,
      'sweep-migrations': 5,
      'sweep-uploads': 5,
      'sweep-webhooks': 0.1,
    });
  });

  test("that verifies figures and codes waits for 8 o'clock UTC of this or the next day, and then for that of the next one", async () => {
    const next = async () =>
      (
        await admin.query<{ name: string; state: string; start_after: Date }>(
          "select name, state, start_after from pgboss.job where (name like 'verify-%' or name in ('sweep-changes', 'sweep-codes')) and state < 'active' order by name, start_after",
        )
      ).rows;
    const waits = await next();
    expect(waits.map(({ name }) => name)).toEqual([
      'sweep-changes',
      'sweep-codes',
      'verify-compliance',
      'verify-derived',
    ]);
    for (const { start_after: at } of waits) {
      expect(at.toISOString().slice(11)).toBe('08:00:00.000Z');
      expect(at.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000);
      expect(at.getTime()).toBeGreaterThan(Date.now() - 60_000);
    }
    // A node that starts after the time has passed: the run follows at once, and the next one is tomorrow's.
    await admin.query("update pgboss.job set start_after = now() where name = 'verify-derived' and state = 'created'");
    await until(async () => (await admin.query("select from verifications where kind = 'derived'")).rowCount === 1);
    const later = (await next()).filter(({ name }) => name === 'verify-derived');
    expect(later.map(({ start_after: at }) => at.toISOString().slice(11))).toEqual(['08:00:00.000Z']);
  });

  test('of every kind has at least five retries and a time limit', async () => {
    const { rows } = await admin.query<{ name: string; retry_limit: number; expire_seconds: number }>(
      `select name, retry_limit, expire_seconds from pgboss.queue where name <> $1 and name not like '\\_\\_%' order by name`,
      [NAME],
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'deliver-settings',
      'end-lost-sessions',
      'expire-hand-off',
      'expire-uploads',
      'import-users',
      'issue-compliance-reports',
      'judge-codes',
      'match-hand-off',
      'migrate-patients',
      'note-compliance-states',
      'read-upload',
      'recompute-compliance',
      'recompute-provider',
      'run-bulk-query',
      'seal-audit-log',
      'send-mail',
      'send-webhooks',
      'sweep-bulk-queries',
      'sweep-changes',
      'sweep-codes',
      'sweep-compliance',
      'sweep-deliveries',
      'sweep-expired',
      'sweep-hand-offs',
      'sweep-migrations',
      'sweep-uploads',
      'sweep-webhooks',
      'verify-compliance',
      'verify-derived',
    ]);
    expect(rows.filter(({ retry_limit }) => retry_limit < 5)).toEqual([]);
    expect(rows.filter(({ expire_seconds }) => !(expire_seconds >= 30 && expire_seconds <= 3600))).toEqual([]);
  });

  test('of the seals is kept for an hour after it finished, and one of another kind for a week', async () => {
    const { rows } = await admin.query<{ name: string; seconds: number }>(
      "select distinct name, deletion_seconds as seconds from pgboss.job where name in ('seal-audit-log', 'sweep-expired')",
    );
    expect(Object.fromEntries(rows.map(({ name, seconds }) => [name, seconds]))).toEqual({
      'seal-audit-log': 3600,
      'sweep-expired': 604_800,
    });
  });

  test("can be read and written only by the queue's role", async () => {
    const { rows } = await admin.query(
      `select r.rolname from pg_roles r where r.rolname like 'airlog\\_%' and r.rolname not like 'airlog\\_login%' and has_schema_privilege(r.oid, 'pgboss', 'usage')`,
    );
    expect(rows).toEqual([{ rolname: 'airlog_jobs' }]);
  });
});
