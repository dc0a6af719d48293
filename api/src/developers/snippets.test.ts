import { once } from 'node:events';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  publish,
  running,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import { settled } from '../../test/settled.ts';
import { asToken } from '../../test/token.ts';

usePortal();

const FOLDER = join(import.meta.dirname, 'snippets');
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const has = (program: string) => spawnSync(program, ['--version']).status === 0;

let viewer: TestViewer;
let ids: number[];
beforeAll(async () => {
  viewer = await asViewer({
    can: ['view.patient', 'export.patient', 'create.patient', 'create.user.security.api', 'legacy.api.token.generate'],
  });
  ids = [];
  for (let n = 0; n < 5; n++) ids.push((await makePatient(viewer.orgId)).id);
});

function start(
  program: string,
  file: string,
  environment: Record<string, string>,
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  const { PATH = '' } = process.env;
  const env = { PATH, AIRLOG_URL: `http://127.0.0.1:${running().port}`, ...environment };
  return spawn(program, [join(FOLDER, file)], { env, stdio: [stdin, 'pipe', 'pipe'] });
}

/** Runs a program of the pages as it is shown there, and returns what it prints. */
async function run(program: string, file: string, environment: Record<string, string>): Promise<string[]> {
  const child = start(program, file, environment);
  const [printed, problems] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  expect(problems).toBe('');
  return printed.trim().split('\n');
}

/** Makes an API key of a user, as its dialog does. */
async function makeKey(): Promise<Record<string, string>> {
  const { orgId } = viewer;
  await admin.query('update organizations set allow_api_key_management = true where id = $1', [orgId]);
  const owner = await asViewer({ orgId, can: ['view.patient'] });
  await admin.query(
    "insert into user_roles (org_id, user_id, role_id) select $1, $2, id from roles where name = 'org.ep.admin'",
    [orgId, owner.userId],
  );
  const { body } = await viewer.rest('POST', `/api/api-key/${owner.userId}/generate`, { scopes: ['view.patient'] });
  return { CLIENT_ID: body.client_id, CLIENT_SECRET: body.client_secret };
}

describe('the first query', () => {
  const answer = { data: { patients: { totalCount: 5 } }, extensions: { cost: expect.any(Number) } };
  const runs = async (program: string, file: string) =>
    expect(JSON.parse((await run(program, file, await makeKey())).join(''))).toEqual(answer);

  test('in TypeScript counts the patients of the key', () => runs(process.execPath, 'first-query.ts'));

  // The gate has Node, npm and git only. Where the program is missing, the test says so, and the next one still compares
  // every request of the snippet with that of the one that ran.
  for (const [program, shell, file, does] of [
    ['python3', 'python3', 'first-query.py', 'in Python'],
    ['curl', 'sh', 'first-query.sh', 'with curl'],
  ] as const)
    if (has(program)) test(`${does} counts the patients of the key`, () => runs(shell, file));
    else
      test(`${does} was not run, because this machine has no ${program}: it is compared with the one in TypeScript`, () =>
        expect(read(file)).toContain('{ patients(first: 1) { totalCount } }'));

  test.each(['first-query.ts', 'first-query.py', 'first-query.sh'])(
    '%s sends the same requests as the others',
    (file) => {
      const snippet = read(file);
      for (const part of [
        /\/oauth\/token\b/,
        /grant_type['"]?(: ?|=)['"]?client_credentials/,
        /scope['"]?(: ?|=)['"]?view\.patient/,
        /AIRLOG_URL/,
        /CLIENT_ID/,
        /CLIENT_SECRET/,
        /access_token/,
        /\/graphql\b/,
        /Authorization['"]?: ['"`]?Bearer /,
        /Content-Type['"]?: ['"]?application\/json/,
        /"?query['"]?: ['"]\{ patients\(first: 1\) \{ totalCount \} \}['"]/,
      ])
        expect([file, String(part), part.test(snippet)]).toEqual([file, String(part), true]);
    },
  );
});

describe('in TypeScript', () => {
  test('all patients are read page by page, each once', async () => {
    const { secret } = await asToken(viewer, ['view.patient']);
    const printed = await run(process.execPath, 'all-patients.ts', { TOKEN: secret, PAGE: '2' });
    expect(printed.map(Number).sort((one, other) => one - other)).toEqual(ids);
  });

  test('a copy of the patients has what was added, changed and deleted since', async () => {
    const own = await asViewer({ can: ['view.patient'] });
    const named = (last_name: string) => makePatient(own.orgId, { last_name });
    const [changed, gone] = [await named('Alpha'), await named('Beta')];
    await named('Gamma');
    const { secret } = await asToken(own, ['view.patient']);
    const child = start(process.execPath, 'changes.ts', { TOKEN: secret }, 'pipe');
    const printed = text(child.stdout!);
    const problems = text(child.stderr!);
    await once(child.stdout!, 'data');
    await admin.query("update patients set last_name = 'Zeta' where id = $1", [changed.id]);
    await admin.query('delete from patients where id = $1', [gone.id]);
    await named('Delta');
    await settled();
    child.stdin!.end('go on');
    expect([await printed, await problems]).toEqual(['Alpha Beta Gamma\nDelta Gamma Zeta\n', '']);
  });

  test('the use of each night of a month is read by FHIR, page by page', async () => {
    const machine = await makeMachine(viewer.orgId);
    await makeHistory({ id: ids[0]!, orgId: viewer.orgId }, machine, { start_date: '2025-12-01' });
    const night = { machine_org_id: viewer.orgId, machine_id: machine.id, source: 'wireless' };
    for (const [date, minutes] of [
      ['2025-12-31', 10],
      ['2026-01-01', 300],
      ['2026-01-31', 0],
      ['2026-02-01', 20],
    ])
      await make('usage_nights', { ...night, night: date, usage_date: date, minutes });
    const { secret } = await asToken(viewer, ['view.patient']);
    const printed = await run(process.execPath, 'fhir-nights.ts', { TOKEN: secret, MONTH: '2026-01', PAGE: '1' });
    expect(printed).toEqual([`Patient/${ids[0]} 2026-01-01 300 min`, `Patient/${ids[0]} 2026-01-31 0 min`]);
  });

  test('all patients are read in bulk, each once', async () => {
    const { secret } = await asToken(viewer, ['view.patient', 'export.patient']);
    const printed = await run(process.execPath, 'bulk-query.ts', { TOKEN: secret, PAUSE: '50' });
    expect(printed.map(Number)).toEqual(ids);
  });

  test('a patient who is added twice with one Idempotency-Key is one patient', async () => {
    const { secret } = await asToken(viewer, ['create.patient', 'view.patient']);
    const environment = { TOKEN: secret, ORGANIZATION_ID: String(viewer.orgId) };
    const [first, second] = await run(process.execPath, 'write-once.ts', environment);
    const { rows } = await admin.query<{ id: number }>(
      "select id from patients where org_id = $1 and last_name = 'Reyes'",
      [viewer.orgId],
    );
    expect([first, second]).toEqual([String(rows[0]!.id), String(rows[0]!.id)]);
    expect(rows).toHaveLength(1);
  });

  test('a change of a patient arrives over the socket', async () => {
    const { secret } = await asToken(viewer, ['view.patient']);
    const child = start(process.execPath, 'subscribe.ts', { TOKEN: secret, PATIENT_IDS: ids.join() });
    const printed = text(child.stdout!);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    let isOver = false;
    void ended.then(() => (isOver = true));
    // Until the program has subscribed, which only its answer shows.
    while (!isOver) {
      await publish('device-history.changed', { patientId: ids[0]!, historyId: 0 });
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))]);
    }
    const { data } = JSON.parse(await printed) as { data: { patientsChanged: { patientId: string } } };
    expect(Buffer.from(data.patientsChanged.patientId, 'base64').toString()).toBe(`Patient:${ids[0]}`);
  });
});

