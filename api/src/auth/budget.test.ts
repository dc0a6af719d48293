import { afterEach, expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { firstAnswer } from '../../test/contract/socket.ts';
import { admin, asViewer, running, usePortalHere } from '../../test/harness.ts';
import { asToken, holdPoints, pointsOf, type TokenClient } from '../../test/token.ts';
import { startPortal } from '../start.ts';

usePortalHere({ tokenPointsPerHour: 100 });
afterEach(() => admin.query('delete from attempt_counters'));

/** Seconds in which one of 100 points an hour comes back. */
const SECONDS_OF_ONE = 36;
const MINE = '/api/users/my-org';

type Answer = Awaited<ReturnType<TokenClient['rest']>>;
const left = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'));
const waitOf = ({ headers }: Answer) => Number(headers.get('retry-after'));

/** As if `seconds` had passed for a token since its last point came back. */
const age = (token: TokenClient, seconds: number) =>
  admin.query('update attempt_counters set window_started_at = now() - make_interval(secs => $1) where key = $2', [
    seconds,
    pointsOf(token),
  ]);
/** As if `seconds` more had passed. */
const pass = (token: TokenClient, seconds: number) =>
  admin.query(
    'update attempt_counters set window_started_at = window_started_at - make_interval(secs => $1) where key = $2',
    [seconds, pointsOf(token)],
  );

test('each answer to a token says how many of its points are left, and then 429 until enough have come back', async () => {
  const viewer = await asViewer();
  const [token, other] = [await asToken(viewer), await asToken(viewer)];
  const ask = () => token.rest('GET', MINE);
  const first = await ask();
  expect([first.status, first.headers.get('x-ratelimit-limit'), left(first)]).toEqual([200, '100', 99]);
  const untilFull = Number(first.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
  expect(untilFull).toBeGreaterThan(SECONDS_OF_ONE - 10);
  expect(untilFull).toBeLessThan(SECONDS_OF_ONE + 5);
  await holdPoints(token, 98);
  const statuses = [await ask(), await ask(), await ask()].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 429]);
  await age(token, 0);
  const refused = await ask();
  expect([refused.status, refused.body, left(refused)]).toEqual([429, { message: 'Too Many Attempts.' }, 0]);
  expect(waitOf(refused)).toBeLessThanOrEqual(SECONDS_OF_ONE);
  expect(waitOf(refused)).toBeGreaterThan(SECONDS_OF_ONE - 10);
  const graphql = await token.rest('POST', '/graphql', { query: '{ viewer { locale } }' });
  expect([graphql.status, graphql.body.errors[0].extensions.code, left(graphql)]).toEqual([429, 'TOO_MANY', 0]);
  expect((await other.rest('GET', MINE)).status).toBe(200);
  expect((await viewer.rest('GET', MINE)).headers.get('x-ratelimit-limit')).toBeNull();
});

test('spent points come back one by one', async () => {
  const token = await asToken(await asViewer());
  await holdPoints(token, 100);
  await age(token, 73);
  const ask = async () => (await token.rest('GET', MINE)).status;
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
});

test.each([
  ['a table', ['GET', '/api/patients/datatable?limit=5']],
  ['a query', ['POST', '/graphql', { query: '{ patients(first: 5) { edges { node { id } } } }' }]],
] as [string, [string, string, unknown?]][])(
  '%s that is refused costs nothing, and is served after exactly the seconds of Retry-After',
  async (_name, request) => {
    const token = await asToken(await asViewer());
    const ask = () => token.rest(...request);
    const price = 100 - left(await ask());
    expect(price).toBeGreaterThan(5);
    await holdPoints(token, 100 - price + 1);
    await age(token, 0);
    const refused = await ask();
    expect([refused.status, left(refused)]).toEqual([429, price - 1]);
    expect(left(await token.rest('GET', MINE))).toBe(price - 2);
    const again = await ask();
    expect([again.status, left(again)]).toEqual([429, price - 2]);
    await pass(token, waitOf(again));
    const served = await ask();
    expect([served.status, left(served)]).toEqual([200, 0]);
  },
);

test('nodes spend from the same points, each point once, and keep none for themselves', async () => {
  const token = await asToken(await asViewer());
  const config = { ...running().app.config, tokenPointsPerHour: 10_000, port: 0 };
  const nodes = [await startPortal(config), await startPortal(config)];
  const ask = async (nth: number) => {
    const { port } = nodes[nth % 2]!;
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${MINE}`, { headers: token.headers });
    return { status, left: Number(headers.get('x-ratelimit-remaining')) };
  };
  try {
    await holdPoints(token, 20);
    expect([await ask(0), await ask(1), await ask(2)]).toEqual(
      [9979, 9978, 9977].map((points) => ({ status: 200, left: points })),
    );
    await holdPoints(token, 9923);
    const all = await Promise.all(Array.from({ length: 120 }, (_, nth) => ask(nth)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(77);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(43);
  } finally {
    for (const node of nodes) await node.stop();
  }
});

test('a query costs its points, and a table its rows', async () => {
  const token = await asToken(await asViewer());
  const { body, headers } = await token.rest('POST', '/graphql', {
    query: '{ patients(first: 10) { edges { node { id } } } }',
  });
  expect(body.extensions.cost).toBeGreaterThan(10);
  expect(Number(headers.get('x-ratelimit-remaining'))).toBe(100 - body.extensions.cost);
  const table = await token.rest('GET', '/api/patients/datatable?limit=100');
  expect(table.status).toBe(429);
});

test('a subscription whose points are not left is refused', async () => {
  const token = await asToken(await asViewer());
  await holdPoints(token, 100);
  const socket = createClient({
    url: `${token.origin.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { authorization: `Bearer ${token.secret}` },
    onNonLazyError: () => undefined,
  });
  const answer = await firstAnswer(socket, 'subscription { orgMessageDelivered { message } }');
  expect(answer.errors![0]!.extensions).toMatchObject({ code: 'TOO_MANY' });
  await socket.dispose();
});

test('a revoked token is 401 and spends nothing', async () => {
  const token = await asToken(await asViewer());
  await holdPoints(token, 100);
  await admin.query('update personal_access_tokens set revoked_at = now() where id = $1', [token.tokenId]);
  const { status, headers } = await token.rest('GET', MINE);
  expect([status, headers.get('x-ratelimit-remaining')]).toEqual([401, null]);
  const { rows } = await admin.query('select attempts from attempt_counters where key = $1', [pointsOf(token)]);
  expect(rows).toEqual([{ attempts: 100 }]);
});
