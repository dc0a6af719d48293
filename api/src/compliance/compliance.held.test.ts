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
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { untilWaiting } from '../../test/locks.ts';
import { runJob } from '../../test/run-job.ts';
import { takeJobsByHand, workJobs } from '../../test/taken-jobs.ts';
import { until } from '../../test/until.ts';
import { addDays } from '../shared/dates.ts';
import { recomputeComplianceJob } from './compliance.jobs.ts';

usePortal();

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
    holder = new pg.Client({ connectionString: running().adminUrl });
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
});
