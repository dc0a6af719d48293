import type { Context } from '../shared/context.ts';

const MOST = 500;

/**
 * Enqueues a job for each migration that has not ended, of the user who started it or its undo. One that waits in the queue stays one job; of two that run, one
 * takes each step, and the other stops.
 */
export async function resumeMigrations(ctx: Context): Promise<void> {
  const rows = await ctx.em.execute<{ id: number; userId: number }[]>(
    `select id, case state when 'undoing' then coalesce(undone_by, user_id) else user_id end as "userId"
       from patient_migrations where state in ('waiting', 'running', 'undoing') order by id limit ?`,
    [MOST],
  );
  const jobs = rows.map(({ id, userId }) => ({ data: { migrationId: id, userId }, key: String(id) }));
  if (jobs.length > 0) await ctx.app.queue.enqueueAll(ctx.em, 'migrate-patients', jobs);
}
