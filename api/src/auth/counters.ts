import type { EntityManager } from '@mikro-orm/postgresql';
import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { TooMany } from '../shared/errors.ts';
import type { MessageKey } from '../shared/messages.ts';

/** A limit: at most `most` attempts of `key` in a window of `seconds`, which begins with its first attempt. */
export interface Limit {
  key: string;
  most: number;
  seconds: number;
  /** What is limited, for the user who is refused; a text with {{max}}. */
  text: MessageKey;
}

/** Where the number of attempts stops, far above any limit. */
const MOST_COUNTED = 2_000_000_000;
const IS_OVER = 'c.window_started_at < now() - make_interval(secs => ?)';
const SUM = `least(c.attempts::bigint + excluded.attempts, ${MOST_COUNTED})`;

interface Counted {
  key: string;
  attempts: number;
  secondsLeft: number;
}

/**
 * Counts attempts of each key in its window of `seconds`, for the keys that then have at most `most`; the others are
 * unchanged and not returned. Compared and counted by one statement, so that parallel attempts never pass together. In a
 * transaction of asAuth.
 */
const countIn = (
  em: EntityManager,
  keys: readonly string[],
  { seconds, points = 1, most = MOST_COUNTED }: { seconds: number; points?: number; most?: number },
): Promise<Counted[]> =>
  em.execute<Counted[]>(
    `insert into attempt_counters as c (key, attempts, window_started_at)
     select key, ?::int, now() from jsonb_array_elements_text(?::jsonb) as key where ?::int <= ?::int group by key order by key
     on conflict (key) do update set
       attempts = case when ${IS_OVER} then excluded.attempts else ${SUM}::int end,
       window_started_at = case when ${IS_OVER} then now() else c.window_started_at end
      where ${IS_OVER} or ${SUM} <= ?
     returning key, attempts, extract(epoch from window_started_at - now())::int + ? as "secondsLeft"`,
    // A half of a surrogate pair is no JSON; the connection sends other texts with the same replacement.
    [
      points,
      JSON.stringify(keys.map((key) => key.toWellFormed())),
      points,
      most,
      seconds,
      seconds,
      seconds,
      most,
      seconds,
    ],
  );

/** Counts one attempt of `key` in its window of `seconds`, in a transaction of asAuth; returns the number so far. */
export async function countAttemptIn(em: EntityManager, key: string, seconds: number): Promise<number> {
  const [counted] = await countIn(em, [key], { seconds });
  return counted!.attempts;
}

/**
 * Counts one attempt of `key` in its window of `seconds` and returns the number so far. It uses its own transaction and
 * pool: a rolled-back request still counts, and parallel attempts count one by one.
 */
export function countAttempt(ctx: Context, key: string, seconds: number): Promise<number> {
  return ctx.asAuth('write', (em) => countAttemptIn(em, key, seconds));
}

/** Returns the seconds until the window of a limit ends, when it does not leave as many attempts; 0 when it does. */
async function waitFor(em: EntityManager, limit: Omit<Limit, 'text'>, points: number): Promise<number> {
  const { key, most, seconds } = limit;
  const [full] = await em.execute<{ left: number }[]>(
    `select ceil(extract(epoch from window_started_at - now()) + ?)::int as left from attempt_counters
      where key = ? and attempts + ? > ? and window_started_at >= now() - make_interval(secs => ?)`,
    [seconds, key, points, most, seconds],
  );
  return full ? Math.max(1, full.left) : 0;
}

/**
 * Throws TooMany, until the end of the window, when `key` has `limit` attempts in its window of `seconds`. Counts none.
 */
export async function assertBelow(ctx: Context, key: string, limit: number, seconds: number): Promise<void> {
  const wait = await ctx.asAuth('read', (em) => waitFor(em, { key, most: limit, seconds }, 1));
  if (wait > 0) throw new TooMany(wait);
}

const byKey = (one: Limit, other: Limit) => (one.key < other.key ? -1 : 1);

