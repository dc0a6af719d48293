import { createHash, createHmac } from 'node:crypto';
import pg from 'pg';
import { installQueue } from '../queue/job-queue.ts';
import { MIGRATIONS, pendingMigrations, readMigrations, type Applied } from './migrations.ts';

/** Generous, because the machine may be busy during a start. An unreachable database still fails at once. */
const PATIENCE_MS = 20_000;
const LOCK = 4_716_001; // any number, the same on every node

/**
 * The table in which a database records its applied files. One without checksums was made before the migrations were
 * frozen.
 */
async function appliedMigrations(client: pg.Client): Promise<Applied[]> {
  const { rows: unfrozen } = await client.query(
    `select from pg_class c where c.oid = to_regclass('public.migrations')
        and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'checksum')`,
  );
  if (unfrozen.length > 0)
    throw new Error(
      'The database was made by an early version, whose migrations no longer exist. Start with an empty database (delete the data folder, .data).',
    );
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  return (await client.query<Applied>('select name, checksum from migrations order by name')).rows;
}

/**
 * Applies the SQL files of a folder, each in its own transaction, and returns the number that ran. Nodes that start
 * together wait for the first. Throws when the database has applied other files than these.
 */
export async function migrate(url: string, folder = MIGRATIONS): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const pending = pendingMigrations(readMigrations(folder), await appliedMigrations(client));
    for (const { name, sql, checksum } of pending) {
      try {
        await client.query('begin');
        await client.query(sql);
        await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
        await client.query('commit');
      } catch (error) {
        if (error instanceof Error) error.message = `Migration ${name}: ${error.message}`; // its code stays
        throw error;
      }
    }
    return pending.length;
  } finally {
    await client.end(); // frees the lock, and rolls back what is open
  }
}

/**
 * The runtime login of one database: it inherits nothing and takes a role per transaction. Its password is derived,
 * never stored.
 */
async function ensureLogin(url: string, secret: string): Promise<string> {
  const target = new URL(url);
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ may: boolean; name: string; oid: string }>(
      'select rolsuper or rolcreaterole as may, current_database() as name, (select oid from pg_database where datname = current_database()) from pg_roles where rolname = current_user',
    );
    if (!rows[0]?.may) return url; // provisioned by hand: DATABASE_URL is the runtime login already
    // Role names are cluster-wide and limited to 63 bytes. The name depends on the database, the password on the
    // installation's secret.
    const login = `airlog_login_${createHash('sha256').update(rows[0].name).digest('hex').slice(0, 16)}`;
    const password = createHmac('sha256', secret).update(`database-login:${rows[0].name}`).digest('hex');
    await admin.query('begin');
    await admin.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const exists = await admin.query('select from pg_roles where rolname = $1', [login]);
    await admin.query(
      `${exists.rowCount ? 'alter' : 'create'} role ${login} login noinherit nosuperuser nobypassrls password '${password}'`,
    );
    await admin.query(
      `grant airlog_org, airlog_limited, airlog_support, airlog_auth, airlog_device, airlog_jobs to ${login}`,
    );
    await admin.query('commit');
    target.username = login;
    target.password = password;
    return target.href;
  } finally {
    await admin.end();
  }
}

/** Creates and migrates the queue's own tables with its library, in a schema that only its role may use. */
async function ensureQueue(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK]); // nodes that start together wait for the first
    await installQueue(url);
  } finally {
    await admin.end(); // frees the lock
  }
}

/** Migrates and returns the address of the runtime login. `url` is a superuser or the owner, used only for this. */
export async function prepareDatabase(url: string, secret: string): Promise<{ runtimeUrl: string; applied: number }> {
  const applied = await migrate(url);
  await ensureQueue(url);
  return { runtimeUrl: await ensureLogin(url, secret), applied };
}
