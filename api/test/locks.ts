import pg from 'pg';
import { admin, superuserUrl } from './harness.ts';
import { until } from './until.ts';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Returns whether a session of the client's database waits for a lock. */
export async function isWaiting(client: pg.Client = admin): Promise<boolean> {
  // In a transaction the result would stay that of the first call.
  await client.query('select pg_stat_clear_snapshot()');
  return (await client.query(WAITING)).rowCount! > 0;
}

/** Waits until a session of the database of the tests waits for a lock. */
export const untilWaiting = (): Promise<void> => until(() => isWaiting());

/**
 * Runs `work` while a transaction of the test holds the locks of `sql`; commits it as soon as a statement of the portal
 * waits for it, after `check`.
 */
export async function whileLocked<T>(sql: string, work: () => Promise<T>, check?: () => Promise<void>): Promise<T> {
  const holder = new pg.Client({ connectionString: superuserUrl() });
  await holder.connect();
  try {
    await holder.query(`begin; ${sql}`);
    const started = work();
    await untilWaiting();
    await check?.();
    await holder.query('commit');
    return await started;
  } finally {
    await holder.end();
  }
}
