import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../shared/context.ts';
import { TooMany } from '../shared/errors.ts';

/** Counts one attempt of `key` in its window of `seconds`, in a transaction of asAuth; returns the number so far. */
export async function countAttemptIn(em: EntityManager, key: string, seconds: number): Promise<number> {
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
 * Counts one attempt of `key` in its window of `seconds` and returns the number so far. It uses its own transaction and
 * pool: a rolled-back request still counts, and parallel attempts count one by one.
 */
export function countAttempt(ctx: Context, key: string, seconds: number): Promise<number> {
  return ctx.asAuth('write', (em) => countAttemptIn(em, key, seconds));
}

/**
 * Throws TooMany, until the end of the window, when `key` has `limit` attempts in its window of `seconds`. Counts none.
 */
export async function assertBelow(ctx: Context, key: string, limit: number, seconds: number): Promise<void> {
  const [window] = await ctx.asAuth('read', (em) =>
    em.execute<{ left: number }[]>(
      `select ceil(extract(epoch from window_started_at - now()) + ?)::int as left from attempt_counters
        where key = ? and attempts >= ? and window_started_at >= now() - make_interval(secs => ?)`,
      [seconds, key, limit, seconds],
    ),
  );
  if (window) throw new TooMany(Math.max(1, window.left));
}

/** Deletes the attempts of `key` after the right answer. */
export async function clearAttempts(ctx: Context, key: string): Promise<void> {
  await ctx.asAuth('write', (em) => em.execute('delete from attempt_counters where key = ?', [key]));
}

/**
 * Makes one guess of a secret and returns 0 for a right one, else the number of wrong guesses in the window, including
 * this one. Guesses of a key run one after another, and only wrong ones count. After `tries` of them no guess is
 * compared any more, so that a right one is not revealed either.
 */
export function guess(
  ctx: Context,
  limit: { key: string; tries: number; seconds: number },
  isRight: () => boolean,
): Promise<number> {
  return ctx.asAuth('write', async (em) => {
    const attempts = await countAttemptIn(em, limit.key, limit.seconds); // locks the row until the end, so that two guesses cannot count as one
    if (attempts > limit.tries || !isRight()) return attempts;
    await em.execute('delete from attempt_counters where key = ?', [limit.key]);
    return 0;
  });
}

/**
 * Adds points to the window of `key` and returns how many it had before, and the seconds until it ends. The number stops
 * far above any limit.
 */
export async function countPoints(
  ctx: Context,
  key: string,
  seconds: number,
  points: number,
): Promise<{ before: number; secondsLeft: number }> {
  const [row] = await ctx.asAuth('write', (em) =>
    em.execute<{ after: number; secondsLeft: number }[]>(
      `insert into attempt_counters as c (key, attempts, window_started_at) values (?, ?, now())
       on conflict (key) do update set
         attempts = case when c.window_started_at < now() - make_interval(secs => ?) then excluded.attempts
           else least(c.attempts::bigint + excluded.attempts, 2000000000)::int end,
         window_started_at = case when c.window_started_at < now() - make_interval(secs => ?) then now() else c.window_started_at end
       returning attempts as after, extract(epoch from window_started_at - now())::int + ? as "secondsLeft"`,
      [key, points, seconds, seconds, seconds],
    ),
  );
  return { before: row!.after - points, secondsLeft: row!.secondsLeft };
}
