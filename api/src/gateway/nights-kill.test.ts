import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { until, useKilledPortal } from '../../test/killed-portal.ts';
import { isWaiting } from '../../test/locks.ts';
import { testConfig } from '../../test/secrets.ts';
import { deviceAuthorization } from '../auth/device.ts';

const SERIAL = 'A77000000002';
const NIGHT = '2026-03-01';
const at = useKilledPortal(SERIAL);

beforeEach(async () => {
  await at.portal.start();
  await at.admin.query('delete from usage_nights where machine_id = $1', [at.ids.machine]);
  await untilIdle();
});

afterEach(() => at.portal.kill());

/** Waits until no job of a patient is left to run. */
const untilIdle = () =>
  until(async () => {
    const left = `select from pgboss.job where name = 'recompute-compliance' and state < 'completed'`;
    return (await at.admin.query(left)).rowCount === 0;
  });
const stored = async () =>
  (await at.admin.query('select night::text, minutes from usage_nights where machine_id = $1', [at.ids.machine])).rows;

/** Sends the night; returns its result, or the name of the error of a device that gets no answer. */
async function send(signal?: AbortSignal): Promise<string> {
  const sent = fetch(`${at.portal.origin}/device/v1/nights`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: deviceAuthorization(testConfig(at.database.url), SERIAL),
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
const hold = () => at.holder.query(`begin; select pg_advisory_xact_lock(7, ${at.ids.machine})`);

test('a night is acknowledged only after it is stored: a node killed before leaves nothing, and the night sent again is stored once', async () => {
  await hold();
  const cut = send();
  await until(() => isWaiting(at.admin));
  await at.portal.kill();
  expect(await cut).toBe('TypeError'); // the device gets no answer
  await at.holder.query('commit');
  await until(async () => !(await isWaiting(at.admin)));
  expect(await stored()).toEqual([]);

  await at.portal.start();
  expect((await Promise.all([send(), send(), send()])).sort()).toEqual(['stored', 'unchanged', 'unchanged']);
  expect(await stored()).toEqual([{ night: NIGHT, minutes: 300 }]);
}, 180_000);

test('a night whose acknowledgement is lost stays stored: it is unchanged when it is sent again, also after the node was killed', async () => {
  await hold();
  const device = new AbortController();
  const cut = send(device.signal);
  await until(() => isWaiting(at.admin));
  device.abort();
  expect(await cut).toBe('AbortError');
  await at.holder.query('commit');
  await until(async () => (await stored()).length > 0);
  await at.portal.kill();

  await at.portal.start();
  expect([await send(), await send()]).toEqual(['unchanged', 'unchanged']);
  expect(await stored()).toEqual([{ night: NIGHT, minutes: 300 }]);
}, 180_000);
