import { afterEach, describe, expect, test } from '@jest/globals';
import type { Client as SocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import {
  admin,
  anonymous,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  publish,
  running,
  usePortal,
  type Client,
  type TestViewer,
} from '../harness.ts';
import { authorize, joined, RawSocket } from '../pusher.ts';
import { signInStatements } from '../sign-in-statements.ts';
import { until } from '../until.ts';
import { firstAnswer, openSocket, type Received } from './socket.ts';

usePortal();

const CHANGED =
  'subscription($id: ID!) { deviceHistoryChanged(patientId: $id) { patient { databaseId } deviceHistory { databaseId } } }';
const TOPIC = 'device-history.changed';

const opened: SocketClient[] = [];
const socketOf = (viewer: Client, headers?: Record<string, string>): SocketClient => {
  const socket = openSocket(viewer, headers);
  opened.push(socket);
  return socket;
};
afterEach(async () => {
  for (const socket of opened.splice(0)) await socket.dispose();
});

const listeners = () => running().app.pubsub.listeners(TOPIC);

/** Subscribes and waits until the server listens. */
async function listen(viewer: TestViewer, patientId: number) {
  const got = { events: [] as Received[], closed: undefined as number | undefined, end: () => undefined as void };
  const before = listeners();
  const socket = socketOf(viewer);
  got.end = socket.subscribe(
    { query: CHANGED, variables: { id: String(patientId) } },
    {
      next: (event) => void got.events.push(event as Received),
      error: (error) => void (got.closed = (error as { code?: number }).code ?? -1),
      complete: () => undefined,
    },
  );
  await until(() => listeners() > before);
  return got;
}

async function patientWithDevice(viewer: TestViewer) {
  const patient = await makePatient(viewer.orgId);
  const history = await makeHistory(patient, await makeMachine(viewer.orgId));
  return {
    patient,
    announce: () => publish(TOPIC, { patientId: patient.id, historyId: history }),
    history,
  };
}

/** Returns the answer to an upgrade. */
function upgrade(path: string, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(anonymous().origin.replace('http', 'ws') + path, 'graphql-transport-ws', { headers });
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode!));
    socket.on('open', () => {
      resolve(101);
      socket.close();
    });
    socket.on('error', () => undefined);
  });
}

