import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { untilWaiting } from '../../test/locks.ts';
import { nightAct, nightsFrom, readCard } from '../../test/night-voids.ts';
import { takeJobsByHand, workJobs } from '../../test/taken-jobs.ts';
import { until } from '../../test/until.ts';

usePortalHere();

const START = '2026-01-01';
const QUEUE = 'recompute-compliance';

describe('a stored result while the request that voids nights is held open', () => {
  takeJobsByHand();

  let viewer: TestViewer;
  let patient: Ref;
  let machine: Ref & { serial: string };
  let upload: number;

  beforeEach(async () => {
    viewer = await asViewer();
    patient = await makePatient(viewer.orgId, { therapy_start: START });
    machine = await makeMachine(viewer.orgId);
    await makeHistory(patient, machine, { start_date: START });
    upload = await readCard(viewer, machine, nightsFrom(START, 21), '2026-04-20T12:00:00Z');
    await workJobs(QUEUE);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** The filters of the list that find the patient, and the state of the patient's page. */
  async function shown() {
    const list: string[] = [];
    for (const state of ['met', 'not_met']) {
      const { body } = await viewer.rest('GET', `/api/patients/datatable?filters[compliance][equal]=${state}`);
      if (body.data.some((row: { id: number }) => row.id === patient.id)) list.push(state);
    }
    const query = 'query ($id: ID!) { patient(id: $id) { compliance { state isStored } } }';
    const { data } = await viewer.gql(query, { id: String(patient.id) });
    return [list, data.patient.compliance];
  }

  /** Runs an act that has written everything and does not commit, while the job of the result runs. */
  async function whileHeld(operation: 'voidNights' | 'giveBackNights', reason?: string): Promise<void> {
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
    const answer = nightAct(viewer, operation, machine, { uploadId: String(upload), reason });
    await until(() => isHeld);
    const during = workJobs(QUEUE);
    await Promise.race([during, untilWaiting()]);
    release();
    expect((await answer).userErrors).toEqual([]);
    await during;
    await workJobs(QUEUE);
    jest.restoreAllMocks();
  }

  test('is that of the nights after the commit: the list and the page agree, and agree again when they are given back', async () => {
    const met = [['met'], { state: 'MET', isStored: true }];
    expect(await shown()).toEqual(met);
    await whileHeld('voidNights', 'Wrong person');
    expect(await shown()).toEqual([['not_met'], { state: 'NOT_MET', isStored: true }]);
    await whileHeld('giveBackNights');
    expect(await shown()).toEqual(met);
  });
});
