import { execFile, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startProgram, stopProgram, untilReady } from '../scripts/bench/processes.ts';
import { freePort, startEmbedded, type EmbeddedPostgres } from '../src/db/embedded/embedded.ts';
import { temporaryFolder } from '../src/db/embedded/temporary.ts';
import { NEW_PASSWORD } from './account.ts';
import type { RestAnswer } from './harness.ts';
import { TEST_KEY, TEST_SECRET } from './secrets.ts';
import { startMailServer, type MailServer } from './smtp.ts';
import { until } from './until.ts';

// From an empty database to the first sign-in, with the commands of docs/operations.md and a portal as it is shipped.

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const { dir, remove } = await temporaryFolder();
const EMAIL = 'ada@example.test';

let cluster: EmbeddedPostgres;
let admin: pg.Client;
let mail: MailServer;
let portal: ChildProcess | undefined;

const address = (username: string, database: string) =>
  Object.assign(new URL(cluster.url), { username, password: 'test', pathname: `/${database}` }).href;

beforeAll(async () => {
  cluster = await startEmbedded({ dir: join(dir, 'postgres'), password: 'test', settings: { fsync: 'off' } });
  mail = await startMailServer();
  admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query("create role plain_owner login createrole nosuperuser password 'test'");
  await admin.query("create role plain_node login password 'test'");
  await admin.query('create database hospital owner plain_owner');
  await admin.query('create database trial');
});

afterAll(async () => {
  if (portal) await stopProgram(portal);
  await admin?.end();
  await mail?.close();
  await cluster?.stop();
  await remove();
});

const secrets = { SESSION_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_KEY.toString('hex') };
const shared = { ...secrets, DATA_DIR: dir, LOG_LEVEL: 'silent', NODE_OPTIONS: '' };
const production = () => ({ ...shared, NODE_ENV: 'production', ALLOW_PLAINTEXT: '1', SMTP_URL: mail.url });

/** Runs one of the commands as an operator does. */
async function command(
  script: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; text: string }> {
  const all = { ...process.env, NODE_ENV: '', ...env };
  return run(process.execPath, ['--import', 'tsx', `api/scripts/${script}.ts`, ...args], { cwd: ROOT, env: all }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
  );
}

async function start(env: Record<string, string>): Promise<string> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  portal = startProgram('api/src/main.ts', ['--no-web'], { ...env, PORT: String(port), PUBLIC_URL: origin });
  await untilReady(`${origin}/readyz`);
  return origin;
}

/** Returns the number of users and of organizations in a database. */
async function peopleOf(database: string): Promise<number[]> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(cluster.url), { pathname: `/${database}` }).href,
  });
  await client.connect();
  const { rows } = await client.query<{ users: number; organizations: number }>(
    'select (select count(*)::int from users) as users, (select count(*)::int from organizations) as organizations',
  );
  await client.end();
  return [rows[0]!.users, rows[0]!.organizations];
}

/** A browser that keeps its cookies. */
class Browser {
  readonly #cookies = new Map<string, string>();
  constructor(readonly origin: string) {}

