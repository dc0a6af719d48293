import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PgBoss, type Job as TakenJob, type JobResult } from 'pg-boss';
import type { Logger } from 'pino';
import { PrimaryClient } from '../db/primary.ts';
import { during, endWork } from '../shared/work.ts';
import { Context, type App } from '../shared/context.ts';
import { wakeDueQueues, type Workers } from './due-queues.ts';
import type { AnyJob, EnqueueOptions, JobName, Jobs } from './job.ts';

const SCHEMA = 'pgboss';
/** The role that owns the queue's tables; no other role may read or write them. */
const ROLE = 'airlog_jobs';
/** A queue looks for jobs by itself this often; due-queues.ts wakes it within a second. */
const POLL_SECONDS = 60;
const BATCH = 25;
/** Of one job at a time the library would look for the next one only when it is woken. */
const PAIR = 2;
const RETRY_SECONDS = 2;
const MAX_RETRY_SECONDS = 600;
/** A job whose node has not reported for so long is lost: the node was killed. A node reports all that it took. */
const HEARTBEAT_SECONDS = 30;
const REPORT_SECONDS = 5;
/** Interval of the search for lost jobs. */
const SUPERVISE_SECONDS = 10;
/** Interval of the deletion of finished jobs. */
const DELETE_SECONDS = 60 * 60;
/** Interval of the search for jobs that wait for another one. We have none, and the search writes. */
const FLOW_SECONDS = 24 * 60 * 60;
/** Longer than all queues are silent: a connection that is closed costs more than all that the next one does. */
const KEPT_MS = 2 * POLL_SECONDS * 1000;
const STOP_MS = 5000;
/** The key of the next run of a job that runs regularly. */
const NEXT = 'next';

function addressOf(url: string): string {
  const address = new URL(url);
  address.searchParams.set('options', `-c role=${ROLE}`);
  return address.href;
}

/** Creates the queue's missing tables. `url` is the privileged address: the schema exists, and the role owns it. */
export async function installQueue(url: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: addressOf(url),
    schema: SCHEMA,
    createSchema: false,
    supervise: false,
    schedule: false,
    max: 1,
    ...{ Client: PrimaryClient },
  });
  boss.on('error', () => undefined); // start() rejects with it
  await boss.start();
  await boss.stop({ graceful: false });
}

const DAY_MS = 86_400_000;

/** Returns the next time of a job that runs regularly; null for one that does not. */
function nextTime({ everyMs, dailyAtHour }: AnyJob, now: Date): Date | null {
  if (everyMs) return new Date(now.getTime() + everyMs);
  if (dailyAtHour === undefined) return null;
  const today = new Date(now).setUTCHours(dailyAtHour, 0, 0, 0);
  return new Date(today > now.getTime() ? today : today + DAY_MS);
}

/** Returns the kind of an error and its code: what support staff sees, because a message may have values of patients. */
export function reasonOf(error: unknown): string {
  const { name, code } = error as { name?: unknown; code?: unknown };
  const words = [name, code].filter((word) => typeof word === 'string' && /^\w{1,60}$/.test(word));
  return words.join(' ') || 'Error';
}

/** The jobs of a queue; failed: those that are kept. */
export interface QueueCounts {
  name: string;
  ready: number;
  active: number;
  failed: number;
}

// By the index of waiting jobs.
const OLDEST = `
  select n.name, coalesce((select extract(epoch from now() - min(j.start_after)) from ${SCHEMA}.job j
     where j.name = n.name and j.state < 'active' and not j.blocked and j.start_after <= now()), 0)::float8 as seconds
    from unnest($1::text[]) n (name)`;

/** Durable jobs, kept in the database; every node takes its share. */
export class JobQueue {
  readonly #boss: PgBoss;
  #names: JobName[] = [];
  #endWaking = () => {};

