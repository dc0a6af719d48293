import { beforeAll, expect, test } from '@jest/globals';
import { until, useKilledPortal } from '../../test/killed-portal.ts';
import { isWaiting } from '../../test/locks.ts';
import { testConfig } from '../../test/secrets.ts';
import { deviceAuthorization } from '../auth/device.ts';
import { insertRows } from '../db/factories.ts';

const SERIAL = 'A77000000001';
const VALUES = { mode: 'AutoCPAP', min_apap: 7 };
const at = useKilledPortal(SERIAL);

beforeAll(() => at.portal.start());

const pending = async (expiresAt: Date): Promise<number> =>
  (
    await insertRows(at.admin, 'settings_records', [
      {
        org_id: at.ids.org,
        patient_id: at.ids.patient,
        history_id: at.ids.history,
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
    await at.admin.query(
      'select status, failure, answered_at is not null as answered from settings_records where id = $1',
      [id],
    )
  ).rows[0];
const jobsOf = async (id: number) =>
  (
    await at.admin.query(
      `select state::text from pgboss.job where name = 'deliver-settings' and singleton_key = $1 order by created_on`,
      [`settings:${id}`],
    )
  ).rows.map(({ state }) => state as string);

const hold = async (id: number) => {
  await at.holder.query('begin');
  await at.holder.query('select from settings_records where id = $1 for update', [id]);
};
async function post(path: string, body: object): Promise<{ status: number; text: string }> {
  const headers = {
    'content-type': 'application/json',
    authorization: deviceAuthorization(testConfig(at.database.ownerUrl), SERIAL),
  };
  const response = await fetch(`${at.portal.origin}/device/v1${path}`, {
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
  await until(() => isWaiting(at.admin));
  await at.portal.kill();
  expect(await cut).toBe('TypeError'); // the device gets no answer
  await at.holder.query('commit');
  await until(async () => !(await isWaiting(at.admin)));
  expect(await recordOf(id)).toEqual({ status: 'pending', failure: null, answered: false });

  await at.portal.start();
  expect(JSON.parse((await post('/settings/fetch', {})).text).data).toMatchObject([{ id }]);
  const answers = await Promise.all([1, 2, 3].map(() => post(`/settings/${id}/answer`, { result: 'accepted' })));
  expect(answers).toEqual(
    [1, 2, 3].map(() => ({ status: 200, text: JSON.stringify({ data: { id, result: 'accepted', applied: true } }) })),
  );
  expect(
    (await at.admin.query(`select id, status, values from settings_records where history_id = $1`, [at.ids.history]))
      .rows,
  ).toEqual([{ id, status: 'current', values: VALUES }]);
  // A starting node may have found the change without a job and enqueued one; that job ends without effect or waits.
  await until(async () => (await jobsOf(id)).every((state) => ['created', 'completed'].includes(state)));
});

test('a kill while the expiry is written leaves the change pending, and the next node finishes the job once', async () => {
  await at.portal.kill();
  const id = await pending(new Date(Date.now() - 1000));
  await hold(id);
  await at.portal.start(); // finds the change without a job and starts it
  await until(() => isWaiting(at.admin));
  await at.portal.kill();
  await at.holder.query('commit');
  await until(async () => !(await isWaiting(at.admin)));
  expect([await recordOf(id), await jobsOf(id)]).toEqual([
    { status: 'pending', failure: null, answered: false },
    ['active'],
  ]);

  // A job counts as lost after its time limit: simulate that it has passed.
  await at.admin.query(`update pgboss.job set started_on = started_on - interval '10 minutes' where state = 'active'`);
  await at.portal.start();
  await until(async () => (await recordOf(id)).status === 'failed');
  expect(await recordOf(id)).toEqual({ status: 'failed', failure: 'expired', answered: false });
  await until(async () => (await jobsOf(id)).every((state) => state === 'completed'));
}, 180_000);
