import { join } from 'node:path';
import type pg from 'pg';
import { openCluster } from '../../src/db/embedded/cluster.ts';
import { hasCluster } from '../../src/db/embedded/embedded.ts';
import { PrimaryClient } from '../../src/db/primary.ts';
import { lockDataDir } from '../../src/instance-lock.ts';
import type { Config } from '../../src/shared/config.ts';

export const NO_DATA = 'There is no data yet. Run npm start (or npm run seed) first.';

/**
 * Keeps a portal from starting on a database that this visit will stop. A running portal keeps its lock and its
 * database.
 */
function lockUnlessRunning(config: Config): () => void {
  try {
    return lockDataDir(config.dataDir);
  } catch {
    return () => undefined;
  }
}

/** Runs `visit` on the portal's database and leaves it as it was found: running or stopped. */
export async function visiting<T>(config: Config, visit: (client: pg.Client) => Promise<T>): Promise<T> {
  if (!config.databaseUrl && !hasCluster(join(config.dataDir, 'postgres'))) throw new Error(NO_DATA);
  const unlock = config.databaseUrl ? () => undefined : lockUnlessRunning(config);
  try {
    const { url, embedded } = await openCluster(config);
    const client = new PrimaryClient({ connectionString: url, connectionTimeoutMillis: 5000 });
    try {
      await client.connect();
      return await visit(client);
    } finally {
      await client.end();
      if (embedded && !embedded.adopted) await embedded.stop();
    }
  } finally {
    unlock();
  }
}

/** Opens a read-only transaction that sees every organization, for a superuser and for the portal's own login. */
export async function readOnly<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin read only');
  try {
    await client.query('set local role airlog_support');
    return await work();
  } finally {
    await client.query('rollback');
  }
}
