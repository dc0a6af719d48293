import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { installQueue } from '../queue/job-queue.ts';
import { declareLeakproof } from './leakproof.ts';
import { buildIndexes, isConcurrent } from './concurrently.ts';
import { assertNoPooler } from './wire/pooler.ts';
import { laterVersion, stateOf } from './later.ts';
import { ensureLogins, type LoginUrls } from './logins.ts';
import { preparedLogins, type Prepared } from './prepared.ts';
import { PrimaryClient } from './primary.ts';
import { assertSecretsKnown, rememberSecrets, type Secrets } from './secrets.ts';
import { waitForStarts } from './start-lock.ts';
import { applyFunctions, areOutdated, createNamed, readFunctions, STATE } from './functions.ts';
import {
  FUNCTIONS,
  isSquashed,
  MIGRATIONS,
  pendingMigrations,
  readMigrations,
  SQUASHED,
  type Applied,
  type Migration,
} from './migrations.ts';

/** Generous, because the machine may be busy during a start. An unreachable database still fails at once. */
const PATIENCE_MS = 20_000;
/** Five minutes of attempts: longer than a request or a file that is read. */
const [LOCK_MS, PAUSE_MS, ATTEMPTS] = [1000, 2000, 100];
const LOCK_TIMEOUT = '55P03';

/**
 * The table in which a database records its applied files. One without checksums was made before the migrations were
 * frozen.
 */
async function recorded(client: pg.Client): Promise<Applied[]> {
  const { rows: unfrozen } = await client.query(
    `select from pg_class c where c.oid = to_regclass('public.migrations')
        and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'checksum')`,
  );
  if (unfrozen.length > 0)
    throw new Error(
      'The database was made by an early version, whose migrations no longer exist. Nothing was changed: give another DATABASE_URL or DATA_DIR.',
    );
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  return (await client.query<Applied>('select name, checksum from migrations order by name collate "C"')).rows;
}

const record = (client: pg.Client, name: string, checksum: string) =>
  client.query(
    `insert into migrations (name, checksum) values ($1, $2)
     on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`,
    [name, checksum],
  );

/**
 * Does work in a transaction of its own. A statement that waits for a lock blocks each statement of the portal that comes
 * after it: it gives up, and all of the work is repeated later. Any other failure ends the connection, which rolls it back.
 */
async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_MS}`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_TIMEOUT || attempt === ATTEMPTS) throw error;
      await client.query('rollback');
      await wait(PAUSE_MS);
    }
}

/** Does work of a migration, whose name an error then has. */
async function named({ name }: Migration, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Error) error.message = `Migration ${name}: ${error.message}`; // its code stays
    throw error;
  }
}

/**
 * Returns the migrations that a database has applied. One that has all migrations from before they were squashed has what the
 * first files make: they are recorded in their place.
 */
async function appliedMigrations(client: pg.Client, rows: Applied[], migrations: Migration[]): Promise<Applied[]> {
  const applied = rows.filter(({ name }) => name !== STATE);
  if (!isSquashed(applied)) return applied;
  const baseline = migrations.filter(({ name }) => name.slice(0, 3) <= SQUASHED.number);
  await inTransaction(client, async () => {
    await client.query('delete from migrations');
    for (const { name, checksum } of baseline) await record(client, name, checksum);
  });
  return baseline;
}

/** Throws when an update would leave the database with two owners: each replaces only the functions that are its own. */
async function assertOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ owner: string; login: string }>(
    "select relowner::regrole::text as owner, current_user::regrole::text as login from pg_class where oid = 'migrations'::regclass",
  );
  const { owner, login } = rows[0]!;
  if (owner !== login)
    throw new Error(`The tables belong to ${owner}: update with the address of that login, not of ${login}.`);
}

/**
 * Applies the SQL files of two folders: the new migrations, each in its own transaction or concurrently, and with the last one the functions,
 * when a migration or a function is new. Returns the number of migrations that ran; null, and nothing was changed, when the
 * database is of a later version that works with this one. Nodes that start together wait for the first. Throws when the
 * database has applied other files than these, or those of a later version that does not work with this one.
 */
export async function migrate(
  url: string,
  folders = { migrations: MIGRATIONS, functions: FUNCTIONS },
): Promise<number | null> {
  const client = new PrimaryClient({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await client.connect();
  try {
    await assertNoPooler(client);
    await waitForStarts(client, 'session');
    const migrations = readMigrations(folders.migrations);
    const functions = readFunctions(folders.functions);
    const rows = await recorded(client);
    if (laterVersion(rows, functions, migrations)) return null;
    const outdated = areOutdated(rows, functions);
    const pending = pendingMigrations(migrations, await appliedMigrations(client, rows, migrations));
    if (pending.length > 0 || outdated) await assertOwner(client);
    const refresh = async () => {
      await applyFunctions(client, functions);
      await record(client, STATE, stateOf(functions, migrations));
    };
    for (const migration of pending) {
      if (isConcurrent(migration)) await named(migration, () => buildIndexes(client, migration));
      await inTransaction(client, async () => {
        if (!isConcurrent(migration)) {
          await createNamed(client, functions, migration.sql);
          await named(migration, () => client.query(migration.sql));
        }
        await record(client, migration.name, migration.checksum);
        if (migration === pending.at(-1)) await refresh();
      });
    }
    if (pending.length === 0 && outdated) await inTransaction(client, refresh);
    await declareLeakproof(client);
    return pending.length;
  } finally {
    await client.end(); // frees the lock, and rolls back what is open
  }
}

/**
 * Returns the name of the database, and whether the login may create roles; another one prepares nothing. Throws when the
 * secrets are not those of the database, before anything is changed.
 */
async function databaseOf(url: string, secrets: Secrets): Promise<{ may: boolean; database: string }> {
  const admin = new PrimaryClient({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ may: boolean; database: string }>(
      'select rolsuper or rolcreaterole as may, current_database() as database from pg_roles where rolname = current_user',
    );
    if (rows[0]!.may) await assertSecretsKnown(admin, secrets);
    else await assertNoPooler(admin);
    return rows[0]!;
  } finally {
    await admin.end();
  }
}

/** Creates the logins of the runtime in one transaction, and returns their addresses. */
async function runtimeLogins(url: string, secrets: Secrets): Promise<LoginUrls> {
  const admin = new PrimaryClient({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await admin.connect();
  try {
    await admin.query('begin');
    await waitForStarts(admin, 'transaction');
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
  const admin = new PrimaryClient({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await admin.connect();
  try {
    await waitForStarts(admin, 'session'); // nodes that start together wait for the first
    await installQueue(url);
  } finally {
    await admin.end(); // frees the lock
  }
}

/**
 * Migrates and returns the addresses of the runtime logins. `url` is used only for this. When it may not create roles,
 * someone else has prepared the database (decisions/154), and when the database is of a later version, that version has
 * (decisions/163): nothing is changed. Throws, and changes nothing, when the
 * database was used with other secrets.
 */
export async function prepareDatabase(url: string, secrets: Secrets): Promise<Prepared> {
  const { may, database } = await databaseOf(url, secrets);
  const applied = may ? await migrate(url) : null;
  if (applied === null) return preparedLogins(url, database, secrets);
  await ensureQueue(url);
  return { logins: await runtimeLogins(url, secrets), applied, later: null };
}
