import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { copyOut } from '../../src/db/wire/copy-out.ts';
import { Deadline } from '../../src/db/deadline.ts';
import { copiedLines } from '../../src/rest/csv-lines.ts';
import { fileTimes } from '../../src/rest/send-file.ts';
import { linesOf } from '../audit-lines.ts';
import { admin, asViewer, makeOrganization, makePatient, running, usePortalHere, type TestViewer } from '../harness.ts';
import { until } from '../until.ts';

usePortalHere();

const PATH = '/api/patients/datatable?csv=true';
const ROWS = 16_000;

let orgId: number;
let viewer: TestViewer;
const asking = new Set<Socket>();

beforeAll(async () => {
  orgId = await makeOrganization();
  await makePatient(orgId);
  // 16 MB, more than the sockets between the two hold.
  await admin.query(
    `insert into patients (org_id, first_name, last_name, phone, visible_org_ids)
     select org_id, 'Robin', 'Quill', repeat('5', 1000), visible_org_ids from patients, generate_series(2, $2) where org_id = $1`,
    [orgId, ROWS],
  );
});
beforeEach(async () => {
  viewer = await asViewer({ orgId });
});
afterEach(() => {
  for (const socket of asking) socket.destroy();
  asking.clear();
});

/** Asks for a file and reads nothing of it. */
async function ask(who = viewer, path = PATH): Promise<Socket> {
  const socket = connect(running().port, '127.0.0.1');
  asking.add(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const headers = Object.entries(who.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n${headers.join('')}\r\n`);
  return socket;
}

const copying = async (): Promise<number[]> => {
  const { rows } = await admin.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and query like 'copy (%' and state = 'active'",
  );
  return rows.map(({ pid }) => pid);
};
const copies = (count: number) => until(async () => (await copying()).length === count);
const exported = async (who = viewer) =>
  (await linesOf(who)).filter(({ outcome }) => outcome === 'exported').map(({ properties }) => properties);

test('a file has all rows, and leaves one line with their number', async () => {
  const { status, text } = await viewer.rest('GET', PATH);
  expect([status, text.trimEnd().split('\r\n').length]).toEqual([200, ROWS + 1]);
  expect(await exported()).toEqual([expect.objectContaining({ rows: ROWS })]);
  await copies(0);
});

/** Bytes of the buffers that are in use. Buffers of rows that were sent count until they are collected. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().arrayBuffers;
}

test('a client that reads slowly keeps the rows in the database, and gets all of them', async () => {
  const before = heldBytes();
  const socket = await ask();
  await copies(1);
  expect(heldBytes() - before).toBeLessThan(8_000_000);
  let [bytes, end] = [0, ''];
  socket.on('data', (part: Buffer) => {
    bytes += part.length;
    end = part.toString('latin1').slice(-5);
  });
  socket.resume();
  await until(() => end === '0\r\n\r\n');
  expect(bytes).toBeGreaterThan(ROWS * 1000);
  socket.destroy();
  await copies(0);
});

test('a client that goes away ends the statement in PostgreSQL, and the audit log says how many rows were sent', async () => {
  const socket = await ask();
  await once(socket, 'readable');
  expect(await copying()).toHaveLength(1);
  socket.destroy();
  await copies(0);
  await until(async () => (await exported()).length === 2);
  const [whole, part] = await exported();
  expect([whole!.rows, part!.of]).toEqual([ROWS, ROWS]);
  expect(part!.rows).toBeGreaterThan(0);
  expect(part!.rows).toBeLessThan(ROWS);
});

test('a client that takes nothing is disconnected after a while', async () => {
  const usual = fileTimes.stalled;
  fileTimes.stalled = 300;
  try {
    const socket = await ask();
    const closed = once(socket, 'close');
    await until(async () => (await exported()).length === 2);
    await copies(0);
    socket.resume();
    await closed;
  } finally {
    fileTimes.stalled = usual;
  }
});

test('a client that takes too long for the whole file is disconnected', async () => {
  const usual = fileTimes.longest;
  fileTimes.longest = 300;
  try {
    await ask();
    await until(async () => (await exported()).length === 2);
    await copies(0);
  } finally {
    fileTimes.longest = usual;
  }
});

test('a fault after the first byte breaks the connection, so that no client takes what it has for the file', async () => {
  const answer = await fetch(viewer.origin + PATH, { headers: viewer.headers });
  expect(answer.status).toBe(200);
  await copies(1);
  await admin.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [await copying()]);
  await expect(answer.text()).rejects.toThrow();
  await until(async () => (await exported()).length === 2);
  expect((await viewer.rest('GET', '/api/patients/datatable')).status).toBe(200);
});

test('a fault before the first byte is an error response, and the audit log says that no row was sent', async () => {
  await admin.query('revoke select on patients from airlog_org');
  try {
    const { status, headers } = await viewer.rest('GET', PATH);
    expect([status, headers.get('content-type')]).toEqual([500, expect.stringContaining('json')]);
    expect((await exported()).map(({ rows }) => rows)).toEqual([ROWS, 0]);
  } finally {
    await admin.query('grant select on patients to airlog_org');
  }
});

test('a user has two files at once, two that wait, and no more, and still gets pages while others are active', async () => {
  const other = await asViewer({ orgId });
  const active = new AbortController();
  const activity = (async () => {
    while (!active.signal.aborted) await other.rest('GET', '/api/patients/datatable');
  })();
  const sockets = [await ask(), await ask()];
  await copies(2);
  const more = [1, 2, 3].map(() => viewer.rest('GET', PATH));
  expect((await Promise.race(more)).status).toBe(429);
  expect(await copying()).toHaveLength(2);
  expect((await viewer.rest('GET', '/api/patients/datatable')).status).toBe(200);
  active.abort();
  await activity;
  expect((await other.rest('GET', PATH)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  expect((await Promise.all(more)).map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);
  await copies(0);
});

test('an export of more than 100,000 rows is refused before its first byte', async () => {
  await admin.query("update list_counts set rows = rows + 100000 where list = 'patients' and org_id = $1", [orgId]);
  try {
    const { status, body } = await viewer.rest('GET', PATH);
    expect([status, body.errors.csv]).toEqual([422, [expect.stringContaining('100')]]);
  } finally {
    await admin.query("update list_counts set rows = rows - 100000 where list = 'patients' and org_id = $1", [orgId]);
  }
});

test('rows that take longer than the operation may are too expensive, and their statement is canceled', async () => {
  const { db } = running().app;
  const principal = { kind: 'org', orgId, userId: viewer.userId, locationIds: null } as const;
  const wait = (deadline: Deadline, gone: AbortSignal) =>
    copyOut(db, principal, 'select pg_sleep(60)', { lines: copiedLines([], 'UTC'), deadline, gone }).next();
  await expect(wait(new Deadline(200), new AbortController().signal)).rejects.toMatchObject({ code: '57014' });
  await copies(0);
  const gone = new AbortController();
  const waiting = wait(new Deadline(), gone.signal);
  await copies(1);
  gone.abort();
  await expect(waiting).rejects.toThrow();
  await copies(0);
});
