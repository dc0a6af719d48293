import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { WebSocket } from 'ws';
import { startEmbedded, type EmbeddedPostgres } from '../../src/db/embedded/embedded.ts';
import { withPrincipal } from '../../src/db/principal.ts';
import { temporaryFolder } from '../../src/db/embedded/temporary.ts';
import { startPortal, type Portal } from '../../src/start.ts';
import { askAs, makeOneUser } from '../one-user.ts';
import { testConfig } from '../secrets.ts';
import { until } from '../until.ts';

const printed: unknown[] = [];
for (const level of ['log', 'info', 'warn', 'error'] as const)
  jest.spyOn(console, level).mockImplementation((...args) => void printed.push(args));

const { dir: folder, remove } = await temporaryFolder();
// An acknowledged commit is in a file of the operating system: the server may crash, the machine does not.
const quick = { fsync: 'off', full_page_writes: 'off' };
let session: string;
let cluster: EmbeddedPostgres;
let portal: Portal;

beforeAll(async () => {
  cluster = await startEmbedded({ dir: join(folder, 'postgres'), password: 'test', settings: quick });
  portal = await startPortal(testConfig(cluster.url));
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  session = await makeOneUser(admin);
  await admin.end();
});

afterAll(async () => {
  await portal?.stop();
  await remove();
});

const restart = async () => {
  const { url } = cluster;
  cluster = {
    ...(await startEmbedded({
      dir: join(folder, 'postgres'),
      password: 'test',
      settings: { ...quick, port: Number(new URL(url).port) },
    })),
    url,
  };
};

const ask = (method: string, path: string, body?: unknown) => askAs(portal, session, method, path, body);
/** The code with which the socket for subscriptions is closed after it said hello. */
function socketClosed(): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${portal.port}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: `airlog_session=${session}` },
  });
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
  return new Promise((resolve, reject) => socket.on('close', resolve).on('error', reject));
}

/** Opens a socket that is acknowledged. `subscribe` gives the code with which it is closed. */
async function openSocket(query: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${portal.port}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: `airlog_session=${session}` },
  });
  const send = (message: object) => socket.send(JSON.stringify(message));
  socket.on('open', () => send({ type: 'connection_init' }));
  await once(socket, 'message');
  const subscribe = async (): Promise<number> => {
    const closed = once(socket, 'close');
    send({ type: 'subscribe', id: '1', payload: { query } });
    return ((await closed) as [number])[0];
  };
  return { socket, subscribe };
}

const QUERY = { query: '{ viewer { organization { name } } }' };
const REQUESTS: [string, string, unknown?][] = [
  ['POST', '/graphql', QUERY],
  ['GET', '/api/users/my-org'],
  ['GET', '/api/patients/datatable'],
  ['POST', '/api/icode-reports', { serial: 'A00000000001', codes: [] }],
  ['POST', '/login', { email: 'a@b.test', password: 'x' }],
];

const publish = (patientId: number) =>
  withPrincipal(portal.app.db, { kind: 'auth' }, 'write', (em) =>
    portal.app.pubsub.publish(em, [{ topic: 'device-history.changed', data: { patientId, historyId: 1 } }]),
  );

async function heard(): Promise<boolean> {
  const events = portal.app.pubsub.subscribe('device-history.changed');
  let first: IteratorResult<unknown> | undefined;
  void events.next().then((result) => (first = result));
  await publish(1);
  for (let nth = 0; nth < 100 && !first; nth++) await new Promise((resolve) => setTimeout(resolve, 20));
  await events.return!();
  return first !== undefined && !first.done;
}

