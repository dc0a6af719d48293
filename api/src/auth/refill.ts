import { sql, type RawBuilder } from 'kysely';
import { writeAsAuthOnce } from '../db/principal.ts';
import { NOW } from '../db/write.ts';
import type { App } from '../shared/context.ts';

/** A limit whose points come back one by one: `capacity` of them at most, all within `seconds`. */
export interface Refill {
  capacity: number;
  seconds: number;
}

/** What is left of a limit. */
interface Bucket {
  /** Points that are left. */
  left: number;
  /** Time at which all have come back, in whole seconds since 1970, rounded up. */
  fullAt: number;
  /** Whole seconds until a refused request is granted when no other points are spent, at least 1; 0 when it was granted. */
  wait: number;
}

/**
 * A row holds the spent points, and the time from which the next one comes back. The numbers are exact (numeric), and a
 * part of a microsecond is rounded against the key: no point is early.
 */
function bucketOf({ capacity, seconds }: Refill) {
  const age = sql`extract(epoch from now() - attempt_counters.window_started_at)`;
  const back = sql`greatest(0, div(${age} * ${capacity}, ${seconds}))`;
  // A row has more than the capacity when that was larger before, or when the row counted a window of an hour.
  const spent = sql<number>`greatest(0, least(attempt_counters.attempts, ${capacity}) - ${back})`;
  const timeOfBack = sql`make_interval(secs => (ceil(${back} * ${seconds} * 1000000.0 / ${capacity}) / 1000000)::float8)`;
  return {
    spent,
    since: sql<string>`case when ${spent} = 0 then now() else attempt_counters.window_started_at + ${timeOfBack} end`,
    left: sql<number>`${capacity} - attempts`.as('left'),
    fullAt:
      sql<number>`ceil(extract(epoch from window_started_at) + attempts * 1.0 * ${seconds} / ${capacity})::float8`.as(
        'fullAt',
      ),
    waitFor: (points: number) =>
      sql<number>`ceil((attempts + ${points} - ${capacity}) * 1.0 * ${seconds} / ${capacity} - ${age})::float8`.as(
        'wait',
      ),
  };
}

/**
 * The commit of the statement does not wait for the disk, for which parallel requests of a key would wait one after
 * another: a database that crashes forgets at most the points of its last second.
 */
const WITHOUT_DISK = sql<string>`set_config('synchronous_commit', 'off', true)`.as('commit');

/**
 * Spends `points` of `key` when as many are left. When not, it spends none and gives back `before`, the points that the
 * same request has spent, so that what is refused costs nothing. One statement compares and counts by the clock of the
 * database, so that parallel calls on any nodes never spend the same points. It commits at once: what a request has
 * spent stays spent when its transaction rolls back.
 */
export async function spend(app: App, key: string, refill: Refill, points: number, before = 0): Promise<Bucket> {
  const { capacity } = refill;
  const { spent, since, left, fullAt, waitFor } = bucketOf(refill);
  const count = (first: number, attempts: RawBuilder<number>, condition: RawBuilder<boolean>) =>
    writeAsAuthOnce(app.db)
      .insertInto('attempt_counters')
      .values({ key, attempts: first, window_started_at: NOW })
      .onConflict((row) => row.column('key').doUpdateSet({ attempts, window_started_at: since }).where(condition))
      .returning([left, fullAt, waitFor(before + points), WITHOUT_DISK])
      .executeTakeFirst();
  const sum = sql<number>`${spent} + ${points}`;
  const granted = points <= capacity && (await count(points, sum, sql<boolean>`${sum} <= ${capacity}`));
  if (granted) return { left: granted.left, fullAt: granted.fullAt, wait: 0 };
  const refused = (await count(0, sql<number>`greatest(0, ${spent} - ${before})`, sql<boolean>`true`))!;
  return { left: refused.left, fullAt: refused.fullAt, wait: Math.max(1, refused.wait) };
}
