import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startTemporary } from '../src/db/embedded/temporary.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, TOUR } from '../src/demo/seed.ts';
import { signIn } from './bench/client.ts';
import { commitOf, ROOT, versionFolder } from './upgrade/folder.ts';
import { Load, phaseLine } from './upgrade/load.ts';
import { startNode } from './upgrade/node.ts';

// npm run test:upgrade [-- --from COMMIT --seconds 10 --database URL]
// Starts the version of a commit, the newest tag without one, and the one of this folder on one database with demo data,
// while clients write, read and keep sockets open; kills the older node and starts it again next to the newer one, then
// stops it. --database is the address of a PostgreSQL whose user may create databases and roles; a temporary one without.
// Prints what failed, the acknowledged writes that are missing or there twice, and p99 of each phase.
// Exit code 1: a write was lost or doubled, or the older version did not start again.

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Returns how many of the patients with these numbers are missing, and how many are there more than once. */
async function count(url: string, numbers: string[]): Promise<{ lost: number; doubled: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ times: number }>(
    'select (select count(*)::int from patients p where p.assigned_id = n.number) as times from unnest($1::text[]) n (number)',
    [numbers],
  );
  await client.end();
  return {
    lost: rows.filter(({ times }) => times === 0).length,
    doubled: rows.filter(({ times }) => times > 1).length,
  };
}

async function upgrade(older: string, url: string, seconds: number): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'airlog-upgrade-data-'));
  const secret = randomBytes(32).toString('hex');
  const env = {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    DEMO_DATA: '1',
    SESSION_SECRET: secret,
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
    DRAIN_SECONDS: '1',
  };
  try {
    const first = await startNode(older, env);
    say(`older node ready after ${((await first.ready()) / 1000).toFixed(1)} s`);
    const { headers } = await signIn(first.origin, DEMO_LOGINS[0]!.email, DEMO_PASSWORD);
    const load = new Load(headers, String(TOUR.newPatientId));
    load.serving = [first.origin];
    const during = async (name: string, work: () => Promise<void>) => {
      load.phase(name);
      await work();
      await wait(seconds * 1000);
    };
    load.phase('start');
    const end = load.start();
    await during('before', () => load.socketsOpen());
    load.phase('the newer node starts');
    const newer = await startNode(ROOT, env);
    say(`newer node ready after ${((await newer.ready()) / 1000).toFixed(1)} s`);
    await during('both serve', async () => void (load.serving = [first.origin, newer.origin]));
    let again = null;
    await during('the older node was killed', async () => {
      await first.end('SIGKILL');
      load.serving = [newer.origin];
      await load.socketsOpen();
    });
    load.phase('the older node starts again');
    const second = await startNode(older, env);
    try {
      say(`older node ready again after ${((await second.ready()) / 1000).toFixed(1)} s`);
      again = second;
      await during('both serve again', async () => void (load.serving = [second.origin, newer.origin]));
    } catch (error) {
      say(`the older node did not start again: ${(error as Error).message}`);
    }
    await during('the older node is stopped', async () => {
      load.serving = [newer.origin];
      await second.end('SIGTERM');
      await load.socketsOpen();
    });
    await during('after', async () => undefined);
    await end();
    await newer.end('SIGTERM');
    for (const phase of load.phases) say(phaseLine(phase));
    const { lost, doubled } = await count(url, load.acknowledged);
    say(`${load.acknowledged.length} writes acknowledged, ${lost} lost, ${doubled} doubled`);
    return again !== null && lost === 0 && doubled === 0;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { from: { type: 'string' }, seconds: { type: 'string', default: '10' }, database: { type: 'string' } },
  });
  const commit = commitOf(values.from);
  say(`from ${commit}`);
  const cluster = values.database ? { url: values.database, stop: async () => undefined } : await startTemporary();
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  const name = `airlog_upgrade_${process.pid}`;
  const { folder, remove } = versionFolder(commit);
  try {
    await admin.query(`create database ${name}`);
    const url = Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href;
    if (!(await upgrade(folder, url, Number(values.seconds)))) process.exitCode = 1;
  } finally {
    remove();
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    await cluster.stop();
  }
}

main().then(
  () => process.exit(), // kills what an error left running
  (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  },
);
