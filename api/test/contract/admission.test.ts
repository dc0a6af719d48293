import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { WebSocket } from 'ws';
import {
  admin,
  anonymous,
  asViewer,
  Client,
  makeHistory,
  makeMachine,
  makePatient,
  publish,
  running,
  usePortal,
  type TestViewer,
} from '../harness.ts';
import { until } from '../until.ts';
import { restOperations } from './operations.ts';
import { openSocket } from './socket.ts';

usePortal();

const OWN = '/api/users/my-org';
const admission = () => running().app.admission;

/** Works of a sender that end on request. */
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
function hold(run: (work: () => Promise<void>) => Promise<void>, count: number): () => Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const works = Array.from({ length: count }, () => run(() => promise));
  ends.push(resolve);
  return () => {
    resolve();
    return Promise.all(works);
  };
}
/** Adds works until one is refused. Returns the function that frees one place in the line. */
async function fill(run: (work: () => Promise<void>, signal?: AbortSignal) => Promise<void>): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  ends.push(resolve);
  for (let last = new AbortController(); ;) {
    const one = new AbortController();
    let refused = false;
    run(() => promise, one.signal).catch(() => (refused = true));
    await new Promise((done) => setImmediate(done));
    if (refused) return () => last.abort();
    last = one;
  }
}
const fillUser = ({ userId }: TestViewer) => fill((work, signal) => admission().run({ userId }, work, signal));
const busy = ({ userId }: TestViewer, count: number) => hold((work) => admission().run({ userId }, work), count);
/** The tests' own, as the server sees it. */
const ADDRESS = { headers: {}, ip: '127.0.0.1' };

/** A viewer whose session the node has read. */
async function known(options?: Parameters<typeof asViewer>[0]): Promise<TestViewer> {
  const viewer = await asViewer(options);
  await viewer.rest('GET', OWN);
  return viewer;
}

describe('a user', () => {
  test('who sends 200 requests at once does not delay the request of another user until they are answered', async () => {
    const [many, one] = [await known(), await known()];
    const order: string[] = [];
    const flood = Array.from({ length: 200 }, async () => {
      const { status } = await many.rest('GET', '/api/patients/datatable');
      order.push('many');
      return status;
    });
    await until(() => order.length > 0);
    const { status } = await one.rest('GET', '/api/patients/datatable');
    order.push('one');
    expect(status).toBe(200);
    expect(new Set(await Promise.all(flood))).toEqual(new Set([200]));
    expect(order.indexOf('one')).toBeLessThan(100);
  });

  test('whose line is full gets 429 with Retry-After, in their language, and an answer when there is a place again', async () => {
    const viewer = await known();
    const freeOne = await fillUser(viewer);
    const english = await viewer.rest('GET', OWN);
    expect([english.status, english.headers.get('retry-after'), english.body]).toEqual([
      429,
      '5',
      { message: 'Too Many Attempts.' },
    ]);
    const spanish = await viewer.rest('GET', OWN, undefined, { 'accept-language': 'es' });
    expect(spanish.body).toEqual({ message: 'Demasiados intentos.' });
    const graphql = await viewer.rest('POST', '/graphql', { query: '{ viewer { locale } }' });
    expect([graphql.status, graphql.headers.get('retry-after'), graphql.body]).toEqual([
      429,
      '5',
      { errors: [{ message: 'Too Many Attempts.', extensions: { code: 'TOO_MANY' } }] },
    ]);
    freeOne();
    const last = viewer.rest('GET', OWN);
    for (const end of ends.splice(0)) end();
    expect((await last).status).toBe(200);
    expect((await viewer.rest('GET', OWN)).status).toBe(200);
  });

  test('waits with every entry point alike, and the state of the node is reported all the same', async () => {
    const viewer = await known();
    await fillUser(viewer);
    const answered: string[] = [];
    for (const { method, address, operation } of restOperations) {
      const { status } = await viewer.rest(method, address, method === 'GET' ? undefined : {});
      if (status !== 429) answered.push(operation);
    }
    for (const path of ['/', '/login', '/graphiql', '/assets/none.js', '/patients/1', '/api/none', '/robots.txt'])
      if ((await viewer.rest('GET', path)).status !== 429) answered.push(path);
    // A body that cannot be read costs a turn too.
    for (const body of ['[', '{"__proto__": 1}', 'x'.repeat(300_000)])
      if ((await viewer.rest('POST', '/graphql', body)).status !== 429) answered.push(body.slice(0, 9));
    expect(answered).toEqual([]);
    expect((await viewer.rest('GET', '/healthz')).status).toBe(200);
    expect((await viewer.rest('GET', '/readyz')).status).toBe(200);
    expect((await viewer.rest('GET', '/version')).status).toBe(200);
  });

  test('whose request is refused for its shape waits for it as for any other', async () => {
    const [viewer, other] = [await known(), await known()];
    busy(viewer, 8);
    const order: string[] = [];
    const refused = viewer
      .rest('POST', '/api/icode-reports', { codes: Array(201).fill({}) })
      .then(({ status }) => order.push(`refused ${status}`));
    await other.rest('GET', OWN);
    await other.rest('GET', OWN);
    order.push('other');
    for (const end of ends.splice(0)) end();
    await refused;
    expect(order).toEqual(['other', 'refused 422']);
  });
});

