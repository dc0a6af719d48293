import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '../../src/db/embedded/embedded.ts';
import { openDatabase, type Database } from '../../src/db/orm.ts';
import { ASKS, Replicas } from '../../src/db/replicas.ts';
import { admin, asViewer, makePatient, running, usePortalHere, type TestViewer } from '../harness.ts';
import { asToken, type TokenClient } from '../token.ts';

usePortalHere();

// The server of the tests stands for its own replica: it is no standby, so what it has replayed is asked another way.
const CURRENT =
  'select pg_current_wal_insert_lsn() >= $1::pg_lsn and system_identifier::text = $2 as replayed from pg_control_system()';
const LATE = `select false as replayed where $1::pg_lsn is not null and $2 <> ''`;
const FILE = '/api/patients/datatable?csv=true';

let viewer: TestViewer;
let token: TokenClient;
let other: Database;
let usual: Replicas;

beforeAll(async () => {
  viewer = await asViewer();
  token = await asToken(viewer);
  await makePatient(viewer.orgId, { last_name: 'Own' });
  await makePatient((await asViewer()).orgId, { last_name: 'Foreign' });
});

/** Lets the portal read on a replica at this port of this machine; returns how many reads it served. */
async function withReplica(hasReplayed: string, port?: number): Promise<() => number> {
  const { db } = running().app;
  const address = new URL(db.logins.org);
  const host = port === undefined ? address.host : `127.0.0.1:${port}`;
  other = await openDatabase(db.logins, {}, undefined, { replicas: [`postgres://${host}${address.search}`] });
  let served = 0;
  const counted = new Replicas(other.replicas.all, other.replicas.position, hasReplayed);
  const take = counted.take.bind(counted);
  counted.take = async (pool) => {
    const reader = await take(pool);
    if (reader) served += 1;
    return reader;
  };
  db.replicas = counted;
  return () => served;
}
beforeEach(() => {
  usual = running().app.db.replicas;
});
afterEach(async () => {
  running().app.db.replicas = usual;
  await other.close();
});

const file = async () => {
  const { status, text } = await viewer.rest('GET', FILE);
  return { status, own: text.includes('Own'), foreign: text.includes('Foreign') };
};
const names = async (client: TestViewer | TokenClient) => {
  const { data } = await client.gql('{ patients(first: 50) { edges { node { lastName } } } }');
  return data.patients.edges.map(({ node }: { node: { lastName: string } }) => node.lastName).sort();
};
const whole = { status: 200, own: true, foreign: false };

test('a file and the queries of a token are read on the replica, with the rights of their user', async () => {
  const served = await withReplica(CURRENT);
  expect(await file()).toEqual(whole);
  expect(served()).toBe(1);
  expect(await names(token)).toEqual(['Own']);
  expect(served()).toBeGreaterThan(1);
  const { rows } = await admin.query(
    "select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'airlog-replica'",
  );
  expect(rows[0].count).toBeGreaterThanOrEqual(1);
});

test('pages of staff are read on the primary', async () => {
  const served = await withReplica(CURRENT);
  expect(await names(viewer)).toEqual(['Own']);
  expect((await viewer.rest('GET', '/api/patients/datatable')).status).toBe(200);
  expect(served()).toBe(0);
});

test.each([
  ['late', async () => withReplica(LATE)],
  ['lost', async () => withReplica(CURRENT, await freePort())],
])('with a replica that is %s, the primary is read', async (_what, replica) => {
  const served = await replica();
  expect(await file()).toEqual(whole);
  expect(await names(token)).toEqual(['Own']);
  expect(served()).toBe(0);
});

test('a replica of another cluster, and a server that is no replica, are never read', async () => {
  const served = await withReplica(CURRENT.replace('= $2', "= $2 || '0'"));
  expect(await file()).toEqual(whole);
  await other.close();
  const promoted = await withReplica(ASKS.hasReplayed);
  expect(await file()).toEqual(whole);
  expect([served(), promoted()]).toEqual([0, 0]);
});

test('every login may ask for the end of the log, which moves with each commit', async () => {
  await withReplica(CURRENT);
  const { db } = running().app;
  const before = await db.replicas.position();
  await makePatient(viewer.orgId, { last_name: 'Later' });
  const after = await db.replicas.position();
  const { rows } = await admin.query('select $1::pg_lsn < $2::pg_lsn as moved', [before.place, after.place]);
  expect([rows[0].moved, after.cluster]).toEqual([true, before.cluster]);
});
