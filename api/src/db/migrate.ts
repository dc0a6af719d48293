import pg from 'pg';
import { installQueue } from '../queue/job-queue.ts';
import { assertNoPooler } from './wire/pooler.ts';
import { ensureLogins, type LoginUrls } from './logins.ts';
import { assertSecretsKnown, rememberSecrets, type Secrets } from './secrets.ts';
import { applyFunctions, createNamed, readFunctions, type Functions } from './functions.ts';
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
/** Any number, the same on every node: who starts, and who retires secrets, waits for the other. */
export const LOCK = 4_716_001;

/** The row of the table of migrations which has the state of the functions: their number and checksum. */
const STATE = 'functions';

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

/** Does work in a transaction of its own. A failure ends the connection, which rolls it back. */
async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await work();
  await client.query('commit');
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

/**
 * Whether the functions of a database are not those of the files. Throws when they are those of a later version, which
 * other nodes may serve with: a node never replaces them by earlier ones.
 */
function areOutdated(rows: Applied[], { version, checksum, files }: Functions): boolean {
  const [kept, state] = rows.find(({ name }) => name === STATE)?.checksum.split(' ') ?? [];
  if (Number(kept) > version)
    throw new Error(
      `The functions of the database are of a later version of the portal (${kept}; this one has ${version}). Start that version, or a later one.`,
    );
  return state === undefined ? files.length > 0 : state !== checksum;
}

/**
 * Applies the SQL files of two folders: the new migrations, each in its own transaction, and with the last one the functions,
 * when a migration or a function is new. Returns the number of migrations that ran. Nodes that start together wait for the
 * first. Throws when the database has applied other files than these, or later ones.
 */
export async function migrate(
  url: string,
  folders = { migrations: MIGRATIONS, functions: FUNCTIONS },
): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PATIENCE_MS });
  await client.connect();
  try {
    await assertNoPooler(client);
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const migrations = readMigrations(folders.migrations);
    const functions = readFunctions(folders.functions);
    const rows = await recorded(client);
    const outdated = areOutdated(rows, functions);
    const pending = pendingMigrations(migrations, await appliedMigrations(client, rows, migrations));
    const refresh = async () => {
      await applyFunctions(client, functions);
      await record(client, STATE, `${functions.version} ${functions.checksum}`);
    };
    for (const migration of pending)
      await inTransaction(client, async () => {
        await createNamed(client, functions, migration.sql);
        try {
          await client.query(migration.sql);
        } catch (error) {
          if (error instanceof Error) error.message = `Migration ${migration.name}: ${error.message}`; // its code stays
          throw error;
        }
        await record(client, migration.name, migration.checksum);
        if (migration === pending.at(-1)) await refresh();
      });
    if (pending.length === 0 && outdated) await inTransaction(client, refresh);
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
