import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  superuserUrl,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { icodeRow } from '../../test/contract/isolation.fixture.ts';
import { untilWaiting } from '../../test/locks.ts';
import { runJob } from '../../test/run-job.ts';
import { takeJobsByHand, workJobs } from '../../test/taken-jobs.ts';
import { until } from '../../test/until.ts';
import { watchStatements } from '../../test/watch-statements.ts';
import { insertRows } from '../db/factories.ts';
import { Context } from '../shared/context.ts';
import { addDays } from '../shared/dates.ts';
import { recomputeComplianceJob } from './compliance.jobs.ts';

usePortalHere();

/** The period of 90 days has ended: 21 nights of 4 hours within 30 days meet the rule, and fewer do not. */
const START = '2026-01-01';
const NIGHTS = 21;
const QUEUE = 'recompute-compliance';

describe('a result whose inputs change in a transaction that is held open while its job would run', () => {
  takeJobsByHand();

  let viewer: TestViewer;
  let holder: pg.Client;

  beforeEach(async () => {
    viewer = await asViewer();
    holder = new pg.Client({ connectionString: superuserUrl() });
    await holder.connect();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await holder.end();
  });

  /** The nights of a machine, which are the patient's who has it. */
  async function nightsOf(machine: Ref): Promise<void> {
    for (let number = 0; number < NIGHTS; number += 1)
      await make('usage_nights', {
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        night: addDays(START, number),
        source: 'wireless',
        minutes: 300,
      });
  }

  const recompute = ({ id }: Ref) => runJob(recomputeComplianceJob, { patientId: id });

  /** The filters of the list that find the patient, and the state of the patient's page. */
  async function shown({ id }: Ref): Promise<{ list: string[]; page: string; isStored: boolean }> {
    const list: string[] = [];
    for (const state of ['met', 'not_met', 'in_progress', 'at_risk', 'no_therapy_start']) {
      const { body } = await viewer.rest('GET', `/api/patients/datatable?filters[compliance][equal]=${state}`);
      if (body.data.some((row: { id: number }) => row.id === id)) list.push(state);
    }
    const { data } = await viewer.gql('query ($id: ID!) { patient(id: $id) { compliance { state isStored } } }', {
      id: String(id),
    });
    const { state: page, isStored } = data.patient.compliance;
    return { list, page, isStored };
  }

  test('is that of the nights after the commit: the list and the page agree', async () => {
    const patient = await makePatient(viewer.orgId, { therapy_start: START });
    const machine = await makeMachine(viewer.orgId);
    await makeHistory(patient, machine, { start_date: START });
    await nightsOf(machine);
    await workJobs(QUEUE);
    expect(await shown(patient)).toEqual({ list: ['met'], page: 'MET', isStored: true });

    await admin.query('update usage_nights set minutes = 301 where patient_id = $1', [patient.id]); // a job waits
    await holder.query('begin');
    await holder.query('update usage_nights set minutes = 100 where patient_id = $1', [patient.id]);
    await workJobs(QUEUE);
    await holder.query('commit');
    await workJobs(QUEUE);
    expect(await shown(patient)).toEqual({ list: ['not_met'], page: 'NOT_MET', isStored: true });
  });

  test('is that of the assignment after the commit of the request that made it', async () => {
    const patient = await makePatient(viewer.orgId);
    const machine = await makeMachine(viewer.orgId);
    await nightsOf(machine);
    const started = await viewer.rest('PATCH', `/api/patients/${patient.id}`, { therapy_start: START });
    expect(started.status).toBe(200);

    // The request has written everything and does not commit.
    const { pubsub } = running().app;
    const publish = pubsub.publish.bind(pubsub);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let isHeld = false;
    jest.spyOn(pubsub, 'publish').mockImplementation(async (em, events) => {
      if (events.some(({ topic }) => topic === 'device-history.changed') && !isHeld) {
        isHeld = true;
        await released;
      }
      return publish(em, events);
    });
    const answer = viewer.rest('POST', `/api/patients/${patient.id}/devices`, {
      serial_number: machine.serial,
      pin_number: '1234',
      start_date: START,
    });
    await until(() => isHeld);
    // A job that was taken now would have read the nights, and would wait for the patient before it stores its result.
    const during = workJobs(QUEUE);
    await Promise.race([during, untilWaiting()]);
    release();
    expect((await answer).status).toBe(201);
    await during;
    await workJobs(QUEUE);
    expect(await shown(patient)).toEqual({ list: ['met'], page: 'MET', isStored: true });
  });

  test('is that of the nights after the commit, also when it is computed with those of other patients', async () => {
    const patients: Ref[] = [];
    for (let number = 0; number < 3; number += 1) {
      const patient = await makePatient(viewer.orgId, { therapy_start: START });
      const machine = await makeMachine(viewer.orgId);
      await makeHistory(patient, machine, { start_date: START });
      await nightsOf(machine);
      patients.push(patient);
    }
    const [held, ...others] = patients;
    await holder.query('begin');
    await holder.query('update usage_nights set minutes = 100 where patient_id = $1', [held!.id]);
    // Its job is locked by that transaction. The others are done at once, and this one with them when it is asked for by hand.
    expect((await workJobs(QUEUE)).sort()).toEqual(others.map(({ id }) => String(id)).sort());
    await holder.query('select pg_advisory_xact_lock(4, $1)', [held!.id]);
    const again = recomputeComplianceJob.runAll!(
      Context.of(running().app, { kind: 'jobs' }, 'a test'),
      patients.map(({ id }) => ({ patientId: id })).reverse(),
    );
    await untilWaiting();
    await holder.query('commit');
    await again;
    expect(await shown(held!)).toEqual({ list: ['not_met'], page: 'NOT_MET', isStored: true });
    for (const other of others) expect(await shown(other)).toEqual({ list: ['met'], page: 'MET', isStored: true });
    await workJobs(QUEUE);
    expect(await shown(held!)).toEqual({ list: ['not_met'], page: 'NOT_MET', isStored: true });
  });

  test('costs the same number of statements with those of 2 patients and of 12', async () => {
    const cost = async (count: number): Promise<number> => {
      const ids: number[] = [];
      for (let number = 0; number < count; number += 1) {
        const patient = await makePatient(viewer.orgId, { therapy_start: START });
        const machine = await makeMachine(viewer.orgId);
        await makeHistory(patient, machine, { start_date: START });
        ids.push(patient.id);
      }
      let statements = 0;
      await watchStatements(['background'], { statement: () => (statements += 1) }, () =>
        recomputeComplianceJob.runAll!(
          Context.of(running().app, { kind: 'jobs' }, 'a test'),
          ids.map((patientId) => ({ patientId })),
        ),
      );
      const { rows } = await admin.query('select from compliance_results where patient_id = any ($1)', [ids]);
      expect(rows).toHaveLength(count);
      return statements;
    };
    const [few, many] = [await cost(2), await cost(12)];
    expect(few).toBeGreaterThan(0);
    expect(many).toBe(few);
  });

  test('is that of the newest therapy start: a calculation that waits for another one reads it after that one', async () => {
    const patient = await makePatient(viewer.orgId, { therapy_start: START });
    await holder.query('begin');
    await holder.query('select pg_advisory_xact_lock(4, $1)', [patient.id]);
    const waits = runJob(recomputeComplianceJob, { patientId: patient.id });
    await untilWaiting();
    await admin.query('update patients set therapy_start = $1 where id = $2', [addDays(START, 1), patient.id]);
    await holder.query('commit');
    await waits;
    const { rows } = await admin.query('select therapy_start::text from compliance_results where patient_id = $1', [
      patient.id,
    ]);
    expect(rows).toEqual([{ therapy_start: addDays(START, 1) }]);
  });

  /** The stored days on which codes are to be read. */
  const callDays = async ({ id }: Ref) =>
    (
      await admin.query(
        `select c.call_on::text as on, c.call_until::text as until, p.compliance_call_on::text as listed
           from compliance_results c join patients p on p.id = c.patient_id where c.patient_id = $1`,
        [id],
      )
    ).rows[0];

  test('has the days to call by the code after the commit that brought it, and by the one that took it away', async () => {
    const patient = await makePatient(viewer.orgId, { therapy_start: START });
    const machine = await makeMachine(viewer.orgId);
    await makeHistory(patient, machine, { start_date: START });
    await recompute(patient);
    const first = { on: addDays(START, 30), until: addDays(START, 90), listed: addDays(START, 30) };
    expect(await callDays(patient)).toEqual(first);

    await holder.query('begin');
    const [report] = await insertRows(holder, 'icode_reports', [
      icodeRow({
        org_id: viewer.orgId,
        patient_id: patient.id,
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        serial: machine.serial,
        collected: addDays(START, 30),
        icode_period: 30,
        compliant_days: 15,
        best30: 0,
      }),
    ]);
    await recompute(patient);
    expect(await callDays(patient)).toEqual(first);
    await holder.query('commit');
    await workJobs(QUEUE);
    const later = { ...first, on: addDays(START, 36), listed: addDays(START, 36) };
    expect(await callDays(patient)).toEqual(later);

    await holder.query('begin');
    await holder.query('delete from icode_reports where id = $1', [report]);
    await recompute(patient);
    expect(await callDays(patient)).toEqual(later);
    await holder.query('commit');
    await workJobs(QUEUE);
    expect(await callDays(patient)).toEqual(first);
  });

  test('has the days to call by the device after the commit that ended it', async () => {
    const patient = await makePatient(viewer.orgId, { therapy_start: START });
    const machine = await makeMachine(viewer.orgId);
    const history = await makeHistory(patient, machine, { start_date: START });
    await recompute(patient);
    expect(await callDays(patient)).toMatchObject({ on: addDays(START, 30) });
    await holder.query('begin');
    await holder.query('update device_history set end_date = $2 where id = $1', [history, addDays(START, 60)]);
    // A calculation that needs the locked patient would wait for the commit.
    const during = recompute(patient);
    await Promise.race([during, untilWaiting()]);
    await holder.query('commit');
    await during;
    await workJobs(QUEUE);
    expect(await callDays(patient)).toEqual({ on: null, until: null, listed: null });
  });

  test('has the days to call by the night after the commit with which it arrived', async () => {
    const patient = await makePatient(viewer.orgId, { therapy_start: START });
    const machine = await makeMachine(viewer.orgId);
    await makeHistory(patient, machine, { start_date: START });
    await workJobs(QUEUE);
    await holder.query('begin');
    await insertRows(holder, 'usage_nights', [
      {
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        night: addDays(START, 40),
        source: 'wireless',
        minutes: 10,
      },
    ]);
    const during = recompute(patient);
    await Promise.race([during, untilWaiting()]);
    await holder.query('commit');
    await during;
    await workJobs(QUEUE);
    expect(await callDays(patient)).toMatchObject({ on: addDays(START, 48), until: addDays(START, 90) });
  });
});
