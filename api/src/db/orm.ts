import type pg from 'pg';
import { DataloaderType, MikroORM, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { limitOperations } from './deadline.ts';
import { entities } from './entities.ts';

export interface Database {
  /** For requests. Logs in as a role without access until a principal is set. */
  main: MikroORM;
  /**
   * For sign-in, sessions, counters and denials: a separate pool, because a request that waits here may hold a
   * connection of the other one.
   */
  auth: MikroORM;
  /** Address of the runtime login, for the one LISTEN connection of a node. */
  url: string;
  close(): Promise<void>;
}

const LOST_MS = 100;

/**
 * The query builder never returns a connection whose COMMIT or ROLLBACK failed, as happens when the connection is lost:
 * a few restarts of the database would exhaust the pool. A caller that still waits for an answer has returned it by
 * itself after LOST_MS.
 */
function giveBackLost(pool: pg.Pool): void {
  const held = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => void held.add(client));
  pool.on('release', (_error, client) => void held.delete(client));
  pool.on(
    'connect',
    (client) =>
      void client.once('end', () => {
        setTimeout(() => held.has(client) && client.release(true), LOST_MS).unref();
      }),
  );
}

function connect(url: string, max: number, applicationName: string): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    entities,
    namingStrategy: UnderscoreNamingStrategy,
    dataloader: DataloaderType.ALL,
    pool: { min: 0, max },
    // A query without a waiting caller must not hold a connection.
    driverOptions: {
      onPoolCreated: (pool: pg.Pool) => {
        giveBackLost(pool);
        limitOperations(pool);
      },
      application_name: applicationName,
      connectionTimeoutMillis: 5000,
      statement_timeout: 5000,
      lock_timeout: 2000,
      idle_in_transaction_session_timeout: 10_000,
    },
    // Warnings of the pool (a dropped connection) are expected when the database restarts, and each request reports its
    // own error.
    logger: () => undefined,
  });
}

// A login that is a member of a table's owner could become that owner. A view runs with its owner's rights unless it
// has security_invoker.
const UNBOUND = `
  select rolsuper or rolbypassrls as "is a superuser or bypasses row-level security",
         exists (select from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and pg_has_role(r.oid, relowner, 'member')) as "owns tables",
         exists (select from pg_class v join pg_rewrite w on w.ev_class = v.oid join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
                   join pg_class t on t.oid = d.refobjid and t.relrowsecurity
                  where v.relkind = 'm' or v.relkind = 'v' and coalesce(v.reloptions::text, '') !~ 'security_invoker=(true|on|yes|1)') as "may read a view that passes row-level security"
    from pg_roles r where rolname = current_user`;

/**
 * Opens the pools of one node. Refuses a login to which row-level security does not apply (superuser, BYPASSRLS, owner
 * of a table, reader of a view with its owner's rights).
 */
export async function openDatabase(url: string, poolSize = 20): Promise<Database> {
  const [main, auth] = await Promise.all([connect(url, poolSize, 'airlog'), connect(url, 6, 'airlog-auth')]);
  const close = async () => {
    await Promise.all([main.close(), auth.close()]);
  };
  try {
    const [login] = await main.em.fork().execute<Record<string, boolean>[]>(UNBOUND);
    const faults = Object.keys(login!).filter((fault) => login![fault]);
    if (faults.length > 0)
      throw new Error(`The database login ${faults.join(' and ')}: it would see every organization's rows.`);
  } catch (error) {
    await close();
    throw error;
  }
  return { main, auth, url, close };
}
