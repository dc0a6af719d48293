import { expect, test } from '@jest/globals';
import pg from 'pg';
import {
  admin,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  superuserUrl,
  usePortal,
  type Ref,
} from '../../test/harness.ts';
import { isWaiting } from '../../test/locks.ts';
import { until } from '../../test/until.ts';

usePortal();

async function connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: superuserUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const visibleTo = async (table: 'machines' | 'icode_reports', id: number): Promise<number[]> =>
  (await admin.query<{ orgs: number[] }>(`select visible_org_ids as orgs from ${table} where id = $1`, [id])).rows[0]!
    .orgs;

const sortedIds = (...ids: number[]) => ids.sort((a, b) => a - b);

/** Runs `second` in the middle of the transaction of `first`, then ends both. */
async function duringTransaction(
  first: (client: pg.ClientBase) => Promise<unknown>,
  second: (client: pg.ClientBase) => Promise<unknown>,
): Promise<void> {
  await connected((one) =>
    connected(async (other) => {
      await one.query('begin');
      await first(one);
      let hasRun = false;
      const waiting = second(other).then(() => (hasRun = true));
      await until(async () => hasRun || (await isWaiting()));
      await one.query('commit');
      await waiting;
    }),
  );
}

const share = (patient: Ref, dme: number) => (client: pg.ClientBase) =>
  client.query('update patients set dme_id = $1 where id = $2', [dme, patient.id]);

const assign = (patient: Ref, machine: Ref) => (client: pg.ClientBase) =>
  client.query(
    `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date) values ($1, $2, $3, $4, '2026-01-01')`,
    [patient.orgId, patient.id, machine.orgId, machine.id],
  );

const report = (patient: Ref) => (client: pg.ClientBase) =>
  client.query(
    `insert into icode_reports (org_id, patient_id, serial, collected, code, codec, codec_version, icode_period, compliant_days, best30, minutes, ahi, sni, leak)
   values ($1, $2, 'A000001', '2026-01-01', '1', 'ic1', 1, 1, 1, 0, 300, 0, 0, 0)`,
    [patient.orgId, patient.id],
  );

test('a device assigned while the patient is being shared is visible to every user who sees the patient, in either order', async () => {
  const [orgId, dme] = [await makeOrganization(), await makeOrganization()];
  for (const order of ['shared first', 'given first']) {
    const [patient, machine] = [await makePatient(orgId), await makeMachine(orgId)];
    const both = [share(patient, dme), assign(patient, machine)] as const;
    await (order === 'shared first' ? duringTransaction(both[0], both[1]) : duringTransaction(both[1], both[0]));
    expect({ order, orgs: await visibleTo('machines', machine.id) }).toEqual({ order, orgs: sortedIds(orgId, dme) });
  }
});

test('a report entered while the patient is being shared is visible to every user who sees the patient, in either order', async () => {
  const [orgId, dme] = [await makeOrganization(), await makeOrganization()];
  for (const order of ['shared first', 'entered first']) {
    const patient = await makePatient(orgId);
    const both = [share(patient, dme), report(patient)] as const;
    await (order === 'shared first' ? duringTransaction(both[0], both[1]) : duringTransaction(both[1], both[0]));
    const { rows } = await admin.query<{ id: number }>('select id from icode_reports where patient_id = $1', [
      patient.id,
    ]);
    expect({ order, orgs: await visibleTo('icode_reports', rows[0]!.id) }).toEqual({
      order,
      orgs: sortedIds(orgId, dme),
    });
  }
});

test("a patient's serial follows their active device through start, change of patient, end and deletion", async () => {
  const orgId = await makeOrganization();
  const [one, other, machine] = [await makePatient(orgId), await makePatient(orgId), await makeMachine(orgId)];
  const serials = async () =>
    (
      await admin.query<{ serial: string | null }>(
        'select current_serial as serial from patients where id = any ($1) order by id',
        [[one.id, other.id]],
      )
    ).rows.map(({ serial }) => serial);
  const history = await makeHistory(one, machine);
  expect(await serials()).toEqual([machine.serial, null]);
  await admin.query('update device_history set patient_id = $1 where id = $2', [other.id, history]);
  expect(await serials()).toEqual([null, machine.serial]);
  await admin.query("update device_history set end_date = '2026-02-01' where id = $1", [history]);
  expect(await serials()).toEqual([null, null]);
  await admin.query('update device_history set end_date = null where id = $1', [history]);
  await admin.query('delete from device_history where id = $1', [history]);
  expect(await serials()).toEqual([null, null]);
});

test('a change of an assignment that keeps the serial does not write the patient row', async () => {
  const orgId = await makeOrganization();
  const [patient, machine] = [await makePatient(orgId), await makeMachine(orgId)];
  const history = await makeHistory(patient, machine, { has_pin: false });
  const version = async () =>
    (await admin.query<{ at: string }>('select ctid::text as at from patients where id = $1', [patient.id])).rows[0]!
      .at;
  const before = await version();
  await admin.query('update device_history set has_pin = true where id = $1', [history]);
  expect(await version()).toBe(before);
});

test('an organization that no longer shares a patient no longer sees the devices', async () => {
  const [orgId, dme] = [await makeOrganization(), await makeOrganization()];
  const [patient, machine] = [await makePatient(orgId, { dme_id: dme }), await makeMachine(orgId)];
  await makeHistory(patient, machine);
  expect(await visibleTo('machines', machine.id)).toEqual(sortedIds(orgId, dme));
  await admin.query('update patients set dme_id = null where id = $1', [patient.id]);
  expect(await visibleTo('machines', machine.id)).toEqual([orgId]);
});
