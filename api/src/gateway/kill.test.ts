import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { isWaiting } from '../../test/locks.ts';
import { portalProcess, type PortalProcess } from '../../test/portal-process.ts';
import { TEST_KEY, testConfig } from '../../test/secrets.ts';
import { copyTemplate, type TestDatabase } from '../../test/template.ts';
import { deviceAuthorization } from '../auth/device.ts';
import { deviceHistoryRow, insertRows, machineRow, organizationRow, patientRow } from '../db/factories.ts';

const SERIAL = 'A77000000001';
const VALUES = { mode: 'AutoCPAP', min_apap: 7 };
const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-kill-`));
let database: TestDatabase;
/** For queries and fixtures. */
let admin: pg.Client;
/** Holds a lock, so that the portal is interrupted in the middle. */
let holder: pg.Client;
let ids: { org: number; patient: number; history: number };
let portal: PortalProcess;

beforeAll(async () => {
  database = await copyTemplate();
  [admin, holder] = [
    new pg.Client({ connectionString: database.url }),
    new pg.Client({ connectionString: database.url }),
  ];
  await admin.connect();
  await holder.connect();
  const [org] = await insertRows(admin, 'organizations', [organizationRow()]);
  const [patient] = await insertRows(admin, 'patients', [patientRow(org!)]);
  const [machine] = await insertRows(admin, 'machines', [machineRow(org!, TEST_KEY, { serial: SERIAL })]);
  const [history] = await insertRows(admin, 'device_history', [
    deviceHistoryRow({ id: patient!, orgId: org! }, { id: machine!, orgId: org! }),
  ]);
  ids = { org: org!, patient: patient!, history: history! };
  portal = portalProcess(database.ownerUrl, dataDir);
  await portal.start();
});

afterAll(async () => {
  await portal?.kill();
  await Promise.all([admin.end(), holder.end()]);
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const pending = async (expiresAt: Date): Promise<number> =>
  (
    await insertRows(admin, 'settings_records', [
      {
        org_id: ids.org,
        patient_id: ids.patient,
        history_id: ids.history,
        status: 'pending',
        values: VALUES,
        is_edit: true,
        expires_at: expiresAt,
        created_at: new Date(),
      },
    ])
  )[0]!;
const recordOf = async (id: number) =>
  (
    await admin.query(
      'select status, failure, answered_at is not null as answered from settings_records where id = $1',
      [id],
    )
  ).rows[0];
const jobsOf = async (id: number) =>
  (
    await admin.query(
      `select state::text from pgboss.job where name = 'deliver-settings' and singleton_key = $1 order by created_on`,
      [`settings:${id}`],
    )
  ).rows.map(({ state }) => state as string);

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50)); // the test's own time limit ends it
}

const hold = async (id: number) => {
  await holder.query('begin');
  await holder.query('select from settings_records where id = $1 for update', [id]);
};
async function post(path: string, body: object): Promise<{ status: number; text: string }> {
  const headers = {
    'content-type': 'application/json',
    authorization: deviceAuthorization(testConfig(database.ownerUrl), SERIAL),
  };
  const response = await fetch(`${portal.origin}/device/v1${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

test('a kill of the portal while it takes an answer loses nothing and repeats nothing: after the restart the change is delivered once', async () => {
  const id = await pending(new Date(Date.now() + 3_600_000));
  expect(JSON.parse((await post('/settings/fetch', {})).text).data).toMatchObject([{ id }]);
  await hold(id);
  const cut = post(`/settings/${id}/answer`, { result: 'accepted' }).catch((error: Error) => error.name);
  await until(() => isWaiting(admin));
  await portal.kill();
  expect(await cut).toBe('TypeError'); // the device gets no answer
  await holder.query('commit');
  await until(async () => !(await isWaiting(admin)));
  expect(await recordOf(id)).toEqual({ status: 'pending', failure: null, answered: false });

  await portal.start();
  expect(JSON.parse((await post('/settings/fetch', {})).text).data).toMatchObject([{ id }]);
  const answers = await Promise.all([1, 2, 3].map(() => post(`/settings/${id}/answer`, { result: 'accepted' })));
  expect(answers).toEqual(
    [1, 2, 3].map(() => ({ status: 200, text: JSON.stringify({ data: { id, result: 'accepted', applied: true } }) })),
  );
  expect(
    (await admin.query(`select id, status, values from settings_records where history_id = $1`, [ids.history])).rows,
  ).toEqual([{ id, status: 'current', values: VALUES }]);
  // A starting node may have found the change without a job and enqueued one; that job ends without effect or waits.
  await until(async () => (await jobsOf(id)).every((state) => ['created', 'completed'].includes(state)));
});

test('a kill while the expiry is written leaves the change pending, and the next node finishes the job once', async () => {
  await portal.kill();
  const id = await pending(new Date(Date.now() - 1000));
  await hold(id);
  await portal.start(); // finds the change without a job and starts it
  await until(() => isWaiting(admin));
  await portal.kill();
  await holder.query('commit');
  await until(async () => !(await isWaiting(admin)));
  expect([await recordOf(id), await jobsOf(id)]).toEqual([
    { status: 'pending', failure: null, answered: false },
    ['active'],
  ]);

  // A job counts as lost after its time limit: simulate that it has passed.
  await admin.query(`update pgboss.job set started_on = started_on - interval '10 minutes' where state = 'active'`);
  await portal.start();
  await until(async () => (await recordOf(id)).status === 'failed');
  expect(await recordOf(id)).toEqual({ status: 'failed', failure: 'expired', answered: false });
  await until(async () => (await jobsOf(id)).every((state) => state === 'completed'));
}, 180_000);
