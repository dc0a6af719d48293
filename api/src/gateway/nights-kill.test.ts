import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { isWaiting } from '../../test/locks.ts';
import { portalProcess, type PortalProcess } from '../../test/portal-process.ts';
import { TEST_KEY, testConfig } from '../../test/secrets.ts';
import { copyTemplate, type TestDatabase } from '../../test/template.ts';
import { deviceAuthorization } from '../auth/device.ts';
import { deviceHistoryRow, insertRows, machineRow, organizationRow, patientRow } from '../db/factories.ts';

const SERIAL = 'A77000000002';
const NIGHT = '2026-03-01';
const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-nights-`));
let database: TestDatabase;
/** For queries and fixtures. */
let admin: pg.Client;
/** Holds a lock, so that the portal is interrupted in the middle. */
let holder: pg.Client;
let machineId: number;
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
  await insertRows(admin, 'device_history', [
    { ...deviceHistoryRow({ id: patient!, orgId: org! }, { id: machine!, orgId: org! }), start_date: '2026-01-01' },
  ]);
  machineId = machine!;
  portal = portalProcess(database.ownerUrl, dataDir);
});

beforeEach(async () => {
  await portal.start();
  await admin.query('delete from usage_nights where machine_id = $1', [machineId]);
  await untilIdle();
});

afterEach(() => portal.kill());

afterAll(async () => {
  await Promise.all([admin.end(), holder.end()]);
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50)); // the test's own time limit ends it
}

/** Waits until no job of a patient is left to run. */
const untilIdle = () =>
  until(async () => {
    const left = `select from pgboss.job where name = 'recompute-compliance' and state < 'completed'`;
    return (await admin.query(left)).rowCount === 0;
  });
const stored = async () =>
  (await admin.query('select night::text, minutes from usage_nights where machine_id = $1', [machineId])).rows;

/** Sends the night; returns its result, or the name of the error of a device that gets no answer. */
async function send(signal?: AbortSignal): Promise<string> {
  const sent = fetch(`${portal.origin}/device/v1/nights`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: deviceAuthorization(testConfig(database.url), SERIAL),
    },
    body: JSON.stringify({ device_time: new Date().toISOString(), nights: [{ night: NIGHT, minutes: 300 }] }),
    ...(signal ? { signal } : {}),
  });
  return sent.then(
    async (answer) => ((await answer.json()) as { data: { result: string }[] }).data[0]!.result,
    (error: Error) => error.name,
  );
}

/** Holds the lock that every writer of the machine's nights takes, until `holder` commits. */
const hold = () => holder.query(`begin; select pg_advisory_xact_lock(7, ${machineId})`);

test('a night is acknowledged only after it is stored: a node killed before leaves nothing, and the night sent again is stored once', async () => {
  await hold();
  const cut = send();
  await until(() => isWaiting(admin));
  await portal.kill();
  expect(await cut).toBe('TypeError'); // the device gets no answer
  await holder.query('commit');
  await until(async () => !(await isWaiting(admin)));
  expect(await stored()).toEqual([]);

  await portal.start();
  expect((await Promise.all([send(), send(), send()])).sort()).toEqual(['stored', 'unchanged', 'unchanged']);
  expect(await stored()).toEqual([{ night: NIGHT, minutes: 300 }]);
}, 180_000);

test('a night whose acknowledgement is lost stays stored: it is unchanged when it is sent again, also after the node was killed', async () => {
  await hold();
  const device = new AbortController();
  const cut = send(device.signal);
  await until(() => isWaiting(admin));
  device.abort();
  expect(await cut).toBe('AbortError');
  await holder.query('commit');
  await until(async () => (await stored()).length > 0);
  await portal.kill();

  await portal.start();
  expect([await send(), await send()]).toEqual(['unchanged', 'unchanged']);
  expect(await stored()).toEqual([{ night: NIGHT, minutes: 300 }]);
}, 180_000);
