import { DataloaderType, MikroORM, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { entities } from './entities.ts';

export interface Database {
  /** Requests. Logs in as a role that may do nothing until a principal is set. */
  main: MikroORM;
  /** Sign-in, sessions, counters, denials: a pool of its own, because a request that waits here may hold a connection there. */
  auth: MikroORM;
  /** Address of the runtime login, for the one LISTEN connection of a node. */
  url: string;
  close(): Promise<void>;
}

function connect(url: string, max: number, applicationName: string): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    entities,
    namingStrategy: UnderscoreNamingStrategy,
    dataloader: DataloaderType.ALL,
    pool: { min: 0, max },
    // A query that no one waits for any more must not hold a connection.
    driverOptions: {
      application_name: applicationName, connectionTimeoutMillis: 5000, statement_timeout: 5000, lock_timeout: 2000, idle_in_transaction_session_timeout: 10_000,
    },
    // Warnings of the pool (a dropped connection) are expected in a restart of the database and answered per request.
    logger: () => undefined,
  });
}

/** Opens the pools of one node and refuses a login that row-level security does not bind (superuser, BYPASSRLS, owner of a table). */
export async function openDatabase(url: string, poolSize = 20): Promise<Database> {
  const [main, auth] = await Promise.all([connect(url, poolSize, 'airlog'), connect(url, 6, 'airlog-auth')]);
  const close = async () => {
    await Promise.all([main.close(), auth.close()]);
  };
  const [login] = await main.em.fork().execute<{ unbound: boolean }[]>(
    `select rolsuper or rolbypassrls or exists (select from pg_class where relowner = r.oid and relkind in ('r', 'p')) as unbound
       from pg_roles r where rolname = current_user`,
  );
  if (login?.unbound !== false) {
    await close();
    throw new Error("The database login is a superuser, bypasses row-level security or owns tables: it would see every organisation's rows.");
  }
  return { main, auth, url, close };
}
