import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from './secrets.ts';

/** Any number, the same on every node: who starts, and who retires secrets, waits for the other. */
const LOCK = 4_716_001;
const ASK_MS = 100;

/**
 * Waits until no other node changes the database, until the end of the session or of the open transaction. A statement that
 * waits for a lock would hold up CREATE INDEX CONCURRENTLY, which waits for it: it asks again instead.
 */
export async function waitForStarts(client: Connection, until: 'session' | 'transaction'): Promise<void> {
  const take = until === 'session' ? 'pg_try_advisory_lock' : 'pg_try_advisory_xact_lock';
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${take}($1) as taken`, [LOCK]);
    if (rows[0]!.taken) return;
    await wait(ASK_MS);
  }
}
