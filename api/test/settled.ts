import type pg from 'pg';
import { admin } from './harness.ts';
import { until } from './until.ts';

const OPEN = `select from pg_stat_activity
  where backend_xid is not null and age(backend_xid) >= age($1::xid) and pid <> all ($2::int[]) and pid <> pg_backend_pid()`;

/**
 * Waits until every transaction of the server that has begun to write is over, but those that the test holds open. The feed
 * of changes waits for all of them (decisions/189), also for those of the databases of other test files.
 */
export async function settled(...held: pg.Client[]): Promise<void> {
  const pids = held.map((client) => (client as unknown as { processID: number }).processID);
  const { rows } = await admin.query<{ now: string }>('select pg_current_xact_id()::xid::text as now');
  await until(async () => {
    await admin.query('select pg_stat_clear_snapshot()');
    return (await admin.query(OPEN, [rows[0]!.now, pids])).rowCount === 0;
  });
}