  async send(method: string, path: string, body?: unknown): Promise<RestAnswer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const token = this.#cookies.get('XSRF-TOKEN');
    const answer = await fetch(`${this.origin}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        origin: this.origin,
        'x-requested-with': 'XMLHttpRequest',
        ...(cookie && { cookie }),
        ...(token && { 'X-XSRF-TOKEN': decodeURIComponent(token) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      this.#cookies.set(name!, value!);
    }
    const text = await answer.text();
    const json = answer.headers.get('content-type')?.includes('json');
    return { status: answer.status, text, body: json ? JSON.parse(text) : null, headers: answer.headers };
  }
}

describe('from an empty database to the first sign-in', () => {
  test('a database without tables is named with the command that makes them by first-user', async () => {
    const env = { ...production(), DATABASE_URL: address('plain_owner', 'hospital') };
    const { code, text } = await command('first-user', ['--email', EMAIL], env);
    expect([code, text]).toEqual([1, expect.stringContaining('The database has no tables yet. Run `npm run migrate`')]);
  });

  test('the owner prepares it, a node whose login owns nothing serves, and the printed link leads to the home page', async () => {
    const owner = { ...production(), DATABASE_URL: address('plain_owner', 'hospital') };
    const migrated = await command('migrate', [], owner);
    expect([migrated.code, migrated.text]).toEqual([0, expect.stringMatching(/^\d+ migrations applied/)]);
    expect((await command('migrate', [], owner)).text).toMatch(/^0 migrations applied/);

    const origin = await start({ ...production(), DATABASE_URL: address('plain_node', 'hospital') });
    expect(await peopleOf('hospital')).toEqual([0, 0]);
    const made = await command('first-user', ['--email', EMAIL, '--name', 'Ada Lovelace'], {
      ...owner,
      PUBLIC_URL: origin,
    });
    expect(made.code).toBe(0);
    const link = made.text.split('\n').find((line) => line.startsWith(`${origin}/accept-invitation#`))!;
    await until(() => mail.taken.length > 0);
    // Quoted-printable: lines are broken, and = is written as =3D.
    expect(mail.taken[0]!.data.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(link);

    const browser = new Browser(origin);
    await browser.send('GET', '/csrf-token');
    const token = link.slice(link.indexOf('#') + 1);
    const password = { token, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    expect((await browser.send('POST', '/accept-invitation', password)).status).toBe(200);
    const signedIn = await browser.send('POST', '/login', { email: EMAIL, password: NEW_PASSWORD });
    expect([signedIn.status, signedIn.body]).toEqual([200, { two_factor: false }]);
    const { body } = await browser.send('POST', '/graphql', {
      query: '{ viewer { user { firstName } organization { name } } dashboard { cards { kind } } }',
    });
    expect(body.errors).toBeUndefined();
    expect(body.data.viewer).toEqual({ user: { firstName: 'Ada' }, organization: { name: 'Airlog Support' } });
    expect((await browser.send('GET', '/dev/outbox')).status).toBe(404);

    const again = await command('first-user', ['--email', 'eve@example.test'], owner);
    expect([again.code, again.text]).toEqual([1, expect.stringContaining(`${EMAIL} (active)`)]);
    await stopProgram(portal!);
  });

  test('the owner, who is no superuser, lists the files that no upload names, and no other ones', async () => {
    const hospital = new pg.Client({ connectionString: address('postgres', 'hospital') });
    await hospital.connect();
    const { rows } = await hospital.query<{ key: string }>(
      `insert into uploads (org_id, user_org_id, user_id, sent_by, digest, storage_key, file_count, byte_count)
       select u.org_id, u.org_id, u.id, 'Ada', sha256('card'), u.org_id || '/' || gen_random_uuid(), 1, 4 from users u
       returning storage_key as key`,
    );
    await hospital.end();
    const known = rows[0]!.key;
    const unknown = `${known.split('/')[0]}/${randomUUID()}`;
    for (const key of [known, unknown]) {
      mkdirSync(join(dir, 'uploads', key), { recursive: true });
      for (const file of ['0', 'committed']) writeFileSync(join(dir, 'uploads', key, file), '');
    }
    const owner = { ...production(), DATABASE_URL: address('plain_owner', 'hospital') };
    expect(await command('files', [], owner)).toEqual({ code: 0, text: `${unknown}\n1 cards without an upload\n` });
    expect((await command('files', ['--remove'], owner)).code).toBe(0);
    expect([known, unknown].map((key) => existsSync(join(dir, 'uploads', key)))).toEqual([true, false]);
  });

  test('a node whose login owns nothing says which command prepares the database for its secrets', async () => {
    const env = {
      ...production(),
      DATABASE_URL: address('plain_node', 'hospital'),
      SESSION_SECRET: `${TEST_SECRET}-2`,
    };
    const { code, text } = await command('../src/main', [], env);
    expect(code).toBe(1);
    expect(text).toContain('the database was not prepared for this version and these secrets. Run `npm run migrate`');
  });
});

describe('demo data', () => {
  const trial = () => ({
    ...shared,
    DATA_DIR: join(dir, 'trial'),
    DATABASE_URL: Object.assign(new URL(cluster.url), { pathname: '/trial' }).href,
  });

  test('are not written into the database of DATABASE_URL, whose mails are not shown either', async () => {
    const origin = await start({ ...trial(), NODE_ENV: '' });
    expect(await peopleOf('trial')).toEqual([0, 0]);
    const browser = new Browser(origin);
    expect((await browser.send('GET', '/dev/outbox')).status).toBe(404);
    expect((await browser.send('GET', '/dev/outbox/sms')).body?.data).toBeUndefined();
    await stopProgram(portal!);
  });

  test.each([
    [{}, [], 'To write them into the database of DATABASE_URL, set DEMO_DATA=1.'],
    [
      { NODE_ENV: 'production', ALLOW_PLAINTEXT: '1', SMTP_URL: 'smtp://127.0.0.1:1' },
      [],
      'Production takes no demo data',
    ],
    [
      { NODE_ENV: 'production', ALLOW_PLAINTEXT: '1', SMTP_URL: 'smtp://127.0.0.1:1' },
      ['--force'],
      "Unknown option '--force'",
    ],
  ])('are refused by npm run seed with what to do: %j %j', async (env, args, refusal) => {
    const { code, text } = await command('seed', ['--patients', '20', ...args], { ...trial(), ...env });
    expect([code, text]).toEqual([1, expect.stringContaining(refusal)]);
    expect(await peopleOf('trial')).toEqual([0, 0]);
  });

  test('are written there by npm run seed when DEMO_DATA=1 asks for them', async () => {
    const { code } = await command('seed', ['--patients', '20'], { ...trial(), DEMO_DATA: '1' });
    expect(code).toBe(0);
    expect((await peopleOf('trial'))[0]).toBeGreaterThan(5);
  });
});
