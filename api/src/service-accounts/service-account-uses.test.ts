import { expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import { admin, makePatient, running, usePortal, type TestViewer } from '../../test/harness.ts';
import { UseLog } from '../shared/use-log.ts';
import { asServiceAccount, keyManager, makeAccount } from '../../test/service-accounts.ts';

usePortal();

const counted = async (userId: number) => {
  await running().app.useLog.flush();
  const { rows } = await admin.query(
    'select operation, calls from service_account_uses where user_id = $1 order by operation',
    [userId],
  );
  return rows;
};
const usedBy = async (viewer: TestViewer) => {
  await running().app.useLog.flush();
  return (await viewer.gql('{ serviceAccounts { id usedOperations { operation calls days { day calls } } } }')).data
    .serviceAccounts;
};
const today = async () =>
  (await admin.query<{ day: string }>("select (now() at time zone 'UTC')::date::text as day")).rows[0]!.day;

test('calls of a service account are counted by operation and day, in both APIs, and a request writes no row', async () => {
  const viewer = await keyManager();
  const account = await makeAccount(viewer);
  const token = await asServiceAccount(viewer, account);
  const patient = await makePatient(viewer.orgId);
  for (let call = 0; call < 3; call += 1) await token.rest('GET', '/api/users/my-org');
  await token.gql('query ($id: ID!) { patient(id: $id) { databaseId } rateLimit { remaining } }', {
    id: String(patient.id),
  });
  const { rows } = await admin.query('select calls from service_account_uses where user_id = $1', [account.id]);
  expect(rows).toEqual([]);
  expect(await counted(account.id)).toEqual([
    { operation: 'GET /api/users/my-org', calls: 3 },
    { operation: 'Query.patient', calls: 1 },
    { operation: 'Query.rateLimit', calls: 1 },
  ]);
  await token.rest('GET', '/api/users/my-org');
  const day = await today();
  expect((await usedBy(viewer))[0].usedOperations).toEqual([
    { operation: 'GET /api/users/my-org', calls: 4, days: [{ day, calls: 4 }] },
    { operation: 'Query.patient', calls: 1, days: [{ day, calls: 1 }] },
    { operation: 'Query.rateLimit', calls: 1, days: [{ day, calls: 1 }] },
  ]);
});

test('what the scopes do not permit, and what persons call, is not counted', async () => {
  const viewer = await keyManager();
  const account = await makeAccount(viewer);
  const token = await asServiceAccount(viewer, account);
  expect((await token.rest('GET', '/api/users/datatable')).status).toBe(403);
  await viewer.rest('GET', '/api/users/my-org');
  expect([await counted(account.id), await counted(viewer.userId)]).toEqual([[], []]);
});

test('the use of 30 days is shown, of each account of the organization alone, with one statement for all', async () => {
  const [viewer, foreign] = [await keyManager(), await keyManager()];
  const accounts = [
    await makeAccount(viewer, ['view.patient'], 'Alpha'),
    await makeAccount(viewer, ['view.patient'], 'Beta'),
  ];
  const use = (orgId: number, id: number, age: number, calls: number) =>
    admin.query(
      "insert into service_account_uses select $1, $2, (now() at time zone 'UTC')::date - $3::int, 'Query.patients', $4",
      [orgId, id, age, calls],
    );
  await use(viewer.orgId, accounts[0]!.id, 29, 7);
  await use(viewer.orgId, accounts[0]!.id, 30, 100);
  await use(viewer.orgId, accounts[1]!.id, 0, 2);
  const other = await makeAccount(foreign);
  await use(foreign.orgId, other.id, 0, 50);
  expect((await usedBy(viewer)).map(({ usedOperations }: any) => usedOperations[0].calls)).toEqual([7, 2]); // oxlint-disable-line typescript/no-explicit-any -- an answer
  const one = await countQueries(() => usedBy(foreign));
  const two = await countQueries(() => usedBy(viewer));
  expect(two.statements).toBe(one.statements);
});

test('calls that the database does not take wait, and are counted once', async () => {
  const { app } = running();
  const viewer = await keyManager();
  const account = await makeAccount(viewer);
  const { execute } = app.db.pools.auth.driver;
  const lost = Object.assign(Object.create(app.db) as typeof app.db, {
    pools: { auth: { driver: { execute: () => Promise.reject(new Error('lost')) } } },
  });
  const log = new UseLog(lost, app.log);
  log.note({ userId: account.id, operation: 'Query.patients' });
  await log.flush();
  log.note({ userId: account.id, operation: 'Query.patients' });
  expect(await counted(account.id)).toEqual([]);
  Object.assign(lost.pools.auth.driver, { execute: execute.bind(app.db.pools.auth.driver) });
  await log.flush();
  await log.close();
  expect(await counted(account.id)).toEqual([{ operation: 'Query.patients', calls: 2 }]);
});