  constructor(
    url: string,
    readonly log: Logger,
    connections = 1,
  ) {
    this.#boss = new PgBoss({
      connectionString: addressOf(url),
      application_name: 'airlog-jobs',
      schema: SCHEMA,
      createSchema: false,
      migrate: false,
      schedule: false,
      max: connections,
      ...{ idleTimeoutMillis: KEPT_MS, Client: PrimaryClient }, // the driver's, which the types of the library do not know
      flowIntervalSeconds: FLOW_SECONDS,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      maintenanceIntervalSeconds: DELETE_SECONDS,
    });
    this.#boss.on('error', (error) => this.#failed(error));
  }

  #failed({ message }: Error): void {
    this.log.warn({ err: message }, 'the job queue met an error');
  }

  /** Starts taking jobs. */
  async start(app: App, jobs: readonly AnyJob[]): Promise<void> {
    await this.#boss.start();
    this.#names = jobs.map(({ name }) => name);
    const earlier = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const { name, retries, timeoutSeconds, keptSeconds } of jobs) {
      const options = {
        retryLimit: retries,
        retryDelay: RETRY_SECONDS,
        retryBackoff: true,
        retryDelayMax: MAX_RETRY_SECONDS,
        expireInSeconds: timeoutSeconds,
        heartbeatSeconds: HEARTBEAT_SECONDS,
      };
      await this.#boss.createQueue(name, { ...options, policy: 'short' });
      // A queue that exists keeps what it was created with.
      if (keptSeconds) await this.#boss.updateQueue(name, { deleteAfterSeconds: keptSeconds });
      if (earlier.has(name) && earlier.get(name)!.heartbeatSeconds !== HEARTBEAT_SECONDS)
        await this.#boss.updateQueue(name, { heartbeatSeconds: HEARTBEAT_SECONDS });
    }
    const options = {
      pollingIntervalSeconds: POLL_SECONDS,
      heartbeatRefreshSeconds: REPORT_SECONDS,
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const;
    for (const job of jobs) {
      const { name, atStart, dailyAtHour } = job;
      if (atStart) await this.#boss.send(name, atStart.data, { singletonKey: atStart.key });
      // One that waits keeps its time.
      const startAfter = dailyAtHour === undefined ? null : nextTime(job, app.now());
      if (startAfter) await this.#boss.send(name, {}, { singletonKey: NEXT, startAfter });
    }
    const workers: Workers = [];
    for (const job of jobs) {
      const batchSize = job.takenInPairs ? PAIR : BATCH;
      const work = async (taken: TakenJob<object>[]): Promise<JobResult[]> => {
        const of = (id: string, count?: number) => ({
          id,
          operation: job.name,
          span: app.traces?.begin(job.name, count),
        });
        const isOne = !job.runAll || taken.length === 1;
        if (!isOne && (await during(of(taken[0]!.id, taken.length), () => this.#performAll(app, job, taken))))
          return taken.map(({ id }) => ({ id, status: 'completed' }));
        const perform = (one: TakenJob<object>) => during(of(one.id), () => this.#perform(app, job, one));
        if (job.workers) return Promise.all(taken.map(perform));
        const results: JobResult[] = [];
        for (const one of taken) results.push(await perform(one));
        return results;
      };
      for (let nth = 0; nth < (job.workers ?? 1); nth += 1)
        workers.push([job.name, await this.#boss.work<object>(job.name, { ...options, batchSize }, work)]);
    }
    this.#endWaking = wakeDueQueues(this.#boss, workers, (error) => this.#failed(error));
  }

  /** Returns whether the jobs were done at once: false when one of them failed. */
  async #performAll(app: App, job: AnyJob, taken: readonly TakenJob<object>[]): Promise<boolean> {
    const ctx = Context.of(app, { kind: 'jobs' }, taken[0]!.id);
    const started = performance.now();
    try {
      await (job.runAll as (ctx: Context, data: object[]) => Promise<void>)(
        ctx,
        taken.map(({ data }) => data),
      );
    } catch (error) {
      endWork('failed');
      this.log.warn({ err: error, job: job.name, jobs: taken.length }, 'jobs failed together, each runs alone');
      return false;
    } finally {
      await ctx.close();
    }
    const seconds = (performance.now() - started) / 1000 / taken.length;
    for (let nth = 0; nth < taken.length; nth += 1) app.metrics?.job(job.name, 'ok', seconds);
    endWork();
    return true;
  }

  async #perform(app: App, job: AnyJob, { id, data }: TakenJob<object>): Promise<JobResult> {
    const ctx = Context.of(app, { kind: 'jobs' }, id);
    const started = performance.now();
    const measure = (outcome: 'ok' | 'failed') => {
      app.metrics?.job(job.name, outcome, (performance.now() - started) / 1000);
      endWork(outcome === 'failed' ? outcome : undefined);
    };
    try {
      const next = nextTime(job, app.now());
      if (next) await this.#enqueueNext(ctx, job, next, data);
      await (job.run as (ctx: Context, data: object) => Promise<void>)(ctx, data);
      measure('ok');
      return { id, status: 'completed' };
    } catch (error) {
      this.log.error({ err: error, job: job.name, jobId: id }, 'a job failed');
      measure('failed');
      return { id, status: 'failed', output: { message: (error as Error).message, reason: reasonOf(error) } };
    } finally {
      await ctx.close();
    }
  }

  /** Before the run, so that a failure does not end the series. Several nodes, and retries, add one. */
  async #enqueueNext(ctx: Context, { name }: AnyJob, startAfter: Date, data: object): Promise<void> {
    await ctx.run('write', () => this.enqueue(ctx.em, name, data as Jobs[JobName], { key: NEXT, startAfter }));
  }

  /**
   * Adds a job in the open transaction of `em`: it exists if and only if the transaction commits. One that waits under the
   * same key is that job, and starts after the commit, at the earlier of the two times (decisions/113).
   */
  async enqueue<Name extends JobName>(
    em: EntityManager,
    name: Name,
    data: Jobs[Name],
    { key, startAfter }: EnqueueOptions,
  ): Promise<void> {
    if (!em.isInTransaction()) throw new Error('Work is added inside a transaction.');
    await em.execute('select enqueue_job(?, ?::jsonb, ?, ?::timestamptz)', [
      name,
      JSON.stringify(data),
      key,
      startAfter?.toISOString() ?? null,
    ]);
  }

  /**
   * Adds several jobs of one kind that may start at once, as `enqueue` adds one. In the order of their keys, so that
   * concurrent statements wait instead of deadlocking.
   */
  async enqueueAll<Name extends JobName>(
    em: EntityManager,
    name: Name,
    jobs: readonly { data: Jobs[Name]; key: string }[],
  ): Promise<void> {
    if (!em.isInTransaction()) throw new Error('Work is added inside a transaction.');
    await em.execute(
      'select enqueue_job(?, j.data, j.key, null) from jsonb_to_recordset(?::jsonb) as j (data jsonb, key text) order by j.key',
      [name, JSON.stringify(jobs)],
    );
  }

  /** Returns the jobs of each queue, as counted within the last seconds. */
  async counts(): Promise<QueueCounts[]> {
    const queues = await this.#boss.getQueues(this.#names);
    return queues.map(({ name, readyCount, activeCount, failedCount }) => ({
      name,
      ready: readyCount,
      active: activeCount,
      failed: failedCount,
    }));
  }

  /** Returns the seconds for which the oldest ready job of each queue waits; 0 without one. */
  async oldest(): Promise<{ name: string; seconds: number }[]> {
    const { rows } = (await this.#boss.getDb().executeSql(OLDEST, [this.#names])) as {
      rows: { name: string; seconds: number }[];
    };
    return rows;
  }

  /** Lets running jobs finish for a few seconds; unfinished jobs are retried on another node. */
  async stop(): Promise<void> {
    this.#endWaking();
    // A graceful stop of the library looks every 500 ms whether the jobs have finished.
    const finished = Promise.all(this.#names.map((name) => this.#boss.offWork(name)));
    await Promise.race([finished, wait(STOP_MS, undefined, { ref: false })]);
    await this.#boss.stop({ graceful: false });
  }
}
