import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import { dataDirOf } from './secrets.ts';

const COPY_LOCK = 4_716_002; // copies of a template exclude each other: each waits for its turn
const FILL_LOCK = 4_716_004; // workers that need a filled template wait for the one that fills it

/** Owns each database of a run and may create roles, as in a managed database. Cluster-wide: it stays on a given server. */
export const OWNER = 'owner_of_tests';
const PASSWORD = 'only-for-tests';

export interface TestDatabase {
  /** Address of a superuser, for fixtures. */
  url: string;
  /** Address of its owner, for the portal. */
  ownerUrl: string;
  drop(): Promise<void>;
}

/** Returns the address of the same database as its owner. */
export const asOwner = (url: string): string =>
  Object.assign(new URL(url), { username: OWNER, password: PASSWORD }).href;

/**
 * Makes the owner, who may change the roles that a superuser made on this server before. Before version 16 CREATEROLE is
 * enough, and a membership would bring the owner under the policies of these roles.
 */
export async function ensureOwner(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    "select rolname as name from pg_roles where rolname = $1 or rolname like 'airlog\\_%'",
    [OWNER],
  );
  const names = new Set(rows.map(({ name }) => name));
  if (!names.delete(OWNER)) await admin.query(`create role ${OWNER} login createrole password '${PASSWORD}'`);
  const { version } = (
    await admin.query<{ version: number }>("select current_setting('server_version_num')::int as version")
  ).rows[0]!;
  if (version < 160000) return;
  for (const name of names)
    await admin.query(`grant ${name} to ${OWNER} with admin true, inherit false, set false granted by current_user`);
}

async function onCluster(work: (cluster: pg.Client) => Promise<unknown>): Promise<void> {
  const cluster = new pg.Client({ connectionString: process.env.AIRLOG_TEST_ADMIN_URL });
  await cluster.connect();
  try {
    await work(cluster);
  } finally {
    await cluster.end(); // frees the locks
  }
}

const addressOf = (name: string): string =>
  Object.assign(new URL(process.env.AIRLOG_TEST_ADMIN_URL!), { pathname: `/${name}` }).href;

/** Returns the address of the same database as a superuser. */
export const asSuperuser = (url: string): string => addressOf(new URL(url).pathname.slice(1));

/** A database of the run, copied from the migrated template. */
export const copyTemplate = (): Promise<TestDatabase> => copyOf(process.env.AIRLOG_TEST_TEMPLATE!);

/** A database of the run without a single table. */
export const emptyDatabase = (): Promise<TestDatabase> => copyOf('template0');

/**
 * A database of the run, copied from the one of this name. In memory it is fastest to copy its files; elsewhere that
 * waits for the disk.
 */
export async function copyOf(template: string): Promise<TestDatabase> {
  const name = `${process.env.AIRLOG_TEST_TEMPLATE}_${randomBytes(5).toString('hex')}`;
  await onCluster(async (cluster) => {
    await cluster.query('select pg_advisory_lock($1)', [COPY_LOCK]);
    await cluster.query(
      `create database ${name} owner ${OWNER} template ${template} strategy ${process.env.AIRLOG_TEST_COPY ?? 'wal_log'}`,
    );
  });
  return {
    url: addressOf(name),
    ownerUrl: asOwner(addressOf(name)),
    drop: async () => {
      await onCluster((cluster) => cluster.query(`drop database if exists ${name} with (force)`));
      rmSync(dataDirOf(addressOf(name)), { recursive: true, force: true });
    },
  };
}

/** Name of a database of the run with the rows that `fill` writes. The first worker that needs it fills it, the others wait. */
export async function filledTemplate(label: string, fill: (adminUrl: string) => Promise<unknown>): Promise<string> {
  const name = `${process.env.AIRLOG_TEST_TEMPLATE}_${label}`;
  await onCluster(async (cluster) => {
    await cluster.query('select pg_advisory_lock($1)', [FILL_LOCK]);
    if ((await cluster.query('select from pg_database where datname = $1', [name])).rowCount) return;
    const { url } = await copyTemplate();
    await fill(url);
    await cluster.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`); // complete, or absent
  });
  return name;
}
