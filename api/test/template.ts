import { randomBytes } from 'node:crypto';
import pg from 'pg';

const COPY_LOCK = 4_716_002; // template copies exclude each other: each waits for its turn

export interface TestDatabase {
  /** Address of its superuser. */
  url: string;
  drop(): Promise<void>;
}

async function onCluster(work: (cluster: pg.Client) => Promise<unknown>): Promise<void> {
  const cluster = new pg.Client({ connectionString: process.env.AIRLOG_TEST_ADMIN_URL });
  await cluster.connect();
  try {
    await work(cluster);
  } finally {
    await cluster.end(); // frees the lock
  }
}

/** Creates a database of the run, copied from the migrated template. */
export const copyTemplate = (): Promise<TestDatabase> => copyOf(process.env.AIRLOG_TEST_TEMPLATE!);

/** Creates a database of the run without tables. */
export const emptyDatabase = (): Promise<TestDatabase> => copyOf('template0');

async function copyOf(template: string): Promise<TestDatabase> {
  const name = `${process.env.AIRLOG_TEST_TEMPLATE}_${randomBytes(5).toString('hex')}`;
  await onCluster(async (cluster) => {
    await cluster.query('select pg_advisory_lock($1)', [COPY_LOCK]);
    await cluster.query(`create database ${name} template ${template}`);
  });
  const url = new URL(process.env.AIRLOG_TEST_ADMIN_URL!);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onCluster((cluster) => cluster.query(`drop database if exists ${name} with (force)`)),
  };
}
