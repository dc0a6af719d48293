import { expect, test } from '@jest/globals';
import { admin, asViewer, running, usePortal } from '../../test/harness.ts';
import { asToken } from '../../test/token.ts';

usePortal({ tokenPointsPerHour: 100 });

test('each answer to a token says how much of its hour is left, and then 429 until the hour ends', async () => {
  const viewer = await asViewer();
  const [token, other] = [await asToken(viewer), await asToken(viewer)];
  const ask = () => token.rest('GET', '/api/users/my-org');
  const first = await ask();
  const left = ({ headers }: Awaited<ReturnType<typeof ask>>) => Number(headers.get('x-ratelimit-remaining'));
  expect([first.status, first.headers.get('x-ratelimit-limit'), left(first)]).toEqual([200, '100', 99]);
  const seconds = Number(first.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
  expect(seconds).toBeGreaterThan(3590);
  expect(seconds).toBeLessThan(3605);
  const answers = await Promise.all(Array.from({ length: 110 }, ask));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(99);
  const refused = answers.find(({ status }) => status === 429)!;
  expect([refused.body, left(refused)]).toEqual([{ message: 'Too Many Attempts.' }, 0]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  const graphql = await token.rest('POST', '/graphql', { query: '{ viewer { locale } }' });
  expect([graphql.status, graphql.body.errors[0].extensions.code, left(graphql)]).toEqual([429, 'TOO_MANY', 0]);
  expect((await other.rest('GET', '/api/users/my-org')).status).toBe(200);
  expect((await viewer.rest('GET', '/api/users/my-org')).headers.get('x-ratelimit-limit')).toBeNull();
});

test('what other nodes have spent counts, and the next hour begins with all points', async () => {
  const token = await asToken(await asViewer());
  const key = `points:token:${token.tokenId}`;
  await admin.query('insert into attempt_counters (key, attempts, window_started_at) values ($1, 98, now())', [key]);
  const ask = async () => (await token.rest('GET', '/api/users/my-org')).status;
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  await admin.query("update attempt_counters set window_started_at = now() - interval '2 hours' where key = $1", [key]);
  // This node asks again when its hour is over.
  (running().app.admission.budgets as unknown as { keep(key: string, lease: object): void }).keep(key, {
    points: 0,
    untaken: 0,
    endsAt: 0,
  });
  expect(await ask()).toBe(200);
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
