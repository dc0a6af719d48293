import { afterAll, beforeAll } from '@jest/globals';
import { PgBoss } from 'pg-boss';
import { jobs } from '../src/jobs.ts';
import type { AnyJob, JobName } from '../src/queue/job.ts';
import { Context } from '../src/shared/context.ts';
import { running, superuserUrl } from './harness.ts';

let library: PgBoss;

/**
 * Ends the portal's own workers: the jobs wait until a test takes them. Call it inside a `describe`, which ends before the
 * database does.
 */
export function takeJobsByHand(): void {
  beforeAll(async () => {
    await running().app.queue.stop();
    library = new PgBoss({ connectionString: superuserUrl(), schema: 'pgboss', supervise: false, schedule: false });
    await library.start();
  });
  afterAll(async () => library?.stop({ graceful: false }));
}

type Statements = { executeSql: (sql: string, values?: unknown[]) => Promise<{ rows: any[] }> }; // oxlint-disable-line typescript/no-explicit-any -- the library's type

export interface Taken {
  id: string;
  key: string | null;
  data: object;
}

/** Takes all due jobs of a queue with the library's own statement; over `db`, in its open transaction. */
export async function takeJobs(name: string, db?: Statements): Promise<Taken[]> {
  const taken = await library.fetch<object>(name, { batchSize: 1000, includeMetadata: true, ...(db ? { db } : {}) });
  return taken.map(({ id, singletonKey, data }) => ({ id, key: singletonKey, data }));
}

/** Marks a taken job as failed: it waits for its retry. */
export const failJob = (name: string, { id }: Taken): Promise<unknown> => library.fail(name, id);

/** Takes all due jobs of a queue and runs them, as a worker does: at once where it does. Returns their keys. */
export async function workJobs(name: JobName): Promise<(string | null)[]> {
  const job: AnyJob = jobs.find((one) => one.name === name)!;
  const taken = await takeJobs(name);
  const isAtOnce = job.runAll !== undefined && taken.length > 1;
  if (isAtOnce)
    await (job.runAll as (ctx: Context, data: object[]) => Promise<void>)(
      Context.of(running().app, { kind: 'jobs' }, taken[0]!.id),
      taken.map(({ data }) => data),
    );
  for (const { id, data } of taken) {
    if (!isAtOnce)
      await (job.run as (ctx: Context, data: object) => Promise<void>)(
        Context.of(running().app, { kind: 'jobs' }, id),
        data,
      );
    await library.complete(name, id);
  }
  return taken.map(({ key }) => key);
}
