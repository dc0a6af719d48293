import pg from 'pg';
import { prepareDatabase } from '../src/db/migrate.ts';
import { startTemporary } from '../src/db/embedded/temporary.ts';
import { bundlePackages } from './bundled-packages.js';
import { TEST_SECRETS } from './secrets.ts';

/**
 * One cluster for the whole run, with a migrated template that each worker copies. TEST_DATABASE_URL: another server's
 * superuser.
 */
export default async function setup(): Promise<void> {
  await bundlePackages();
  if (process.env.AIRLOG_TEST_TEMPLATE) return; // the browser tests share the API's cluster
  let url = process.env.TEST_DATABASE_URL;
  if (!url) {
    const cluster = await startTemporary();
    url = cluster.url;
    process.env.AIRLOG_TEST_POSTMASTER = String(cluster.pid); // for cpu-time.js
    if (cluster.inMemory) process.env.AIRLOG_TEST_COPY = 'file_copy';
    (globalThis as { airlogCleanUp?: () => Promise<void> }).airlogCleanUp = cluster.stop;
  }
  const template = new URL(url);
  const name = `airlog_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  template.pathname = `/${name}`;
  await prepareDatabase(template.href, TEST_SECRETS);
  process.env.AIRLOG_TEST_ADMIN_URL = url;
  process.env.AIRLOG_TEST_TEMPLATE = name;
}
