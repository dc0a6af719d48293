import { createHash, randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startProgram, untilReady } from '../../scripts/bench/processes.ts';
import { TEST_KEY, TEST_SECRET, testConfig } from '../../test/secrets.ts';
import { copyTemplate, type TestDatabase } from '../../test/template.ts';
import { csrfToken } from '../auth/cookies.ts';
import { hashSessionId } from '../auth/session.read.ts';
import { freePort } from '../db/embedded.ts';
import { insertRows, organizationRow, userRow } from '../db/factories.ts';

const KILLS = 2;
const SENDERS = 3;
const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-upload-kill-`));
let database: TestDatabase;
let admin: pg.Client;
let headers: Record<string, string>;
let origin: string;
let portal: ChildProcess;

/** The portal as shipped: its own process. */
async function startPortalProcess(): Promise<void> {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  portal = startProgram('api/src/main.ts', ['--no-web'], {
    DATABASE_URL: database.url,
    PORT: String(port),
    DATA_DIR: dataDir,
    SESSION_SECRET: TEST_SECRET,
    ENCRYPTION_KEY: TEST_KEY.toString('hex'),
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: '',
  });
  await untilReady(`${origin}/readyz`);
}

function killed(): Promise<void> {
  return new Promise((done) => {
    portal.once('exit', () => done());
    portal.kill('SIGKILL');
  });
}

beforeAll(async () => {
  database = await copyTemplate();
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const [org] = await insertRows(admin, 'organizations', [organizationRow()]);
  const [user] = await insertRows(admin, 'users', [userRow(org!)]);
  await admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, 1)', [org, user]);
  const sessionId = randomBytes(32).toString('base64url');
  await admin.query(`insert into sessions (id_hash, org_id, user_id, stage) values ($1, $2, $3, 'full')`, [
    hashSessionId(sessionId),
    org,
    user,
  ]);
  const token = encodeURIComponent(csrfToken(testConfig(database.url), sessionId));
  headers = {
    cookie: `XSRF-TOKEN=${token}; airlog_session=${sessionId}`,
    'x-xsrf-token': token,
    'x-requested-with': 'XMLHttpRequest',
  };
}, 60_000);

afterAll(async () => {
  if (portal.exitCode === null && portal.signalCode === null) await killed();
  await admin.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** Sends cards one after another until one gets no answer. Returns the id and the digest of those that were acknowledged. */
async function sendUntilKilled(): Promise<{ id: number; digest: string }[]> {
  const acknowledged: { id: number; digest: string }[] = [];
  for (;;) {
    const bytes = new Uint8Array(randomBytes(150_000));
    const form = new FormData();
    form.append('sd_uploads[]', new Blob([bytes]), 'A.evt');
    const answer = await fetch(`${origin}/api/uploads`, { method: 'POST', headers, body: form }).catch(() => null);
    if (!answer) return acknowledged;
    expect([201, 429]).toContain(answer.status);
    // Cut off in the middle of the answer: it does not count as one.
    const body = (await answer.json().catch(() => null)) as { id: number } | null;
    if (answer.status === 201 && body)
      acknowledged.push({ id: body.id, digest: createHash('sha256').update(bytes).digest('hex') });
  }
}

test('kills of the portal during uploads lose no acknowledged file and leave no row without its file', async () => {
  const acknowledged: { id: number; digest: string }[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    await startPortalProcess();
    const senders = Array.from({ length: SENDERS }, () => sendUntilKilled());
    const { rows } = await admin.query('select count(*)::int as n from uploads');
    // Some are stored, and others are on their way.
    for (;;) {
      const now = await admin.query('select count(*)::int as n from uploads');
      if (now.rows[0].n >= rows[0].n + 5 + kill) break;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await killed();
    acknowledged.push(...(await Promise.all(senders)).flat());
  }
  expect(acknowledged.length).toBeGreaterThan(KILLS);
  const stored = await admin.query<{ id: number; key: string; digest: string }>(
    `select u.id, u.storage_key as key, encode(f.sha256, 'hex') as digest from uploads u join upload_files f on f.upload_id = u.id`,
  );
  const byId = new Map(stored.rows.map((row) => [row.id, row]));
  expect(acknowledged.filter(({ id, digest }) => byId.get(id)?.digest !== digest)).toEqual([]);
  const fileOf = (key: string) => join(dataDir, 'uploads', key, '0');
  const wrong = stored.rows.filter(
    ({ key, digest }) =>
      !existsSync(fileOf(key)) ||
      createHash('sha256')
        .update(readFileSync(fileOf(key)))
        .digest('hex') !== digest,
  );
  expect(wrong).toEqual([]);
}, 180_000);
