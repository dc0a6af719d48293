import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { freePort } from '../../api/src/db/embedded.ts';
import { seedDemo } from '../../api/src/db/seed.ts';
import { startPortal } from '../../api/src/start.ts';
import { testConfig } from '../../api/test/secrets.ts';

export interface DemoPortal {
  origin: string;
  adminUrl: string;
  stop(): Promise<void>;
}

/** The portal as `npm start` serves it: demo data in a database of its own, the built client, a free port. */
export async function startDemoPortal(): Promise<DemoPortal> {
  const database = `${process.env.AIRLOG_TEST_TEMPLATE}_${randomBytes(5).toString('hex')}`;
  const cluster = new pg.Client({ connectionString: process.env.AIRLOG_TEST_ADMIN_URL });
  await cluster.connect();
  await cluster.query('select pg_advisory_lock(4716002)');
  await cluster.query(`create database ${database} template ${process.env.AIRLOG_TEST_TEMPLATE}`);
  await cluster.query('select pg_advisory_unlock(4716002)');
  const url = new URL(process.env.AIRLOG_TEST_ADMIN_URL!);
  url.pathname = `/${database}`;
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const config = { ...testConfig(url.href), port, publicUrl: origin };
  const portal = await startPortal(config, (adminUrl) => seedDemo(adminUrl, config));
  return {
    origin, adminUrl: url.href,
    stop: async () => {
      await portal.stop();
      await cluster.query(`drop database ${database} with (force)`);
      await cluster.end();
    },
  };
}