describe('webhooks', () => {
  const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
  const BODY =
    '{"type":"night.arrived","timestamp":"2026-06-01T12:00:00.000Z","data":{"type":"UsageNight","databaseId":4711}}';
  const now = () => Math.floor(Date.now() / 1000);
  /** The signature of the specification, by code of its own. */
  const signatureOf = (secret: string, id: string, time: number, body = BODY) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${time}.${body}`)
      .digest('base64')}`;

  async function receives(program: string, file: string): Promise<void> {
    const child = start(program, file, { WEBHOOK_SECRET: SECRET, PORT: '0' });
    const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
    try {
      const port = (await lines.next()).value as string;
      const send = async (id: string, time: number, signature: string, body = BODY) => {
        const headers = { 'webhook-id': id, 'webhook-timestamp': String(time), 'webhook-signature': signature };
        return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status;
      };
      const time = now();
      const right = signatureOf(SECRET, 'm1', time);
      expect([
        await send('m1', time, signatureOf(OTHER, 'm1', time)),
        await send('m1', time, right, BODY.replace('4711', '4712')),
        await send('m2', time, right),
        await send('m1', time + 1, right),
        await send('m1', time - 400, signatureOf(SECRET, 'm1', time - 400)),
        await send('m1', time, ''),
      ]).toEqual([400, 400, 400, 400, 400, 400]);
      expect(await send('m1', time, right)).toBe(204);
      expect(await send('m1', time, right)).toBe(204);
      const both = `${signatureOf(OTHER, 'm3', time, '{"type":"test"}')} ${signatureOf(SECRET, 'm3', time, '{"type":"test"}')}`;
      expect(await send('m3', time, both, '{"type":"test"}')).toBe(204);
      expect([(await lines.next()).value, (await lines.next()).value]).toEqual([BODY, '{"type":"test"}']);
    } finally {
      child.kill();
    }
  }

  test('are received in TypeScript, each once, and what the portal did not sign is refused', () =>
    receives(process.execPath, 'receive-webhooks.ts'));

  if (has('python3'))
    test('are received in Python, each once, and what the portal did not sign is refused', () =>
      receives('python3', 'receive-webhooks.py'));
  else
    test('in Python were not received, because this machine has no python3: the program is compared with the specification', () =>
      expect(read('receive-webhooks.py')).toContain('"{}.{}.".format(message_id, timestamp).encode() + body'));
});
