import { sql } from 'kysely';
import { NOW, write } from '../db/write.ts';
import type { App, Context } from '../shared/context.ts';

/** Queries of one statement. */
const PORTION = 100;

/** Removes the file of a query that ended without a whole one; what fails is removed by the sweep. */
export async function discardFile(app: App, key: string): Promise<void> {
  await app.files
    .remove(key)
    .catch((err: unknown) => app.log.warn({ err }, 'the file of a bulk query was not removed'));
}

/**
 * Enqueues a job for each query that no run has gone on with for five minutes, and ends those that have gone on for seven
 * days: their points do not suffice.
 */
export async function resumeLost(ctx: Context): Promise<void> {
  const { em } = ctx;
  await write(em)
    .updateTable('bulk_queries')
    .set({ state: 'failed', failure: 'TIMED_OUT', ended_at: NOW, updated_at: NOW })
    .where('ended_at', 'is', null)
    .where('created_at', '<', sql<string>`now() - interval '7 days'`)
    .execute();
  const lost = await em.execute<{ id: number }[]>(
    `select id from bulk_queries where ended_at is null and updated_at < now() - interval '5 minutes'
        and (resumes_at is null or resumes_at < now() - interval '5 minutes') order by updated_at limit ${PORTION}`,
  );
  const jobs = lost.map(({ id }) => ({ data: { bulkQueryId: id }, key: String(id) }));
  await ctx.app.queue.enqueueAll(em, 'run-bulk-query', jobs);
}

const ENDED = `
  select id, file_key as key from bulk_queries
   where has_file and ended_at is not null and coalesce(expires_at, ended_at) <= now()
     and (expires_at is not null or ended_at < now() - interval '10 minutes')
   order by coalesce(expires_at, ended_at) limit ${PORTION}`;

/**
 * Removes whole files seven days after their end, and what is left of others ten minutes after theirs, when no run writes
 * any more. Repeating it removes nothing more.
 */
export async function removeEndedFiles(ctx: Context): Promise<void> {
  for (;;) {
    const ended = await ctx.run('read', () => ctx.em.execute<{ id: number; key: string }[]>(ENDED));
    for (const { key } of ended) await ctx.app.files.remove(key);
    const ids = ended.map(({ id }) => id);
    if (ids.length > 0)
      await ctx.run('write', () =>
        write(ctx.em)
          .updateTable('bulk_queries')
          .set({ has_file: false, state: sql<string>`case state when 'completed' then 'expired' else state end` })
          .where('id', 'in', ids)
          .execute(),
      );
    if (ended.length < PORTION) return;
  }
}
