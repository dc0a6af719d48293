import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../shared/context.ts';

async function count(em: EntityManager, key: string, seconds: number): Promise<number> {
  const rows = await em.execute<{ attempts: number }[]>(
    `insert into attempt_counters as c (key, attempts, window_started_at) values (?, 1, now())
     on conflict (key) do update set
       attempts = case when c.window_started_at < now() - make_interval(secs => ?) then 1 else c.attempts + 1 end,
       window_started_at = case when c.window_started_at < now() - make_interval(secs => ?) then now() else c.window_started_at end
     returning attempts`,
    [key, seconds, seconds],
  );
  return rows[0]!.attempts;
}

/**
 * Counts one more try of `key` in its window of `seconds` and answers how many there are now.
 * Its own transaction on its own pool: a rolled-back request has still counted, and parallel tries count one by one.
 */
export function countAttempt(ctx: Context, key: string, seconds: number): Promise<number> {
  return ctx.asAuth('write', (em) => count(em, key, seconds));
}

/** Forgets the tries of `key`: the right answer was given. */
export async function clearAttempts(ctx: Context, key: string): Promise<void> {
  await ctx.asAuth('write', (em) => em.execute('delete from attempt_counters where key = ?', [key]));
}

/**
 * One guess of a secret. Guesses of a key come one after the other and only the wrong ones count: 0 for a right one, else how many were
 * wrong in the window, this one included. After `tries` of them nothing is compared any more, so that the right one is not told either.
 */
export function guess(
  ctx: Context,
  limit: { key: string; tries: number; seconds: number },
  isRight: () => boolean,
): Promise<number> {
  return ctx.asAuth('write', async (em) => {
    const attempts = await count(em, limit.key, limit.seconds); // holds the row until the end, so that no two guesses pass as one
    if (attempts > limit.tries || !isRight()) return attempts;
    await em.execute('delete from attempt_counters where key = ?', [limit.key]);
    return 0;
  });
}
