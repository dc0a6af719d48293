import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import WebSocket from 'ws';
import { makeAccount, OLD_PASSWORD, signIn } from '../../test/account.ts';
import {
  admin,
  anonymous,
  asViewer,
  makeOrganization,
  running,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import { asToken } from '../../test/token.ts';
import { SecurityLog, type RefusedRequest } from '../shared/security-log.ts';

const FAILURES = 40;
usePortal({ signInsPerMinute: FAILURES });

let orgId: number;
let viewer: TestViewer;
beforeAll(async () => {
  orgId = await makeOrganization();
  viewer = await asViewer({ orgId });
});
beforeEach(async () => {
  await running().app.securityLog.flush();
  await admin.query('delete from security_events; delete from attempt_counters');
});

interface Row {
  kind: string;
  org_id: number | null;
  user_id: number | null;
  account: string | null;
  address: string | null;
  count: number;
}
/** What is counted, the most first. */
async function counted(): Promise<Row[]> {
  await running().app.securityLog.flush();
  const { rows } = await admin.query<Row>(
    'select kind, org_id, user_id, account, address, count from security_events order by count desc, kind, account',
  );
  return rows;
}

const fresh = (email: string) => signIn(email, 'not the right password');

describe('a refusal leaves a line', () => {
  test('of a sign-in with an account that no user has, without what was typed', async () => {
    const info = jest.spyOn(running().app.log, 'info');
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await fresh('None@else.test')).status).toBe(422);
    const [row, ...others] = await counted();
    expect([row, others]).toEqual([
      {
        kind: 'sign_in',
        org_id: null,
        user_id: null,
        account: expect.stringMatching(/^#[0-9a-f]{12}$/),
        address: expect.stringMatching(/^(127\.0\.0\.1|::\/64)$/),
        count: 3,
      },
      [],
    ]);
    const lines = info.mock.calls.filter(([, text]) => text === 'refused').map(([fields]) => fields);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({
      kind: 'sign_in',
      account: row!.account,
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(JSON.stringify([lines, row])).not.toMatch(/else|not the right/i);
    info.mockRestore();
  });

  test('of a wrong password, with the user and the organization, also while the guesses are locked out', async () => {
    const account = await makeAccount({}, orgId);
    for (let attempt = 0; attempt < 7; attempt += 1) await fresh(account.email.toUpperCase());
    expect(await counted()).toEqual([
      expect.objectContaining({
        kind: 'sign_in',
        org_id: orgId,
        user_id: account.id,
        account: account.email,
        count: 7,
      }),
    ]);
  });

  test('of too many requests, and the right sign-in leaves none', async () => {
    const account = await makeAccount({}, orgId);
    expect((await signIn(account.email, OLD_PASSWORD)).status).toBe(200);
    expect(await counted()).toEqual([]);
    await admin.query(
      "insert into attempt_counters (key, attempts, window_started_at) select 'sign-in-address:' || a, 1000, now() from unnest(array['127.0.0.1', '0:0:0:0']) a",
    );
    expect((await signIn(account.email, OLD_PASSWORD)).status).toBe(429);
    expect(await counted()).toEqual([
      expect.objectContaining({ kind: 'too_many', org_id: null, account: null, count: 1 }),
    ]);
  });

  test('of a request without the CSRF token, with its user', async () => {
    const answer = await viewer.rest('PATCH', '/api/patients/1', {}, { 'x-xsrf-token': 'wrong' });
    expect(answer.status).toBe(419);
    expect(
      (await viewer.rest('POST', '/graphql', { query: '{ __typename }' }, { 'x-xsrf-token': 'wrong' })).status,
    ).toBe(419);
    expect(await counted()).toEqual([
      expect.objectContaining({ kind: 'csrf', org_id: orgId, user_id: viewer.userId, count: 2 }),
    ]);
  });

  test("of another site's page: a request, a request without a token, and sockets", async () => {
    expect((await viewer.rest('PATCH', '/api/patients/1', {}, { origin: 'https://evil.test' })).status).toBe(419);
    const elsewhere = { 'sec-fetch-site': 'cross-site' };
    expect((await viewer.rest('POST', '/broadcasting/auth', {}, elsewhere)).status).toBe(403);
    for (const path of ['/graphql', '/app/278d425bdf160c739803']) {
      const socket = new WebSocket(`${viewer.origin.replace('http', 'ws')}${path}`, 'graphql-transport-ws', {
        headers: { origin: 'https://evil.test' },
      });
      await new Promise((resolve) => socket.once('close', resolve).once('error', resolve));
    }
    expect(await counted()).toEqual([
      expect.objectContaining({ kind: 'origin', user_id: viewer.userId, count: 2 }),
      expect.objectContaining({ kind: 'origin', user_id: null, count: 2 }),
    ]);
  });

  test('of a wrong token in both APIs and on a socket, and of a wrong secret of an API key and of a device', async () => {
    const wrong = { authorization: `Bearer airlog_pat_${'x'.repeat(43)}` };
    const guest = anonymous();
    const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
      fetch(guest.origin + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
    const rest = await call('GET', '/api/user', wrong);
    expect([rest.status, rest.headers.get('x-request-id')]).toEqual([401, expect.stringMatching(/^[\w-]{36}$/)]);
    expect((await call('POST', '/graphql', wrong, { query: '{ __typename }' })).status).toBe(401);
    const socket = new WebSocket(`${guest.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    socket.once('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: wrong })));
    await new Promise((resolve) => socket.once('close', resolve));
    const client = { grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' };
    expect((await call('POST', '/oauth/token', {}, client)).status).toBe(401);
    const device = { authorization: `Device A3900012345:${'x'.repeat(43)}` };
    expect((await call('POST', '/device/v1/sessions', device, {})).status).toBe(401);
    expect((await counted()).map(({ kind, count }) => [kind, count])).toEqual([
      ['token', 3],
      ['api_key', 1],
      ['device', 1],
    ]);
  });

  test('of a token whose scopes do not include the operation, in both APIs', async () => {
    const { secret } = await asToken(viewer, ['view.user']);
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const ask = (path: string, query?: string) =>
      fetch(viewer.origin + path, query ? { method: 'POST', headers, body: JSON.stringify({ query }) } : { headers });
    expect((await ask('/api/patients/datatable')).status).toBe(403);
    await ask('/graphql', '{ a: patients { totalCount } b: patients { totalCount } }');
    expect(await counted()).toEqual([
      expect.objectContaining({ kind: 'scope', org_id: orgId, user_id: viewer.userId, count: 2 }),
    ]);
  });

  test('of a query that is too expensive', async () => {
    const fields = [1, 2, 3].map((nth) => `d${nth}: dashboard { cards { count } }`);
    const { errors } = await viewer.gql(`{ ${fields.join(' ')} }`);
    expect(errors![0]!.extensions.code).toBe('TOO_EXPENSIVE');
    expect(await counted()).toEqual([
      expect.objectContaining({ kind: 'too_expensive', org_id: orgId, user_id: viewer.userId, count: 1 }),
    ]);
  });

  test('not of a missing permission, which the audit log has, nor of a request without a session', async () => {
    const plain = await asViewer({ orgId, can: [] });
    expect((await plain.rest('GET', '/api/orgs/datatable')).status).toBe(403);
    expect((await anonymous().rest('GET', '/api/user')).status).toBe(401);
    expect(await counted()).toEqual([]);
  });
});

describe('a flood', () => {
  const note = (event: Partial<RefusedRequest> & Pick<RefusedRequest, 'kind'>) =>
    running().app.securityLog.note({ ip: '203.0.113.66', requestId: 'r', ...event });
  const total = (rows: Row[]) => rows.reduce((sum, { count }) => sum + count, 0);
  const isOther = ({ address }: Row) => address === null;

  test('of addresses has 100 rows of a kind in an hour, and the others are counted in one row', async () => {
    for (let n = 0; n < 100; n += 1) note({ kind: 'csrf', ip: `203.0.113.${n}` });
    expect(await counted()).toHaveLength(100);
    for (let n = 0; n < 7; n += 1) note({ kind: 'csrf', ip: `198.51.100.${n}` });
    note({ kind: 'csrf', ip: '203.0.113.5' });
    const rows = await counted();
    expect([rows.length, total(rows), rows.filter(isOther)]).toEqual([
      101,
      108,
      [expect.objectContaining({ kind: 'csrf', count: 7, org_id: null })],
    ]);
    expect(rows.find(({ address }) => address === '203.0.113.5')).toMatchObject({ count: 2 });
  });

  test('of unknown accounts leaves the rows of an organization to its own accounts', async () => {
    for (let n = 0; n < 300; n += 1) note({ kind: 'sign_in', email: `none-${n}@flood.test` });
    const account = await makeAccount({}, orgId);
    await counted();
    note({ kind: 'sign_in', email: account.email });
    const rows = await counted();
    expect(rows.filter(({ org_id }) => org_id === orgId)).toEqual([
      expect.objectContaining({ account: account.email, count: 1 }),
    ]);
    expect([rows.length, total(rows)]).toEqual([102, 301]);
  });

  test('of one second takes the memory of 500 different ones, and none is uncounted', async () => {
    for (let n = 0; n < 5000; n += 1) note({ kind: 'token', ip: `10.0.${n >> 8}.${n & 255}` });
    const rows = await counted();
    expect([rows.length, total(rows), rows.filter(isOther).length]).toEqual([100, 5000, 1]);
  });

  test('has 2,000 rows in an hour in all, and then one of each kind', async () => {
    await admin.query(
      `insert into security_events (hour, kind, org_id, address, count, request_id)
       select date_trunc('hour', now(), 'UTC'), 'csrf', $1, '10.1.' || n / 256 || '.' || n % 256, 1, 'r' from generate_series(1, 1999) n`,
      [orgId],
    );
    note({ kind: 'token', ip: '198.51.100.1' });
    await counted();
    note({ kind: 'token', ip: '198.51.100.2', userId: viewer.userId });
    note({ kind: 'origin', ip: '198.51.100.3' });
    const rows = (await counted()).filter(({ kind }) => kind !== 'csrf');
    expect(rows.map(({ kind, org_id, address, count }) => [kind, org_id, address, count])).toEqual([
      ['origin', null, null, 1],
      ['token', null, '198.51.100.1', 1],
      ['token', null, null, 1],
    ]);
  });

  test('logs 100 lines of a second, and the number of the others', async () => {
    const [info, warn] = [jest.spyOn(running().app.log, 'info'), jest.spyOn(running().app.log, 'warn')];
    for (let n = 0; n < 130; n += 1) note({ kind: 'csrf' });
    await counted();
    expect(info.mock.calls.filter(([, text]) => text === 'refused')).toHaveLength(100);
    expect(warn.mock.calls).toEqual([[{ lines: 30 }, 'more was refused than is logged']]);
    note({ kind: 'csrf' });
    expect(info.mock.calls.filter(([, text]) => text === 'refused')).toHaveLength(101);
    info.mockRestore();
    warn.mockRestore();
  });

  test('of two nodes is counted exactly', async () => {
    const { app } = running();
    const other = new SecurityLog(app.db, app.log, app.config.sessionSecret);
    for (let n = 0; n < 90; n += 1) {
      note({ kind: 'csrf', ip: `203.0.113.${n}` });
      other.note({ kind: 'csrf', ip: `198.51.100.${n}`, requestId: 'r' });
      other.note({ kind: 'csrf', ip: `203.0.113.${n}`, requestId: 'r' });
    }
    await Promise.all([other.close(), app.securityLog.flush()]);
    const rows = await counted();
    expect([rows.length, total(rows)]).toEqual([101, 270]);
  });
});

test('a user of an IPv6 network has one row, whichever address is used', async () => {
  for (const end of ['1', 'a:b:c'])
    running().app.securityLog.note({ kind: 'csrf', ip: `2001:db8:1:2::${end}`, requestId: 'r' });
  expect((await counted()).map(({ address, count }) => [address, count])).toEqual([['2001:db8:1:2::/64', 2]]);
});

describe('while the database takes no row', () => {
  afterAll(() => admin.query('grant insert, update on security_events to airlog_auth'));
  test('refusals are answered as ever, wait, and are counted later', async () => {
    await admin.query('revoke insert, update on security_events from airlog_auth');
    expect((await fresh('none@later.test')).status).toBe(422);
    expect(await counted()).toEqual([]);
    expect((await fresh('none@later.test')).status).toBe(422);
    await admin.query('grant insert, update on security_events to airlog_auth');
    expect(await counted()).toEqual([expect.objectContaining({ kind: 'sign_in', count: 2 })]);
  });
});
