import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { portalProcess, type PortalProcess } from '../../test/portal-process.ts';
import { TEST_KEY, testConfig } from '../../test/secrets.ts';
import { copyTemplate, type TestDatabase } from '../../test/template.ts';
import { until } from '../../test/until.ts';
import { csrfToken } from '../auth/cookies.ts';
import { hashSessionId } from '../sign-in/session-read.ts';
import { g3xCard } from '../demo/cards/g3x-card.ts';
import { insertRows, machineRow, organizationRow, userRow } from '../db/factories.ts';

/** Kills in a run of all tests: starting a portal takes seconds. `npm run test:kills` does 25. */
const KILLS = Number(process.env.UPLOAD_KILLS ?? 2);
const SENDERS = 3;
/** More than a sender sends before a kill. */
const CARDS = 200;
const NIGHTS = 3;
const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-upload-kill-`));
const folder = join(dataDir, 'uploads');
let database: TestDatabase;
let admin: pg.Client;
let headers: Record<string, string>;
let org: number;
let portal: PortalProcess;

beforeAll(async () => {
  database = await copyTemplate();
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  [org] = (await insertRows(admin, 'organizations', [organizationRow()])) as [number];
  const [user] = await insertRows(admin, 'users', [userRow(org)]);
  await admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, 1)', [org, user]);
  const sessionId = randomBytes(32).toString('base64url');
  await admin.query(`insert into sessions (id_hash, org_id, user_id, stage) values ($1, $2, $3, 'full')`, [
    hashSessionId(sessionId),
    org,
    user,
  ]);
  const token = encodeURIComponent(csrfToken(testConfig(database.ownerUrl), sessionId));
  headers = {
    cookie: `XSRF-TOKEN=${token}; airlog_session=${sessionId}`,
    'x-xsrf-token': token,
    'x-requested-with': 'XMLHttpRequest',
  };
  portal = portalProcess(database.ownerUrl, dataDir);
});

afterAll(async () => {
  await portal?.kill();
  await admin.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
interface Acknowledged {
  id: number;
  digests: string[];
}

const serialOf = (seed: number) => `K${String(seed).padStart(10, '0')}`;

/** Sends cards, each of a device of its own, until one gets no answer. Returns those that were acknowledged. */
async function sendUntilKilled(first: number): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  for (let seed = first; seed < first + CARDS; seed += 1) {
    const serial = serialOf(seed);
    // The log of a card is not kept.
    const files = g3xCard(seed, { serial, first: '2026-03-01', days: NIGHTS, missed: 0 }).files.slice(0, 3);
    const form = new FormData();
    for (const { name, bytes } of files) form.append('sd_uploads[]', new Blob([new Uint8Array(bytes)]), name);
    const answer = await fetch(`${portal.origin}/api/uploads`, { method: 'POST', headers, body: form }).catch(
      () => null,
    );
    if (!answer) return acknowledged;
    expect([201, 429]).toContain(answer.status);
    // Cut off in the middle of the answer: it does not count as one.
    const body = (await answer.json().catch(() => null)) as { id: number } | null;
    if (answer.status === 201 && body)
      acknowledged.push({ id: body.id, digests: files.map(({ bytes }) => digestOf(bytes)) });
  }
  throw new Error('More cards were sent than there are devices.');
}

const count = async (sql: string): Promise<number> =>
  (await admin.query(`select count(*)::int as n from ${sql}`)).rows[0].n;
/** The folders of all requests, whatever became of them. */
const folders = () =>
  ['received', String(org)].flatMap((name) =>
    existsSync(join(folder, name)) ? readdirSync(join(folder, name)).map((id) => `${name}/${id}`) : [],
  );

/** Starts the portal once more, after so much time that jobs count as lost and files as left. */
async function startLater(): Promise<void> {
  const at = new Date(Date.now() - 11 * 60_000);
  for (const path of folders())
    for (const name of ['', ...readdirSync(join(folder, path))]) utimesSync(join(folder, path, name), at, at);
  await admin.query(`update pgboss.job set started_on = started_on - interval '1 hour' where state = 'active'`);
  await admin.query(`update pgboss.job set start_after = now() where state in ('created', 'retry')`);
  await portal.start();
}

test(
  'kills of the portal lose no acknowledged file, each night of it is there once, and what was cut off is removed',
  async () => {
    const acknowledged: Acknowledged[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      await portal.start();
      const before = await count('uploads');
      const first = kill * SENDERS * CARDS;
      const machines = Array.from({ length: SENDERS * CARDS }, (_, nth) =>
        machineRow(org, TEST_KEY, { serial: serialOf(first + nth) }),
      );
      await insertRows(admin, 'machines', machines);
      const senders = Array.from({ length: SENDERS }, (_, nth) => sendUntilKilled(first + nth * CARDS));
      // Some are stored, others are read, and others are on their way.
      await until(async () => (await count('uploads')) >= before + 4 + (kill % 5), 60_000);
      await portal.kill();
      acknowledged.push(...(await Promise.all(senders)).flat());
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS);
    await startLater();
    await until(async () => (await count(`uploads where state in ('queued', 'parsing')`)) === 0, 60_000);

    const { rows } = await admin.query<{ id: number; key: string; digests: string[]; nights: number; state: string }>(
      `select u.id, u.storage_key as key, u.state,
            array(select encode(f.sha256, 'hex') from upload_files f where f.upload_id = u.id order by f.place) as digests,
            (select count(*)::int from usage_nights n where n.machine_id = u.machine_id and n.source = 'sd') as nights
       from uploads u`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect(acknowledged.filter(({ id, digests }) => byId.get(id)?.digests.join() !== digests.join())).toEqual([]);
    const wrong = rows.filter(
      ({ key, digests, nights, state }) =>
        state !== 'parsed' ||
        nights !== NIGHTS ||
        digests.some((digest, place) => {
          const path = join(folder, key, String(place));
          return !existsSync(path) || digestOf(readFileSync(path)) !== digest;
        }),
    );
    expect(wrong).toEqual([]);
    expect(await count('usage_nights')).toBe(rows.length * NIGHTS);
    const kept = rows.map(({ key }) => key).sort();
    let found: string[] = [];
    await until(() => {
      found = folders().sort();
      return found.length === kept.length;
    });
    expect(found).toEqual(kept);
  },
  60_000 + KILLS * 20_000,
);