describe('a client that sends its body slowly', () => {
  /** Sends the beginning of a request, and returns when the server has its head. */
  async function begin(path: string, type: string): Promise<Socket> {
    const socket = connect(running().port, '127.0.0.1');
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: a',
      `content-type: ${type}`,
      'content-length: 9',
      'expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    return socket;
  }

  test.each([
    ['/login', 'application/json'],
    ['/graphql', 'application/json'],
    ['/apps/x/events', 'application/json'],
    ['/apps/x/events', 'text/plain'],
    ['/Apps/x/batch_events', 'application/octet-stream'],
  ])('has no turn yet: %s as %s', async (path, type) => {
    const begun = jest.spyOn(admission(), 'run');
    const socket = await begin(path, type);
    socket.write('{');
    await anonymous().rest('GET', '/csrf-token');
    expect(begun).toHaveBeenCalledTimes(1);
    socket.write('"a": 1}\n');
    await once(socket, 'data');
    expect(begun).toHaveBeenCalledTimes(2);
    socket.destroy();
    begun.mockRestore();
  });
});

describe('an address', () => {
  test('whose line is full gets 429, and known users of the address do not notice', async () => {
    const viewer = await known();
    await fill((work, signal) => admission().run(ADDRESS, work, signal));
    expect((await anonymous().rest('GET', '/csrf-token')).status).toBe(429);
    expect((await viewer.rest('GET', OWN)).status).toBe(200);
    // An invented session is no user, and an address that the client writes is no other address.
    expect((await new Client('invented').rest('GET', OWN)).status).toBe(429);
    const forwarded = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7' };
    expect((await anonymous().rest('GET', '/csrf-token', undefined, forwarded)).status).toBe(429);
    for (const end of ends.splice(0)) end();
    await until(async () => (await anonymous().rest('GET', '/csrf-token')).status === 200);
  });

  test('is the sender again for a session that has ended', async () => {
    const viewer = await known();
    expect(admission().userOf(viewer.headers)).toBe(viewer.userId);
    await admin.query('delete from sessions where user_id = $1', [viewer.userId]);
    expect((await viewer.rest('GET', OWN)).status).toBe(401);
    expect(admission().userOf(viewer.headers)).toBeNull();
  });
});

describe('the frames of a socket', () => {
  const SILENT = 4408;
  const INIT = '{"type":"connection_init"}';
  function raw({ origin, headers }: Client) {
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { cookie: headers.cookie! },
    });
    const got = { types: [] as string[], closed: undefined as number | undefined, socket };
    socket.on('message', (data) => got.types.push((JSON.parse(String(data)) as { type: string }).type));
    socket.on('close', (code) => (got.closed = code));
    socket.on('error', () => undefined);
    return { ...got, got };
  }

  test('are answered in the order in which they came', async () => {
    const { socket, got } = raw(await known());
    await until(() => socket.readyState === socket.OPEN);
    socket.send(INIT);
    socket.send('{"type":"subscribe","id":"1","payload":{"query":"{ nothing }"}}');
    socket.send('{"type":"ping"}');
    await until(() => got.types.length === 3);
    expect(got.types).toEqual(['connection_ack', 'error', 'pong']);
    socket.close();
  });

  test('wait for their turn for longer than a client may be silent', async () => {
    const [viewer, other] = [await known(), await known()];
    const { socket, got } = raw(viewer);
    await until(() => socket.readyState === socket.OPEN);
    busy(viewer, 8);
    socket.send(INIT);
    const silent = raw(other).got;
    await until(() => silent.closed === SILENT);
    expect([got.types, got.closed]).toEqual([[], undefined]);
    for (const end of ends.splice(0)) end();
    await until(() => got.types.length === 1);
    expect([got.types, got.closed]).toEqual([['connection_ack'], undefined]);
    socket.close();
  });

  test('wait for the turn of their user; 50 may wait, and one more closes the socket with 1013', async () => {
    const viewer = await known();
    const { socket, got } = raw(viewer);
    await until(() => socket.readyState === socket.OPEN);
    socket.send(INIT);
    await until(() => got.types.length === 1);
    busy(viewer, 8);
    for (let frame = 0; frame < 50; frame += 1) socket.send('{"type":"ping"}');
    await (await known()).rest('GET', OWN);
    expect([got.types, got.closed]).toEqual([['connection_ack'], undefined]);
    for (const end of ends.splice(0)) end();
    await until(() => got.types.length === 51);
    busy(viewer, 8);
    for (let frame = 0; frame < 51; frame += 1) socket.send('{"type":"ping"}');
    await until(() => got.closed !== undefined);
    expect([got.types.length, got.closed]).toEqual([51, 1013]);
  });
});

test('events wait for the turn of their user, apart from those of other users and from requests', async () => {
  const [viewer, other] = [await known(), await known()];
  const patient = await makePatient(viewer.orgId);
  const history = await makeHistory(patient, await makeMachine(viewer.orgId));
  const got = { viewer: 0, colleague: 0 };
  const colleague = await known({ orgId: viewer.orgId });
  const query = 'subscription($id: ID!) { deviceHistoryChanged(patientId: $id) { patient { databaseId } } }';
  const sockets = (['viewer', 'colleague'] as const).map((who) => {
    const socket = openSocket(who === 'viewer' ? viewer : colleague);
    socket.subscribe(
      { query, variables: { id: String(patient.id) } },
      { next: () => void (got[who] += 1), error: () => undefined, complete: () => undefined },
    );
    return socket;
  });
  const { pubsub } = running().app;
  await until(() => pubsub.listeners('device-history.changed') === 2);
  hold((work) => admission().runEvent(viewer.userId, work), 2);
  await publish('device-history.changed', { patientId: patient.id, historyId: history });
  await until(() => got.colleague === 1);
  expect((await viewer.rest('GET', OWN)).status).toBe(200);
  expect((await other.rest('GET', OWN)).status).toBe(200);
  expect(got).toEqual({ viewer: 0, colleague: 1 });
  for (const end of ends.splice(0)) end();
  await until(() => got.viewer === 1);
  for (const socket of sockets) await socket.dispose();
});
