import { expect, test } from '@jest/globals';
import { admin, asViewer, running, usePortal } from '../../test/harness.ts';
import { asToken } from '../../test/token.ts';

usePortal({ tokenPointsPerHour: 100 });

/** Seconds in which one of 100 points an hour comes back. */
const SECONDS_OF_ONE = 36;

/** The node forgets what it has taken of its tokens, as after their time. */
const forget = (key: string) =>
  (running().app.admission.budgets as unknown as { keep(key: string, lease: object): void }).keep(key, {
    points: 0,
    untaken: 0,
    endsAt: 0,
    askAgainAt: 0,
  });

test('each answer to a token says how many of its points are left, and then 429 until enough have come back', async () => {
  const viewer = await asViewer();
  const [token, other] = [await asToken(viewer), await asToken(viewer)];
  const ask = () => token.rest('GET', '/api/users/my-org');
  const first = await ask();
  const left = ({ headers }: Awaited<ReturnType<typeof ask>>) => Number(headers.get('x-ratelimit-remaining'));
  expect([first.status, first.headers.get('x-ratelimit-limit'), left(first)]).toEqual([200, '100', 99]);
  const untilFull = Number(first.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
  expect(untilFull).toBeGreaterThan(SECONDS_OF_ONE - 10);
  expect(untilFull).toBeLessThan(SECONDS_OF_ONE + 5);
  // The clock of the points stands still while the others are spent, however long it takes.
  const key = `points:token:${token.tokenId}`;
  const stop = () => admin.query('update attempt_counters set window_started_at = now() where key = $1', [key]);
  const statuses: number[] = [];
  let refused = first;
  while (refused.status === 200) {
    await stop();
    refused = await ask();
    statuses.push(refused.status);
  }
  expect(statuses).toEqual([...Array.from({ length: 99 }, () => 200), 429]);
  expect([refused.body, left(refused)]).toEqual([{ message: 'Too Many Attempts.' }, 0]);
  expect(refused.headers.get('retry-after')).toBe(String(SECONDS_OF_ONE));
  await stop();
  const graphql = await token.rest('POST', '/graphql', { query: '{ viewer { locale } }' });
  expect([graphql.status, graphql.body.errors[0].extensions.code, left(graphql)]).toEqual([429, 'TOO_MANY', 0]);
  expect((await other.rest('GET', '/api/users/my-org')).status).toBe(200);
  expect((await viewer.rest('GET', '/api/users/my-org')).headers.get('x-ratelimit-limit')).toBeNull();
});

test('what other nodes have spent counts, and spent points come back one by one', async () => {
  const token = await asToken(await asViewer());
  const key = `points:token:${token.tokenId}`;
  await admin.query('insert into attempt_counters (key, attempts, window_started_at) values ($1, 98, now())', [key]);
  const ask = async () => (await token.rest('GET', '/api/users/my-org')).status;
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  await admin.query(
    "update attempt_counters set window_started_at = now() - interval '73 seconds', attempts = 100 where key = $1",
    [key],
  );
  forget(key);
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
});

test('parallel requests spend each point once', async () => {
  const token = await asToken(await asViewer());
  const answers = await Promise.all(
    Array.from({ length: 130 }, () => token.rest('GET', '/api/users/my-org').then(({ status }) => status)),
  );
  const served = answers.filter((status) => status === 200).length;
  // A few come back while these requests wait for their turn.
  expect(served).toBeGreaterThanOrEqual(100);
  expect(served).toBeLessThan(110);
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