test('while the database is down every request is asked to retry, and afterwards everything works as before', async () => {
  for (const [method, path, body] of REQUESTS) expect([200, 422]).toContain((await ask(method, path, body)).status);
  expect((await ask('GET', '/readyz')).status).toBe(200);
  await until(heard);

  for (const round of [1, 2]) {
    // More requests in flight than the pool has connections, so that connections are lost in every state.
    const { subscribe } = await openSocket('subscription { inboxChanged { added } }');
    const inFlight = Array.from({ length: 60 }, () => ask('POST', '/graphql', QUERY));
    await cluster.stop();
    const cut = await Promise.all(inFlight);
    expect(
      cut
        .filter(({ status, text }) => status !== 503 && (status !== 200 || text.includes('errors')))
        .map(({ status, text }) => [status, text]),
    ).toEqual([]);

    expect((await ask('GET', '/healthz')).status).toBe(200);
    expect((await ask('GET', '/version')).status).toBe(200);
    expect((await ask('GET', '/readyz')).status).toBe(503);
    for (const [method, path, body] of REQUESTS) {
      const answer = await ask(method, path, body);
      expect([round, path, answer.status, answer.retry]).toEqual([round, path, 503, '2']);
      expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|postgres|connect/i);
    }

    // "Try again later": the client connects again by itself.
    expect(await socketClosed()).toBe(1013);
    expect(await subscribe()).toBe(1013);

    await restart();
    await until(async () => (await ask('GET', '/readyz')).status === 200);
    // As many requests at once as the pool has connections: none was lost.
    const back = await Promise.all(Array.from({ length: 40 }, () => ask('POST', '/graphql', QUERY)));
    expect(back.filter(({ status }) => status !== 200)).toEqual([]);
    // Exactly one listening connection: an event arrives once.
    await until(heard);
  }
  const events = portal.app.pubsub.subscribe('device-history.changed');
  await publish(7);
  await publish(8);
  expect([(await events.next()).value, (await events.next()).value]).toMatchObject([
    { patientId: 7 },
    { patientId: 8 },
  ]);
  await events.return!();
  expect(printed).toEqual([]);
});

test('a socket whose event could not be read ends, so that its page connects again and reads what it missed', async () => {
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  const other = new pg.Client({ connectionString: cluster.url });
  await other.connect();
  const { socket, subscribe } = await openSocket('subscription { inboxChanged { viewer { inboxUnreadCount } } }');
  const closed = subscribe();
  const event = () =>
    other.query(`select pg_notify('airlog', '{"topic":"inbox.changed","data":{"userId":1,"itemId":0}}')`);
  let events = 0;
  socket.on('message', () => (events += 1));
  await until(async () => {
    await event();
    return events > 0;
  });

  await admin.query('begin');
  await admin.query('lock table inbox_items in access exclusive mode');
  await event();
  let code: number | undefined;
  void closed.then((given) => (code = given));
  await until(async () => {
    await other.query("select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'");
    return code;
  });
  expect(code).toBe(1013);
  await admin.query('rollback');
  await Promise.all([admin.end(), other.end()]);
});

