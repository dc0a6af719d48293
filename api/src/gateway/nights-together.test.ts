import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { asDevice, type TestDevice } from '../../test/device.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { takeJobsByHand, workJobs } from '../../test/taken-jobs.ts';
import { addDays } from '../shared/dates.ts';

usePortalHere();

/** 21 nights of 4 hours within 30 days meet the rule: ten of the first device and eleven of the second one. */
const START = '2026-01-01';
const CHANGED = addDays(START, 10);
const QUEUE = 'recompute-compliance';
const nightsFrom = (first: string, count: number, minutes = 300) =>
  Array.from({ length: count }, (_, index) => ({ night: addDays(first, index), minutes }));

describe('two devices of one patient', () => {
  takeJobsByHand();

  let viewer: TestViewer;
  let patient: Ref;
  let [first, second]: (Ref & { serial: string })[] = [];
  let devices: [TestDevice, TestDevice];
  let holder: pg.Client;

  beforeEach(async () => {
    viewer = await asViewer();
    patient = await makePatient(viewer.orgId, { therapy_start: START });
    [first, second] = [await makeMachine(viewer.orgId), await makeMachine(viewer.orgId)];
    await makeHistory(patient, first, { start_date: START, end_date: CHANGED });
    await makeHistory(patient, second, { start_date: CHANGED });
    devices = [asDevice(first.serial), asDevice(second.serial)];
    await workJobs(QUEUE);
    holder = new pg.Client({ connectionString: running().adminUrl });
    await holder.connect();
  });
  afterEach(() => holder.end());

  const send = (device: TestDevice, nights: object[]) =>
    device.post('/nights', { device_time: new Date().toISOString(), nights });
  const storedOf = async ({ id }: Ref) =>
    (await admin.query('select count(*)::int as nights from usage_nights where machine_id = $1', [id])).rows[0].nights;
  const jobsOf = async ({ id }: Ref) =>
    (
      await admin.query(
        `select count(*)::int as jobs from pgboss.job where name = $1 and state = 'created' and data ->> 'patientId' = $2`,
        [QUEUE, String(id)],
      )
    ).rows[0].jobs;

  /** Whether the list finds the patient by this state. */
  async function isListed(state: string): Promise<boolean> {
    const { body } = await viewer.rest('GET', `/api/patients/datatable?filters[compliance][equal]=${state}`);
    return body.data.some(({ id }: { id: number }) => id === patient.id);
  }

  test('that report at once are both stored, and one calculation counts the nights of both', async () => {
    const answers = await Promise.all([
      send(devices[0], nightsFrom(START, 10)),
      send(devices[1], nightsFrom(CHANGED, 11)),
    ]);
    expect(answers.map(({ status, body }) => [status, body.data.length])).toEqual([
      [200, 10],
      [200, 11],
    ]);
    expect([await storedOf(first!), await storedOf(second!)]).toEqual([10, 11]);
    expect(await jobsOf(patient)).toBe(1);
    await workJobs(QUEUE);
    expect([await isListed('met'), await isListed('not_met')]).toEqual([true, false]);
  });

  test('have errors of their own: a bad night of one refuses its body, and no night of the other', async () => {
    const bad = [...nightsFrom(START, 9), { night: addDays(START, 9), minutes: 2000 }];
    const [refused, taken] = await Promise.all([send(devices[0], bad), send(devices[1], nightsFrom(CHANGED, 11))]);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['nights.9.minutes']]);
    expect([taken.status, taken.body.data.every(({ result }: { result: string }) => result === 'stored')]).toEqual([
      200,
      true,
    ]);
    expect([await storedOf(first!), await storedOf(second!)]).toEqual([0, 11]);
    await workJobs(QUEUE);
    expect([await isListed('met'), await isListed('not_met')]).toEqual([false, true]);
  });

  test('lose no night of a transaction that is held open while the calculation for the other one would run', async () => {
    await send(devices[0], nightsFrom(START, 10));
    await holder.query('begin');
    await holder.query(
      `insert into usage_nights (machine_org_id, machine_id, night, source, minutes)
       select $1, $2, date '${CHANGED}' + n, 'wireless', 300 from generate_series(0, 10) n`,
      [second!.orgId, second!.id],
    );
    await workJobs(QUEUE);
    await holder.query('commit');
    await workJobs(QUEUE);
    expect([await isListed('met'), await isListed('not_met')]).toEqual([true, false]);
  });
});
