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

/** Throws for a login that does not own the tables, to which most of them do not even exist. */
async function assertOwner(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ owner: string; login: string }>(
    `select c.relowner::regrole::text as owner, current_user as login from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relname = 'migrations' and not pg_has_role(c.relowner, 'usage')`,
  );
  if (rows[0])
    throw new Error(
      `The tables belong to ${rows[0].owner}, and DATABASE_URL has the login ${rows[0].login}: give this command the address of ${rows[0].owner} (docs/operations.md, "The owner of the database").`,
    );
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
      await assertOwner(client);
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
