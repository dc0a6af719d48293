import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded, type EmbeddedPostgres } from '../src/db/embedded.ts';
import { prepareDatabase } from '../src/db/migrate.ts';
import { TEST_SECRET } from './secrets.ts';

const PREFIX = 'airlog-test-';

/** Folders of runs that were killed: their process is gone. */
function sweep() {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    try {
      process.kill(pid, 0);
    } catch {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}

/** One cluster for the whole run, with a migrated template that each worker copies. TEST_DATABASE_URL: another server's superuser. */
export default async function setup(): Promise<void> {
  if (process.env.AIRLOG_TEST_TEMPLATE) return; // the browser tests share the api's cluster
  let embedded: EmbeddedPostgres | undefined;
  let url = process.env.TEST_DATABASE_URL;
  if (!url) {
    sweep();
    const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
    embedded = await startEmbedded({
      dir: join(dir, 'postgres'),
      password: 'test',
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 300 },
    });
    url = embedded.url;
    (globalThis as { airlogCleanUp?: () => Promise<void> }).airlogCleanUp = async () => {
      await embedded!.stop();
      rmSync(dir, { recursive: true, force: true });
    };
  }
  const template = new URL(url);
  const name = `airlog_template_${process.pid}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  template.pathname = `/${name}`;
  await prepareDatabase(template.href, TEST_SECRET);
  process.env.AIRLOG_TEST_ADMIN_URL = url;
  process.env.AIRLOG_TEST_TEMPLATE = name;
}
