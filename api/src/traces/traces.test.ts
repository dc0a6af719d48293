import { BlockList } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { openSocket } from '../../test/contract/socket.ts';
import {
  admin,
  anonymous,
  asViewer,
  makePatient,
  publish,
  running,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { startMailServer, type MailServer } from '../../test/smtp.ts';
import { startTraceReceiver, type ReceivedSpan } from '../../test/trace-receiver.ts';
import { until } from '../../test/until.ts';
import { queueMail } from '../mail/mail.service.ts';
import { Context } from '../shared/context.ts';
import { createLogger } from '../shared/logger.ts';
import { toGlobalId } from '../shared/node.ts';

const receiver = await startTraceReceiver();
usePortalHere({ tracing: { url: receiver.url, sampler: 'parentbased_always_on', ratio: 1 } });
afterAll(() => receiver.close());

const [INTERNAL, SERVER, CLIENT, CONSUMER] = [1, 2, 3, 5];
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

const job = () => Context.of(running().app, { kind: 'jobs' }, 'a test');

let viewer: TestViewer;
let mails: MailServer;
beforeAll(async () => {
  mails = await startMailServer();
  running().app.config.smtpUrl = mails.url;
  viewer = await asViewer();
});
afterAll(() => mails.close());

async function spans(): Promise<ReceivedSpan[]> {
  await running().app.traces!.flush();
  return receiver.spans();
}

/** Returns the trace of a request by the id that its answer shows: its own span first. It ends a moment after its answer. */
async function traceOf({ headers }: { headers: Headers }): Promise<ReceivedSpan[]> {
  const id = headers.get('x-request-id');
  let all: ReceivedSpan[] = [];
  let root: ReceivedSpan | undefined;
  await until(async () => {
    all = await spans();
    root = all.find(({ attributes }) => attributes['airlog.request_id'] === id);
    return root;
  });
  return [root!, ...all.filter((span) => span.traceId === root!.traceId && span !== root)];
}
const within = (span: ReceivedSpan, all: ReceivedSpan[]) => all.filter(({ parent }) => parent === span.spanId);
const named = (name: string, all: ReceivedSpan[]) => all.find((span) => span.name === name)!;

describe('the trace of a request has', () => {
  test('its route, the GraphQL operation within it, and the statements within that', async () => {
    const all = await traceOf(
      await viewer.rest('POST', '/graphql', { query: 'query Mine { patients { totalCount } }' }),
    );
    const [request] = all;
    expect(request).toMatchObject({ name: 'POST /graphql', kind: SERVER, parent: undefined, failed: false });
    expect(request!.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/graphql',
      'http.response.status_code': 200,
    });
    const operation = named('Query.patients', within(request!, all));
    expect(operation).toMatchObject({ kind: INTERNAL, attributes: { 'graphql.operation.type': 'query' } });
    const statement = named('select patients', within(operation, all));
    expect(statement).toMatchObject({ kind: CLIENT, attributes: { 'db.system.name': 'postgresql' }, failed: false });
    expect(statement.started <= statement.ended && statement.ended <= operation.ended).toBe(true);
    expect(request!.started <= operation.started && operation.started <= statement.started).toBe(true);
  });

  test('the pattern of a REST route and never its path', async () => {
    const { id } = await makePatient(viewer.orgId);
    const [request, ...others] = await traceOf(await viewer.rest('GET', `/api/patients/${id}/devices`));
    expect(request!.name).toBe('GET /api/patients/:patient/devices');
    const operation = named('GET /api/patients/{patient}/devices', others);
    expect(operation.parent).toBe(request!.spanId);
    expect(within(operation, others).filter(({ name }) => name.startsWith('select ')).length).toBeGreaterThan(0);
  });

  test('no operation when it was refused before it was known what it asks for', async () => {
    const all = await traceOf(await viewer.rest('POST', '/graphql', { query: '{ nothing }' }));
    expect(all.filter(({ kind }) => kind === INTERNAL)).toEqual([]);
    expect(all[0]).toMatchObject({ failed: false, attributes: { 'http.response.status_code': 400 } });
  });

  test('the code of a fault in each of its parts, and of a statement that failed', async () => {
    await admin.query('alter table patients rename to patients_away');
    try {
      const [request, ...others] = await traceOf(await viewer.rest('GET', '/api/patients/datatable'));
      expect(request).toMatchObject({ failed: true, attributes: { 'error.type': '500' } });
      expect(named('GET /api/patients/datatable', others)).toMatchObject({ failed: true });
      const failed = others.filter((span) => span.failed && span.kind === CLIENT);
      expect(failed[0]!.attributes).toMatchObject({ 'error.type': '42P01', 'db.response.status_code': '42P01' });
      const graphql = await traceOf(await viewer.rest('POST', '/graphql', { query: '{ patients { totalCount } }' }));
      expect(named('Query.patients', graphql)).toMatchObject({
        failed: true,
        attributes: { 'error.type': 'INTERNAL_SERVER_ERROR' },
      });
    } finally {
      await admin.query('alter table patients_away rename to patients');
    }
  });
});

