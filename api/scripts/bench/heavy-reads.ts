import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { SCOPES } from '../../src/auth/scopes.ts';
import { newSecret } from '../../src/auth/secret.ts';
import { freePort } from '../../src/db/embedded/embedded.ts';
import { temporaryFolder } from '../../src/db/embedded/temporary.ts';
import { prepareDatabase } from '../../src/db/migrate.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, seedDemo } from '../../src/demo/seed.ts';
import { loadConfig } from '../../src/shared/config.ts';
import { signIn, type BenchClient } from './client.ts';
import { percentile } from './figures.ts';
import { startProgram, stopProgram, untilReady } from './processes.ts';

// Pages of staff while files and analysts read, over a node without and one with a replica (decisions/161):
// node --import tsx api/scripts/bench/heavy-reads.ts PRIMARY REPLICA [PATIENTS], both an empty PostgreSQL of their own.
const [primary, replica, patients = '20000'] = process.argv.slice(2) as [string, string, string?];
const PARTS = 4;
const ROUNDS = 2;
const ROUND_MS = 6000;
const PAGE = '/api/patients/datatable';
const ANALYST = JSON.stringify({
  query:
    '{ patients(first: 200, orderBy: { field: LAST_NAME }) { totalCount edges { node { lastName devices { serial isActive } } } } }',
});

/** Asks again and again until `over`; returns the milliseconds of each answer. */
async function repeat(over: () => boolean, ask: () => Promise<Response>, pause = 0): Promise<number[]> {
  const times: number[] = [];
  while (!over()) {
    const started = performance.now();
    const answer = await ask();
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${answer.url} answered ${answer.status}: ${text.slice(0, 200)}`);
    times.push(performance.now() - started);
    await wait(pause);
  }
  return times;
}

/** A token of the first user of the demo data, who belongs to the organization with most patients. */
async function tokenOf(admin: pg.Client): Promise<string> {
  const secret = newSecret('token');
  await admin.query(
    `insert into personal_access_tokens (org_id, user_id, created_by_id, name, digest, last_four, scopes, expires_at)
     select org_id, id, id, 'bench', $1, $2, $3, now() + interval '1 day' from users where email = $4`,
    [createHash('sha256').update(secret).digest(), secret.slice(-4), SCOPES, DEMO_LOGINS[0]!.email],
  );
  return secret;
}

const { dir, remove } = await temporaryFolder();
const config = loadConfig({
  ...process.env,
  DATA_DIR: dir,
  DATABASE_URL: primary,
  DEMO_DATA: '1',
  LOG_LEVEL: 'silent',
});
await prepareDatabase(primary, config);
process.stderr.write(`Seeding ${patients} patients …\n`);
await seedDemo(primary, config, { patients: Number(patients) });
const admin = new pg.Client({ connectionString: primary });
await admin.connect();
await admin.query('vacuum analyze');
const token = await tokenOf(admin);
const staffOf = (organization: boolean) =>
  DEMO_LOGINS.find((one) => (one.organization === DEMO_LOGINS[0]!.organization) === organization)!.email;

/** Returns the times of pages of another organization while nothing else runs, and with files and analysts. */
async function measured(replicas: string): Promise<[idle: number[], busy: number[], served: number]> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const portal = startProgram('api/src/main.ts', ['--no-web'], {
    DATABASE_URL: primary,
    DATABASE_REPLICA_URLS: replicas,
    DEMO_DATA: '1',
    DATA_DIR: dir,
    LOG_LEVEL: 'silent',
    PORT: String(port),
    FILES_PER_HOUR: '10000',
    TOKEN_POINTS_PER_HOUR: '1000000000',
  });
  try {
    await untilReady(`${origin}/readyz`);
    const [heavy, staff] = [
      await signIn(origin, staffOf(true), DEMO_PASSWORD),
      await signIn(origin, staffOf(false), DEMO_PASSWORD),
    ];
    const get =
      ({ headers }: BenchClient, path: string) =>
      () =>
        fetch(`${origin}${path}`, { headers });
    const pages = (over: () => boolean) => repeat(over, get(staff, PAGE), 20);
    const [idle, busy]: number[][] = [[], []];
    let served = 0;
    for (let round = 0; round <= ROUNDS; round += 1) {
      const until = (end: number) => () => performance.now() > end;
      const alone = await pages(until(performance.now() + ROUND_MS));
      const over = until(performance.now() + ROUND_MS);
      const query = () =>
        fetch(`${origin}/graphql`, {
          method: 'POST',
          body: ANALYST,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        });
      const [times, ...others] = await Promise.all([
        pages(over),
        ...Array.from({ length: PARTS }, () => repeat(over, get(heavy, `${PAGE}?csv=true`))),
        ...Array.from({ length: PARTS }, () => repeat(over, query)),
      ]);
      if (round === 0) continue; // warms up
      idle!.push(...alone);
      busy!.push(...times);
      served += others.flat().length;
    }
    return [idle!, busy!, served];
  } finally {
    await stopProgram(portal);
  }
}

const shown = (times: number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`;
for (const [name, replicas] of [
  ['no replica', ''],
  ['a replica', replica],
  ['no replica', ''],
  ['a replica', replica],
] as const) {
  const [idle, busy, served] = await measured(replicas);
  const ratio = percentile(busy, 0.99) / percentile(idle, 0.99);
  process.stdout.write(
    `${name}: idle ${shown(idle)}; with ${served} files and queries ${shown(busy)} (p99 ${ratio.toFixed(1)}×)\n`,
  );
}
await admin.end();
await remove();