/** Returns the refusal of attempts that a limit does not leave: until the last of the windows that are full ends. */
async function refusalOf(em: EntityManager, limits: readonly Limit[], points: number): Promise<TooMany | null> {
  let refused: TooMany | null = null;
  for (const limit of limits) {
    const wait = await waitFor(em, limit, points);
    if (wait > (refused?.retryAfter ?? 0)) refused = new TooMany(wait, { text: limit.text, max: limit.most });
  }
  return refused;
}

/** Throws TooMany when one of the limits does not leave as many attempts. Counts none: `take` does. */
export async function assertLeft(ctx: Context, limits: readonly Limit[], points = 1): Promise<void> {
  const refused = await ctx.asAuth('read', (em) => refusalOf(em, limits, points));
  if (refused) throw refused;
}

/**
 * Counts attempts in all of the limits or, when one of them does not leave as many, in none and throws TooMany. In a
 * transaction of asAuth.
 */
async function takeIn(em: EntityManager, limits: readonly Limit[], points = 1): Promise<void> {
  // In the order of their keys, so that two requests never wait for each other.
  for (const { key, most, seconds } of limits.toSorted(byKey)) {
    const taken = await countIn(em, [key], { seconds, points, most });
    if (taken.length === 0) throw (await refusalOf(em, limits, points)) ?? new TooMany(seconds);
  }
}

/**
 * Counts attempts in all of the limits, or in none (TooMany). It uses its own transaction and pool: what a rolled-back
 * request has taken stays taken.
 */
export async function take(ctx: Context, limits: readonly Limit[], points = 1): Promise<void> {
  if (points > 0) await ctx.asAuth('write', (em) => takeIn(em, limits, points));
}

/**
 * Counts one attempt for each of the keys whose limit leaves one, and returns these keys. `limit`: the same for all of
 * them. One statement for any number of keys.
 */
export async function takeEach(
  ctx: Context,
  keys: readonly string[],
  { most, seconds }: Omit<Limit, 'key'>,
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await ctx.asAuth('write', (em) => countIn(em, keys, { seconds, most }));
  return new Set(rows.map(({ key }) => key));
}

/** Deletes the attempts of keys, in a transaction of asAuth. */
export async function clearAttemptsIn(em: EntityManager, ...keys: string[]): Promise<void> {
  await write(em).deleteFrom('attempt_counters').where('key', 'in', keys).execute();
}

/** Deletes the attempts of `key` after the right answer. */
export async function clearAttempts(ctx: Context, key: string): Promise<void> {
  await ctx.asAuth('write', (em) => clearAttemptsIn(em, key));
}

/** Takes one counted attempt of `key` back, in a transaction of asAuth. */
export async function takeBackIn(em: EntityManager, key: string): Promise<void> {
  await write(em)
    .updateTable('attempt_counters')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('key', '=', key)
    .execute();
}

/**
 * Makes one guess of a secret and returns 0 for a right one, else the number of wrong guesses in the window, including
 * this one. Guesses of a key run one after another, and only wrong ones count. After `tries` of them no guess is
 * compared any more, so that a right one is not revealed either. `wider`: limits of guesses of many secrets. They are
 * taken before the guess is compared, and a right one gives them back; throws TooMany when one of them leaves none.
 */
export function guess(
  ctx: Context,
  limit: { key: string; tries: number; seconds: number; wider?: readonly Limit[] },
  isRight: () => boolean,
): Promise<number> {
  const { key, tries, seconds, wider = [] } = limit;
  return ctx.asAuth('write', async (em) => {
    const attempts = await countAttemptIn(em, key, seconds); // locks the row until the end, so that two guesses cannot count as one
    if (attempts > tries) return attempts;
    await takeIn(em, wider);
    if (!isRight()) return attempts;
    await clearAttemptsIn(em, key);
    for (const { key: taken } of wider) await takeBackIn(em, taken);
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
  const [row] = await ctx.asAuth('write', (em) => countIn(em, [key], { seconds, points }));
  return { before: row!.attempts - points, secondsLeft: row!.secondsLeft };
}