describe('a trace of its own has', () => {
  test('a job, with its statements', async () => {
    const before = (await spans()).length;
    await admin.query("update patients set therapy_start = '2026-01-01' where org_id = $1", [viewer.orgId]);
    let job: ReceivedSpan | undefined;
    await until(async () => (job = named('recompute-compliance', (await spans()).slice(before))));
    expect(job).toMatchObject({ kind: CONSUMER, parent: undefined, failed: false });
    expect(within(job!, await spans()).length).toBeGreaterThan(0);
  });

  test('an event of a subscription', async () => {
    const { id } = await makePatient(viewer.orgId);
    const listeners = () => running().app.pubsub.listeners('device-history.changed');
    const socket = openSocket(viewer);
    try {
      let heard = 0;
      socket.subscribe(
        {
          query: 'subscription ($ids: [ID!]!) { patientsChanged(patientIds: $ids) { patientId } }',
          variables: { ids: [toGlobalId('Patient', id)] },
        },
        { next: () => void (heard += 1), error: () => undefined, complete: () => undefined },
      );
      await until(() => listeners() > 0);
      await publish('device-history.changed', { patientId: id, historyId: 0 });
      await until(() => heard > 0);
    } finally {
      await socket.dispose();
    }
    let event: ReceivedSpan | undefined;
    await until(async () => (event = named('Subscription.patientsChanged', await spans())));
    expect(within(event!, await spans()).length).toBeGreaterThan(0);
    await until(() => listeners() === 0);
  });
});

test('what writes for many requests is part of none', async () => {
  await viewer.gql('{ patients { edges { node { firstName } } } }');
  await until(
    async () => (await admin.query('select from audit_log where operation = $1', ['Query.patients'])).rowCount,
  );
  expect((await spans()).filter(({ name }) => name.startsWith('insert audit_log'))).toEqual([]);
});

test('the checks of a load balancer are not traced', async () => {
  for (const path of ['/healthz', '/readyz', '/version']) await viewer.rest('GET', path);
  await traceOf(await viewer.rest('GET', '/api/patients/datatable'));
  expect((await spans()).filter(({ name }) => /z$|version/.test(name))).toEqual([]);
});

describe('the traceparent of a request', () => {
  const asked = (traceparent: string) =>
    viewer.rest('GET', '/api/patients/datatable', undefined, { traceparent, tracestate: 'canary=Canarystate' });
  afterEach(() => {
    running().app.config.trustedProxies = new BlockList();
  });

  test('is a link: a client chooses neither a trace nor whether it is sampled', async () => {
    const [request] = await traceOf(await asked(`00-${TRACE}-${CALLER}-00`));
    expect(request).toMatchObject({ parent: undefined, links: [{ traceId: TRACE, spanId: CALLER }] });
    expect(request!.traceId).not.toBe(TRACE);
  });

  test('of a trusted proxy is the parent', async () => {
    running().app.config.trustedProxies.addAddress('127.0.0.1');
    const [request] = await traceOf(await asked(`00-${TRACE}-${CALLER}-01`));
    expect(request).toMatchObject({ traceId: TRACE, parent: CALLER, links: [] });
  });

  test('of a trusted proxy decides whether it is sampled', async () => {
    running().app.config.trustedProxies.addAddress('127.0.0.1');
    const trace = 'a'.repeat(32);
    await asked(`00-${trace}-${CALLER}-00`);
    await traceOf(await asked(`00-${TRACE}-${CALLER}-01`));
    expect((await spans()).filter(({ traceId }) => traceId === trace)).toEqual([]);
  });

  test.each(['', 'Canary', `00-${'0'.repeat(32)}-${CALLER}-01`, `00-${TRACE}-${CALLER}-01-Canary`])(
    'that is none is not read: %s',
    async (traceparent) => {
      expect((await traceOf(await asked(traceparent)))[0]).toMatchObject({ parent: undefined, links: [] });
    },
  );
});

test('each line of the log of a request names its trace and its span', async () => {
  const lines: Record<string, unknown>[] = [];
  const { app } = running();
  const { log } = app;
  app.log = createLogger('debug', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) }, true);
  await admin.query('alter table patients rename to patients_away');
  try {
    const answer = await viewer.rest('GET', '/api/patients/datatable');
    const [request, ...others] = await traceOf(answer);
    const operation = named('GET /api/patients/datatable', others);
    await until(() => lines.some(({ msg }) => msg === 'request'));
    expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({
      trace_id: request!.traceId,
      span_id: request!.spanId,
      requestId: answer.headers.get('x-request-id'),
    });
    const fault = lines.find(({ level }) => level === 50);
    expect(fault).toMatchObject({ trace_id: request!.traceId, span_id: operation.spanId });

    // A body that cannot be read is refused before there is an operation.
    const [refused] = await traceOf(await viewer.rest('POST', '/api/patients', '{"half": '));
    const its = ({ msg, trace_id: id }: (typeof lines)[0]) => msg === 'request' && id === refused!.traceId;
    await until(() => lines.some(its));
  } finally {
    await admin.query('alter table patients_away rename to patients');
    app.log = log;
  }
});