test('a listening connection that has gone silent delays no write, and is replaced', async () => {
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  const [{ pid }] = (
    await admin.query<{ pid: number }>("select pid from pg_stat_activity where application_name = 'airlog-listen'")
  ).rows as [{ pid: number }];
  await admin.query(
    "insert into role_permissions (role_id, permission) values (1, 'create.device') on conflict do nothing",
  );
  const { rows: patients } = await admin.query<{ id: number }>(
    "insert into patients (org_id, first_name, last_name) select 1, 'A', 'B' from generate_series(1, 10) returning id",
  );
  await admin.query(
    "insert into machines (org_id, serial, model_id) select 1, 'A38' || lpad(n::text, 8, '0'), 1 from generate_series(1, 10) n",
  );
  const ends: string[] = [];
  const events = portal.app.pubsub.subscribe('device-history.changed', 77);
  const replaced = events.next().then(({ value }) => {
    ends.push('replaced');
    return value as unknown;
  });
  process.kill(pid, 'SIGSTOP');
  try {
    const statuses = await Promise.all(
      patients.map(async ({ id }, index) => {
        const serial = `A38${String(index + 1).padStart(8, '0')}`;
        const body = { serial_number: serial, start_date: '2026-11-01' };
        const { status } = await ask('POST', `/api/patients/${id}/devices`, body);
        ends.push('written');
        return status;
      }),
    );
    expect(statuses).toEqual(patients.map(() => 201));
    // The page of patient 77 reads again, because it may have missed a change.
    expect(await replaced).toEqual({ patientId: 77, historyId: 0 });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  expect(ends).toEqual([...patients.map(() => 'written'), 'replaced']);
  await until(heard);
  await until(
    async () =>
      (await admin.query("select from pg_stat_activity where application_name = 'airlog-listen'")).rowCount === 1,
  );
  await events.return!();
  await admin.end();
});

test('a crash of the database during writes loses no acknowledged write', async () => {
  await restart(); // leaves a running server as it is
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query(
    "insert into role_permissions (role_id, permission) values (1, 'create.device') on conflict do nothing",
  );
  const { rows: patients } = await admin.query<{ id: number }>(
    "insert into patients (org_id, first_name, last_name) select 1, 'A', 'B' from generate_series(1, 200) returning id",
  );
  await admin.query(
    "insert into machines (org_id, serial, model_id) select 1, 'A39' || lpad(n::text, 8, '0'), 1 from generate_series(1, 200) n",
  );
  const {
    rows: [where],
  } = await admin.query<{ data_directory: string }>('show data_directory');
  const postmaster = Number(readFileSync(join(where!.data_directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
  await admin.end();
  const assign = async (patientId: number, index: number) => ({
    patientId,
    status: (
      await ask('POST', `/api/patients/${patientId}/devices`, {
        serial_number: `A39${String(index + 1).padStart(8, '0')}`,
        start_date: '2026-11-01',
      })
    ).status,
  });

  const answers: { patientId: number; status: number }[] = [];
  for (let at = 0; at < patients.length; at += 20) {
    const batch = patients.slice(at, at + 20).map(({ id }, index) => assign(id, at + index));
    if (at === 100) process.kill(postmaster, 'SIGQUIT'); // an immediate shutdown: no clean exit, recovery at the next start
    answers.push(...(await Promise.all(batch)));
    if (at === 100) await restart();
  }
  await until(async () => (await ask('GET', '/readyz')).status === 200);
  expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
  const acknowledged = answers.filter(({ status }) => status === 201).map(({ patientId }) => patientId);
  expect(acknowledged.length).toBeGreaterThanOrEqual(100);

  const after = new pg.Client({ connectionString: cluster.url });
  await after.connect();
  const { rows: kept } = await after.query<{ patient_id: number }>(
    'select patient_id from device_history where end_date is null',
  );
  const held = new Set(kept.map((row) => row.patient_id));
  expect(acknowledged.filter((patientId) => !held.has(patientId))).toEqual([]);
  await after.end();
});

test('a write for which the disk has no space is to be repeated, nothing of it stays, and load balancers look elsewhere', async () => {
  await restart(); // leaves a running server as it is
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  const {
    rows: [patient],
  } = await admin.query<{ id: number }>(
    "insert into patients (org_id, first_name, last_name) values (1, 'A', 'B') returning id",
  );
  await admin.query("insert into machines (org_id, serial, model_id) values (1, 'A3977777777', 1)");
  await admin.query(
    "create function full_disk() returns trigger language plpgsql as $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$",
  );
  await admin.query('create trigger full_disk after insert on device_history execute function full_disk()');
  await until(async () => (await ask('GET', '/readyz')).status === 200);
  const assign = () =>
    ask('POST', `/api/patients/${patient!.id}/devices`, { serial_number: 'A3977777777', start_date: '2026-11-01' });

  const refused = await assign();
  expect([refused.status, refused.retry]).toEqual([503, '2']);
  expect(refused.text).not.toContain('extend');
  expect((await ask('GET', '/readyz')).status).toBe(503);
  expect((await ask('GET', '/healthz')).status).toBe(200);
  expect((await ask('GET', '/api/patients/datatable')).status).toBe(200);

  await admin.query('drop trigger full_disk on device_history');
  await admin.end();
  expect((await assign()).status).toBe(201);
});
