import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { DatabaseProxy } from '../../test/database-proxy.ts';
import { askAs, makeOneUser } from '../../test/one-user.ts';
import { testConfig } from '../../test/secrets.ts';
import { until } from '../../test/until.ts';
import { startPortal, type Portal } from '../start.ts';
import { clusterFolder } from './embedded/embedded-programs.ts';
import { startEmbedded, type EmbeddedPostgres } from './embedded/embedded.ts';
import { temporaryFolder } from './embedded/temporary.ts';

const { dir, remove } = await temporaryFolder();
const [atPrimary, atStandby] = [join(dir, 'primary'), join(dir, 'standby')];
let session: string;
let primary: EmbeddedPostgres;
let standby: EmbeddedPostgres;
let proxy: DatabaseProxy;
let portal: Portal;

const start = (folder: string) => startEmbedded({ dir: folder, password: 'test', settings: { fsync: 'off' } });

beforeAll(async () => {
  primary = await start(atPrimary);
  proxy = new DatabaseProxy(new URL(primary.url));
  portal = await startPortal(testConfig(await proxy.start()));
  const admin = new pg.Client({ connectionString: primary.url });
  await admin.connect();
  session = await makeOneUser(admin);
  await admin.query("insert into patients (org_id, first_name, last_name) values (1, 'A', 'B')");
  await admin.query("insert into machines (org_id, serial, model_id) values (1, 'A3977777777', 1)");
  await admin.end();
});

afterAll(async () => {
  await portal?.stop();
  await proxy?.close();
  await standby?.stop();
  await primary?.stop();
  await remove();
});

const ask = (method: string, path: string, body?: unknown) => askAs(portal, session, method, path, body);
const isReady = async () => (await ask('GET', '/readyz')).status === 200;
const assign = () => ask('POST', '/api/patients/1/devices', { serial_number: 'A3977777777', start_date: '2026-11-01' });

test('a node whose connections lead to a standby is not ready, asks to retry a write, and leaves it by itself', async () => {
  await until(isReady);
  // The address moves to a copy of the primary that only reads, as after a failover that the address follows late.
  await primary.stop();
  // With its owner, who is not the one of the tests where they run as root.
  const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);
  await copy(clusterFolder(atPrimary), clusterFolder(atStandby));
  await copy(join(clusterFolder(atPrimary), 'PG_VERSION'), join(clusterFolder(atStandby), 'standby.signal'));
  standby = await start(atStandby);
  proxy.target = new URL(standby.url);
  await until(async () => (await ask('GET', '/api/patients/datatable')).status === 200);
  expect(await isReady()).toBe(false);
  const refused = await assign();
  expect([refused.status, refused.retry]).toEqual([503, '2']);
  expect(refused.text).not.toMatch(/read-only|standby|recovery/i);

  // The address leads to the primary again. The standby goes on to answer the connections that lead to it.
  // A write of the node itself, which notes that it runs, may cut one of them: it is asked to retry.
  const isRead = async () => (await ask('GET', '/api/patients/datatable')).status === 200;
  await Promise.all(Array.from({ length: 10 }, () => until(isRead)));
  await primary.restart();
  proxy.target = new URL(primary.url);
  await until(isReady);
  // The first write of a pool can be the one that finds the standby.
  await until(async () => (await assign()).status === 201);
  const admin = new pg.Client({ connectionString: primary.url });
  await admin.connect();
  const { rows } = await admin.query('select patient_id from device_history');
  await admin.end();
  expect(rows).toEqual([{ patient_id: 1 }]);

  // Also those of the job queue, and the one that listens.
  const witness = new pg.Client({ connectionString: standby.url });
  await witness.connect();
  const left = "select distinct application_name as name from pg_stat_activity where application_name like 'airlog%'";
  await until(async () => (await witness.query(left)).rows.length === 0);
  await witness.end();
});
