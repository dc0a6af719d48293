import pg from 'pg';
import { startTemporary } from '../src/db/embedded/temporary.ts';
import { declareLeakproof } from '../src/db/leakproof.ts';
import { prepareDatabase } from '../src/db/migrate.ts';
import { bundlePackages } from './bundled-packages.js';
import { TEST_SECRETS } from './secrets.ts';
import { asOwner, ensureOwner, OWNER } from './template.ts';

/**
 * One cluster for the whole run, with a template that each worker copies, migrated by an owner as in a managed database.
 * TEST_DATABASE_URL: another server's superuser.
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
  const name = `airlog_template_${process.pid}`;
  const template = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await ensureOwner(admin);
  await admin.query(`create database ${name} owner ${OWNER}`);
  await admin.end();
  await prepareDatabase(asOwner(template), TEST_SECRETS);
  const superuser = new pg.Client({ connectionString: template });
  await superuser.connect();
  await declareLeakproof(superuser);
  await superuser.end();
  process.env.AIRLOG_TEST_ADMIN_URL = url;
  process.env.AIRLOG_TEST_TEMPLATE = name;
}