describe('a socket', () => {
  test('is refused from a foreign origin and at any other path', async () => {
    const { cookie } = (await asViewer()).headers;
    const host = anonymous().origin.replace('http://', '');
    for (const origin of [
      'https://evil.example',
      `http://${host}.evil.example`,
      `http://evil-${host}`,
      'null',
      'nonsense',
    ])
      expect([origin, await upgrade('/graphql', { cookie: cookie!, origin })]).toEqual([origin, 403]);
    expect(await upgrade('/graphql', { cookie: cookie!, origin: `http://${host}` })).toBe(101);
    for (const path of ['/', '/graphql/x', '/app', '/app/', '/app/key/more', '/graphqlx'])
      expect(await upgrade(path, { cookie: cookie! })).toBe(404);
  });

  test('of a guest, or of a session without its second factor, is closed with 4401', async () => {
    expect(await firstAnswer(socketOf(anonymous()), CHANGED, { id: '1' })).toEqual({ closed: 4401 });
    const viewer = await asViewer();
    await admin.query("update sessions set stage = 'verify' where user_id = $1", [viewer.userId]);
    expect(await firstAnswer(socketOf(viewer), CHANGED, { id: '1' })).toEqual({ closed: 4401 });
  });

  test('that sends nothing, garbage or too much is closed, and the others stay connected', async () => {
    const viewer = await asViewer();
    const { patient, announce } = await patientWithDevice(viewer);
    const polite = await listen(viewer, patient.id);
    const closed = (send: string | null) =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(`${viewer.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
          headers: { cookie: viewer.headers.cookie! },
        });
        socket.on('open', () => send !== null && socket.send(send));
        socket.on('close', resolve);
        socket.on('error', () => undefined);
      });
    const nothing = closed(null);
    expect(await closed('nonsense')).toBe(4400);
    expect(await closed('{"type":"subscribe","id":"1","payload":{"query":"{ __typename }"}}')).toBe(4401);
    expect(await closed('x'.repeat(65 * 1024))).toBe(1009);
    expect(await nothing).toBe(4408);
    await announce();
    await until(() => polite.events.length === 1);
  });

  test('does not keep an idle session alive', async () => {
    const viewer = await asViewer();
    await admin.query("update sessions set last_seen_at = now() - interval '20 minutes' where user_id = $1", [
      viewer.userId,
    ]);
    const { patient, announce } = await patientWithDevice(viewer);
    const { events } = await listen(viewer, patient.id);
    await announce();
    await until(() => events.length === 1);
    const { rows } = await admin.query<{ idle: number }>(
      'select extract(epoch from now() - last_seen_at)::int as idle from sessions where user_id = $1',
      [viewer.userId],
    );
    expect(rows[0]!.idle).toBeGreaterThanOrEqual(1200);
  });

  test('is closed with 4401 within seconds of signing out, and its subscription ends', async () => {
    const viewer = await asViewer();
    const { patient, announce } = await patientWithDevice(viewer);
    const got = await listen(viewer, patient.id);
    await viewer.rest('POST', '/logout');
    await announce(); // too late
    await until(() => got.closed !== undefined);
    expect(got.closed).toBe(4401);
    await until(() => listeners() === 0);
    expect(got.events.filter(({ data }) => data)).toEqual([]);
  });
});

describe('an operation over the socket', () => {
  test.each([
    ['a query', '{ viewer { locale } }', 'BAD_REQUEST'],
    ['a mutation', 'mutation { signOut { userErrors { code } } }', 'BAD_REQUEST'],
    [
      'introspection by a user without view.graphiql',
      'subscription { deviceHistoryChanged(patientId: 1) { patient { __typename } __typename } } fragment a on Query { __schema { types { name } } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a document that is too deep',
      'subscription { deviceHistoryChanged(patientId: 1) { patient { devices { machine { currentPatient { devices { machine { currentPatient { id } } } } } } } } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a document of too many aliases',
      `subscription { deviceHistoryChanged(patientId: 1) { ${Array.from({ length: 16 }, (_, index) => `a${index}: __typename`).join(' ')} } }`,
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a document of too many tokens',
      `subscription { deviceHistoryChanged(patientId: 1) { ${'__typename '.repeat(2000)} } }`,
      'GRAPHQL_PARSE_FAILED',
    ],
    [
      'a document that is too expensive',
      'subscription { deviceHistoryChanged(patientId: 1) { patient { devices { machine { history { patient { devices { id } } } } a: machine { history { patient { devices { id } } } } b: machine { history { patient { devices { id } } } } c: machine { history { patient { devices { id } } } } d: machine { history { patient { devices { id } } } } } } } }',
      'TOO_EXPENSIVE',
    ],
    [
      'a misspelled field',
      'subscription { deviceHistoryChange(patientId: 1) { patient { id } } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('%s is refused', async (_title, query, code) => {
    const viewer = await asViewer({ can: ['view.patient'] });
    const { errors } = await firstAnswer(socketOf(viewer), query);
    expect(errors?.[0]?.extensions?.code).toBe(code);
    expect(JSON.stringify(errors)).not.toMatch(/did you mean/i);
  });
});

describe('a subscription', () => {
  test('delivers the changes of its own patient, read again as its viewer, and no others', async () => {
    const viewer = await asViewer();
    const { patient, announce, history } = await patientWithDevice(viewer);
    const other = await patientWithDevice(viewer);
    const { events, end } = await listen(viewer, patient.id);
    await other.announce();
    await announce();
    await until(() => events.length > 0);
    expect(events).toEqual([
      {
        data: { deviceHistoryChanged: { patient: { databaseId: patient.id }, deviceHistory: { databaseId: history } } },
      },
    ]);
    end();
    await until(() => listeners() === 0);
  });

  test('leaves an audit line for each event that staff reads, naming the patient', async () => {
    const [owner, support] = [await asViewer(), await asViewer({ kind: 'support' })];
    const { patient, announce, history } = await patientWithDevice(owner);
    const heard = [await listen(support, patient.id), await listen(owner, patient.id)];
    await announce();
    await announce();
    await until(() => heard.every(({ events }) => events.length === 2));
    await running().app.readLog.flush();
    const { rows } = await admin.query(
      "select outcome, patient_ids, properties from audit_log where operation = 'Subscription.deviceHistoryChanged' and actor_user_id = any ($1)",
      [[support.userId, owner.userId]],
    );
    const properties = { subjects: [`Patient:${patient.id}`, `DeviceHistory:${history}`] };
    expect(rows).toEqual(Array(4).fill({ outcome: 'read', patient_ids: [patient.id], properties }));
  });

  test('checks the permission again at each event', async () => {
    const viewer = await asViewer();
    const { patient, announce } = await patientWithDevice(viewer);
    const { events } = await listen(viewer, patient.id);
    await admin.query('delete from user_roles where user_id = $1', [viewer.userId]);
    await announce();
    await until(() => events.length === 1);
    expect(events[0]!.data ?? null).toBeNull();
    expect(events[0]!.errors?.[0]?.extensions).toEqual({ code: 'FORBIDDEN' });
  });

  test('shows nothing of a patient who moved to another organization since the subscription', async () => {
    const viewer = await asViewer();
    const outsider = await asViewer();
    const { patient } = await patientWithDevice(viewer);
    const theirs = await patientWithDevice(outsider);
    const { events } = await listen(viewer, patient.id);
    // A forged event that combines the patient with another organization's assignment.
    await publish(TOPIC, { patientId: patient.id, historyId: theirs.history });
    await until(() => events.length === 1);
    expect(JSON.stringify(events)).not.toContain(String(theirs.history));
  });

  test('of a fault shows only its code', async () => {
    const viewer = await asViewer();
    const { patient, announce } = await patientWithDevice(viewer);
    const { events } = await listen(viewer, patient.id);
    await admin.query('revoke select on device_history from airlog_org');
    await announce();
    try {
      await until(() => events.length === 1);
    } finally {
      await admin.query('grant select on device_history to airlog_org');
    }
    expect(events[0]!.errors?.[0]).toMatchObject({
      message: 'Server Error',
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    });
    expect(JSON.stringify(events)).not.toMatch(/permission denied|device_history/);
  });

  test('is one of 20 at most on a socket: the next one is refused before anything is read, in the language of the user', async () => {
    const viewer = await asViewer({ locale: 'es' });
    const { patient } = await patientWithDevice(viewer);
    const socket = socketOf(viewer);
    const refused: unknown[] = [];
    const subscribe = (id: string) =>
      socket.subscribe(
        { query: CHANGED, variables: { id } },
        { next: () => undefined, error: (error) => void refused.push(error), complete: () => undefined },
      );
    for (let nth = 0; nth < 20; nth += 1) subscribe(String(patient.id));
    await until(() => listeners() === 20);
    expect(refused).toEqual([]);
    const reads = await signInStatements(() => {
      subscribe(String(patient.id));
      return until(() => refused.length === 1);
    });
    expect(refused).toEqual([[{ message: 'Demasiados intentos.', extensions: { code: 'TOO_MANY' } }]]);
    expect(reads).toEqual([]);
    expect(listeners()).toBe(20);
    await socket.dispose();
    await until(() => listeners() === 0);
  });
});

test('a user has 20 sockets at most on both endpoints together: one more is refused before anything is read', async () => {
  const viewer = await asViewer();
  const { patient } = await patientWithDevice(viewer);
  const colleague = await asViewer({ orgId: viewer.orgId });
  const patientId = String(patient.id);
  const ends: (() => void)[] = [];
  const open = async (who: TestViewer) => {
    const before = listeners();
    const got = { closed: undefined as number | undefined };
    const socket = socketOf(who);
    ends.push(
      socket.subscribe(
        { query: CHANGED, variables: { id: patientId } },
        {
          next: () => undefined,
          error: (error) => void (got.closed = (error as { code?: number }).code ?? -1),
          complete: () => undefined,
        },
      ),
    );
    await until(() => listeners() > before || got.closed !== undefined);
    return got.closed;
  };
  for (let nth = 0; nth < 19; nth += 1) expect(await open(viewer)).toBeUndefined();
  const pusher = await joined(viewer);
  const reads = await signInStatements(async () => {
    expect(await open(viewer)).toBeDefined();
    expect(await upgrade('/graphql', { cookie: viewer.headers.cookie! })).toBe(429);
  });
  expect(reads).toEqual([]);
  const other = new RawSocket();
  const channel = `private-org-message.${viewer.orgId}`;
  const { auth } = await authorize(viewer, await other.id(), channel);
  const join = async () => {
    const before = other.frames.length;
    other.send({ event: 'pusher:subscribe', data: { auth, channel } });
    await until(() => other.frames.length > before);
    return other.frames.at(-1)!.event;
  };
  expect(await join()).toContain('error');
  expect(await open(colleague)).toBeUndefined();
  pusher.close();
  await until(async () => (await upgrade('/graphql', { cookie: viewer.headers.cookie! })) === 101);
  await until(async () => (await join()) === 'pusher_internal:subscription_succeeded');
  other.close();
  for (const end of ends) end();
});

test('a socket receives its id when it is accepted, and the page sends it as X-Socket-Id', async () => {
  const ids = await Promise.all(
    [1, 2].map(async () => {
      const socket = socketOf(await asViewer());
      const received = new Promise((resolve) =>
        socket.on('connected', (_socket, payload) => resolve(payload?.socketId)),
      );
      socket.subscribe(
        { query: CHANGED, variables: { id: '1' } },
        { next: () => undefined, error: () => undefined, complete: () => undefined },
      );
      return received;
    }),
  );
  for (const id of ids) expect(id).toMatch(/^\d+\.\d+$/);
  expect(ids[0]).not.toBe(ids[1]);
});
