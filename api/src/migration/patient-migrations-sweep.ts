import type { Context } from '../shared/context.ts';

const MOST = 500;

/**
 * Enqueues a job for each migration that has not ended and has none, of the user who started it or its undo. One that waits
 * for the legacy system keeps its time; of two that run, one takes each step, and the other stops.
 */
export async function resumeMigrations(ctx: Context): Promise<void> {
  const rows = await ctx.em.execute<{ id: number; userId: number }[]>(
    `select id, case state when 'undoing' then coalesce(undone_by, user_id) else user_id end as "userId"
       from patient_migrations m where state in ('waiting', 'running', 'undoing') and not exists (
         select from pgboss.job j where j.name = 'migrate-patients' and j.singleton_key = m.id::text and j.state in ('created', 'retry', 'active'))
      order by id limit ?`,
    [MOST],
  );
  const jobs = rows.map(({ id, userId }) => ({ data: { migrationId: id, userId }, key: String(id) }));
  if (jobs.length > 0) await ctx.app.queue.enqueueAll(ctx.em, 'migrate-patients', jobs);
}