test('the line of a slow statement names the trace of the request that asked for it', async () => {
  const lines: Record<string, unknown>[] = [];
  const { slow } = running().app.db;
  const { ms, log } = slow!;
  const sink = { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) };
  Object.assign(slow!, { ms: 0, log: createLogger('warn', sink, true) });
  try {
    const [first, second] = await Promise.all([
      viewer.rest('GET', '/api/patients/datatable'),
      viewer.rest('GET', '/api/patients/datatable?page=2'),
    ]);
    for (const answer of [first, second]) {
      const [request] = await traceOf(answer);
      const own = lines.filter(({ requestId }) => requestId === answer.headers.get('x-request-id'));
      expect(own.length).toBeGreaterThan(0);
      expect(new Set(own.map(({ trace_id: id }) => id))).toEqual(new Set([request!.traceId]));
    }
    const ofNone = lines.filter(({ requestId }) => requestId === undefined);
    expect(ofNone.filter((line) => 'trace_id' in line)).toEqual([]);
  } finally {
    Object.assign(slow!, { ms, log });
  }
});

test('no value of a request or a row leaves the node', async () => {
  const canary = await asViewer();
  const patient = await makePatient(canary.orgId, { first_name: 'Canaryfirst', last_name: "Canary'last" });
  await admin.query("update users set email = $2, first_name = 'Canaryname' where id = $1", [
    canary.userId,
    `canary${canary.userId}@example.test`,
  ]);
  const forged = { traceparent: 'Canaryparent', tracestate: 'canary=Canarystate', 'user-agent': 'Canaryagent' };
  const asked = [
    await canary.rest('GET', '/api/patients/datatable?search=Canarylast&first_name=Canaryfirst', undefined, forged),
    await canary.rest('GET', '/api/patients/datatable?csv=true&search=Canarylast%27%20or%20%27Canary%5C%27'),
    await canary.rest('GET', `/api/patients/${patient.id}/devices?serial=Canaryserial`),
    await canary.rest('GET', '/api/patients/Canaryid/devices?serial=Canaryserial'),
    await canary.rest('GET', '/api/Canarypath'),
    await canary.rest('POST', '/login', { email: 'canary@example.test', password: 'Canarypassword' }),
    await canary.rest('POST', '/oauth/token', { grant_type: 'Canarygrant', client_secret: 'Canarysecret' }),
    await anonymous().rest('GET', '/api/patients/datatable', undefined, { authorization: 'Bearer Canarytoken' }),
    await canary.rest('POST', '/api/patients', {
      first_name: 'Canaryfirst',
      email: 'not-a-mail-Canary',
      phone: 'Canary',
    }),
    await canary.rest('POST', '/api/patients', '{"Canary": "broken'),
    await canary.rest('POST', '/graphql?Canaryquery=1', {
      operationName: 'Canaryname',
      query:
        'query Canaryname($id: ID!, $text: String) { Canaryalias: patient(id: $id) { firstName } patients(search: $text) { totalCount } }',
      variables: { id: toGlobalId('Patient', patient.id), text: "Canary'last" },
    }),
    await canary.rest('POST', '/graphql', { query: '{ Canaryfield }' }),
    await canary.rest('POST', '/graphql', {
      query: 'query ($id: ID!) { patient(id: $id) { id } }',
      variables: { id: 'Canaryid' },
    }),
  ];
  await canary.rest('GET', '/Canarypage/canary');
  await canary.rest('CANARYMETHOD', '/api/patients/datatable').catch(() => undefined);
  for (const answer of asked) await traceOf(answer);
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 404, 404, 422, 400, 401, 422, 400, 200, 400, 200]);
  await job().asAuth('write', (em) => queueMail(em, canary.userId, 'invitation'));
  await until(() => mails.taken.length > 0);
  await until(async () => named('send-mail', await spans()));
  expect(mails.taken[0]!.to).toBe(`canary${canary.userId}@example.test`);
  const all = receiver.sent.join('\n');
  expect(all).toContain('Query.patient');
  expect(all).not.toMatch(/canary/i);
  for (const value of [canary.sessionId!, canary.headers['x-xsrf-token']!, `patients/${patient.id}`])
    expect(all).not.toContain(value);
});

test('a mail that a job sends is a part of it, with the time that the mail server takes', async () => {
  const all = await spans();
  const call = named('mail server', all);
  expect(call).toMatchObject({ kind: CLIENT, failed: false });
  expect(all.find(({ spanId }) => spanId === call.parent)).toMatchObject({ name: 'send-mail', kind: CONSUMER });
});

// Last: it ends the portal.
test('a node that ends sends its last spans', async () => {
  const answer = await viewer.rest('GET', '/api/patients/datatable?last=1');
  await running().stop();
  const id = answer.headers.get('x-request-id');
  expect(receiver.spans().filter(({ attributes }) => attributes['airlog.request_id'] === id)).toHaveLength(1);
});
