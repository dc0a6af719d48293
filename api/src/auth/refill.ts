import { sql } from 'kysely';
import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';

/** Points that come back steadily: `capacity` of them, all within `seconds`. */
export interface Refill {
  capacity: number;
  seconds: number;
}

/**
 * Takes up to `wanted` points of `key`, as many as there are, and returns how many were taken and how many are left. Whole
 * points come back; the rest of the time counts in the next call. The row is locked, so that parallel calls never take the
 * same points. It uses its own transaction and pool: what a rolled-back request has taken stays taken.
 */
export function takePoints(
  ctx: Context,
  key: string,
  { capacity, seconds }: Refill,
  wanted: number,
): Promise<{ taken: number; left: number }> {
  return ctx.asAuth('write', async (em) => {
    const [row] = await em.execute<{ attempts: number; age: number }[]>(
      `insert into attempt_counters as c (key, attempts, window_started_at) values (?, 0, now())
       on conflict (key) do update set attempts = c.attempts
       returning attempts, extract(epoch from now() - window_started_at)::float8 as age`,
      [key],
    );
    const secondsOfOne = seconds / capacity;
    const back = Math.max(0, Math.floor(row!.age / secondsOfOne));
    const spent = Math.max(0, row!.attempts - back);
    const taken = Math.max(0, Math.min(wanted, capacity - spent));
    const sinceThen = sql<Date>`window_started_at + make_interval(secs => ${back * secondsOfOne})`;
    await write(em)
      .updateTable('attempt_counters')
      .set({ attempts: spent + taken, window_started_at: spent === 0 ? sql<Date>`now()` : sinceThen })
      .where('key', '=', key)
      .execute();
    return { taken, left: Math.max(0, capacity - spent - taken) };
  });
}
