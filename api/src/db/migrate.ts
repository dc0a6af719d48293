import pg from 'pg';
import { installQueue } from '../queue/job-queue.ts';
import { assertNoPooler } from './wire/pooler.ts';
import { ensureLogins, type LoginUrls } from './logins.ts';
import { assertSecretsKnown, rememberSecrets, type Secrets } from './secrets.ts';
import { MIGRATIONS, pendingMigrations, readMigrations, type Applied } from './migrations.ts';

/** Generous, because the machine may be busy during a start. An unreachable database still fails at once. */
const PATIENCE_MS = 20_000;
/** Any number, the same on every node: who starts, and who retires secrets, waits for the other. */
export const LOCK = 4_716_001;

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
    await assertNoPooler(client);
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

/** Throws when the secrets are not those of the database, before anything is changed. */
async function assertSecrets(url: string, secrets: Secrets): Promise<void> {
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await admin.connect();
  try {
    await assertSecretsKnown(admin, secrets);
  } finally {
    await admin.end();
  }
}

/** Creates the logins of the runtime in one transaction, and returns their addresses. */
async function runtimeLogins(url: string, secrets: Secrets): Promise<LoginUrls> {
  const admin = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await admin.connect();
  try {
    await admin.query('begin');
    await admin.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await rememberSecrets(admin, secrets);
    const logins = await ensureLogins(admin, url, secrets);
    await admin.query('commit');
    return logins;
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

/**
 * Migrates and returns the addresses of the runtime logins. `url` may create roles, and is used only for this. Throws,
 * and changes nothing, when the database was used with other secrets.
 */
export async function prepareDatabase(url: string, secrets: Secrets): Promise<{ logins: LoginUrls; applied: number }> {
  await assertSecrets(url, secrets);
  const applied = await migrate(url);
  await ensureQueue(url);
  return { logins: await runtimeLogins(url, secrets), applied };
}
