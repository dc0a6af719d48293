import type { Context } from '../shared/context.ts';

/**
 * Counts one more try of `key` in its window of `seconds` and answers how many there are now.
 * Its own transaction on its own pool: a rolled-back request has still counted, and parallel tries count one by one.
 */
export async function countAttempt(ctx: Context, key: string, seconds: number): Promise<number> {
  const rows = await ctx.asAuth('write', (em) => em.execute<{ attempts: number }[]>(
    `insert into attempt_counters as c (key, attempts, window_started_at) values (?, 1, now())
     on conflict (key) do update set
       attempts = case when c.window_started_at < now() - make_interval(secs => ?) then 1 else c.attempts + 1 end,
       window_started_at = case when c.window_started_at < now() - make_interval(secs => ?) then now() else c.window_started_at end
     returning attempts`,
    [key, seconds, seconds],
  ));
  return rows[0]!.attempts;
}

/** Forgets the tries of `key`: the right answer was given. */
export async function clearAttempts(ctx: Context, key: string): Promise<void> {
  await ctx.asAuth('write', (em) => em.execute('delete from attempt_counters where key = ?', [key]));
}
