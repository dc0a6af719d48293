import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { takeJobsByHand, workJobs } from '../../test/taken-jobs.ts';
import { addDays } from '../shared/dates.ts';
import { verifyComplianceJob, verifyDerivedJob } from './verification.jobs.ts';

usePortalHere();

const START = '2026-01-01';
const NIGHTS = 21;
const LAST_NAME = 'Quillfeather';
const VERIFIED = '{ dashboard { verification { verifiedAt isOverdue repaired } } }';
const INBOX =
  '{ inbox(orderBy: { field: DATABASE_ID }) { edges { node { kind repaired message handOffId patient { id } } } } viewer { inboxUnreadCount } }';

/** Changes rows as a lost trigger or a mistake would leave them: nothing follows. */
async function corrupt(sql: string, values: unknown[]): Promise<void> {
  await admin.query('begin');
  await admin.query('set local session_replication_role = replica');
  await admin.query(sql, values);
  await admin.query('commit');
}

describe('the nightly verification of stored figures', () => {
  takeJobsByHand();

  let viewer: TestViewer;
  let outsider: TestViewer;
  let support: TestViewer;
  let patient: Ref;
  let history: number;
  let errors: jest.SpiedFunction<typeof console.error>;

  beforeAll(async () => {
    [viewer, outsider, support] = [await asViewer(), await asViewer(), await asViewer({ kind: 'support' })];
    patient = await makePatient(viewer.orgId, { therapy_start: START, last_name: LAST_NAME });
    const machine = await makeMachine(viewer.orgId);
    history = await makeHistory(patient, machine, { start_date: START });
    for (let number = 0; number < NIGHTS; number += 1)
      await make('usage_nights', {
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        night: addDays(START, number),
        source: 'wireless',
        minutes: 300,
      });
    await workJobs('recompute-compliance');
  });
  beforeEach(() => {
    errors = jest.spyOn(running().app.log, 'error') as never;
  });
  afterEach(() => void jest.restoreAllMocks());

  const verification = async (who: TestViewer) => (await who.gql(VERIFIED)).data.dashboard.verification;
  const repairedFor = async () => [
    (await verification(viewer)).repaired,
    (await verification(outsider)).repaired,
    (await verification(support)).repaired,
  ];
  /** The numbers of the items of an inbox about figures that were wrong. */
  async function alarms(who: TestViewer): Promise<number[]> {
    const { data } = await who.gql(INBOX);
    const nodes: { kind: string; repaired: number | null }[] = data.inbox.edges.map(
      ({ node }: { node: object }) => node,
    );
    expect(data.viewer.inboxUnreadCount).toBe(nodes.length);
    return nodes.map((node) => {
      expect(node).toEqual({
        kind: 'FIGURES_REPAIRED',
        repaired: expect.any(Number),
        message: null,
        handOffId: null,
        patient: null,
      });
      return node.repaired!;
    });
  }
  const result = async () =>
    (
      await admin.query('select compliant_days, met_on::text from compliance_results where patient_id = $1', [
        patient.id,
      ])
    ).rows;
  const count = async () => (await viewer.gql('{ patients { totalCount } }')).data.patients.totalCount as number;
  const state = async () =>
    (await admin.query('select settings_state, active_since::text from device_states where history_id = $1', [history]))
      .rows;
  const right = [{ compliant_days: NIGHTS, met_on: addDays(START, NIGHTS - 1) }];

  test('has no date before the first night, and says so', async () => {
    expect(await verification(viewer)).toEqual({ verifiedAt: null, isOverdue: false, repaired: 0 });
    await runJob(verifyComplianceJob, {});
    expect((await verification(viewer)).verifiedAt).toBeNull(); // the other half is missing
  });

  test('reports nothing when all is right; every user sees the date', async () => {
    const before = Date.now();
    await runJob(verifyDerivedJob, {});
    await runJob(verifyComplianceJob, {});
    expect(errors).not.toHaveBeenCalled();
    for (const who of [viewer, outsider, support]) {
      const { verifiedAt, isOverdue, repaired } = await verification(who);
      expect([isOverdue, repaired]).toEqual([false, 0]);
      expect(Date.parse(verifiedAt)).toBeGreaterThanOrEqual(before);
      expect(await alarms(who)).toEqual([]);
    }
  });

  test('stores a wrong result again, and the missing one; the log names the patient by the id, and support learns of it', async () => {
    await corrupt('update compliance_results set compliant_days = 5, met_on = null where patient_id = $1', [
      patient.id,
    ]);
    const { rows: before } = await admin.query('select * from compliance_results where patient_id <> $1', [patient.id]);
    await runJob(verifyComplianceJob, {});
    expect(await result()).toEqual(right);
    expect((await admin.query('select * from compliance_results where patient_id <> $1', [patient.id])).rows).toEqual(
      before,
    );
    expect(errors.mock.calls).toEqual([
      [{ wrong: 1, patientIds: [patient.id] }, 'stored compliance results are wrong'],
    ]);
    expect([await alarms(viewer), await alarms(outsider), await alarms(support)]).toEqual([[], [], [1]]);
    expect(await repairedFor()).toEqual([1, 0, 1]);

    await corrupt('delete from compliance_results where patient_id = $1', [patient.id]);
    await runJob(verifyComplianceJob, {});
    expect(await result()).toEqual(right);
    expect(await alarms(support)).toEqual([1, 1]);

    await runJob(verifyComplianceJob, {});
    expect(await alarms(support)).toEqual([1, 1]);
    expect(await repairedFor()).toEqual([0, 0, 0]);
    await admin.query('delete from inbox_items');
  });

  test('leaves the result of a patient to the recalculation that waits', async () => {
    await admin.query('update usage_nights set minutes = 100 where patient_id = $1', [patient.id]);
    await runJob(verifyComplianceJob, {});
    expect([await result(), errors.mock.calls, await alarms(support)]).toEqual([right, [], []]);
    await admin.query('update usage_nights set minutes = 300 where patient_id = $1', [patient.id]);
    await workJobs('recompute-compliance');
    expect(await result()).toEqual(right);
  });

  test('is right about a result whose inputs and job are in a transaction that commits between its statements', async () => {
    // The first statement reads the batch, the second one reads again who differs: here the nights have changed in between.
    await corrupt('update compliance_results set compliant_days = 5 where patient_id = $1', [patient.id]);
    const { pools } = running().app.db;
    const { driver } = pools.background;
    const execute = driver.getConnection('write').execute.bind(driver.getConnection('write'));
    let isChanged = false;
    jest.spyOn(driver.getConnection('write'), 'execute').mockImplementation((async (...args: unknown[]) => {
      if (String(args[0]).includes('pgboss.job') && !isChanged) {
        isChanged = true;
        await admin.query('update usage_nights set minutes = 301 where patient_id = $1', [patient.id]);
      }
      return execute(...(args as Parameters<typeof execute>));
    }) as never);
    await runJob(verifyComplianceJob, {});
    expect(isChanged).toBe(true);
    expect([errors.mock.calls, await alarms(support)]).toEqual([[], []]);
    await workJobs('recompute-compliance');
    expect(await result()).toEqual(right);
  });

  test('derives a wrong count, state and line of the index again, also a missing and an orphaned one', async () => {
    const before = await count();
    const stateBefore = await state();
    const gone = await makeHistory(await makePatient(viewer.orgId), await makeMachine(viewer.orgId));
    await corrupt(
      "insert into list_counts (list, org_id, visible_location_ids, rows) values ('patients', $1, '{}', 5)",
      [viewer.orgId],
    );
    expect(await count()).toBe(before + 6);
    await corrupt("update device_states set settings_state = 'failed', active_since = null where history_id = $1", [
      history,
    ]);
    await corrupt('delete from device_index where history_id = $1', [history]);
    await corrupt('delete from device_states where history_id = $1', [gone]);
    const { rows: others } = await admin.query('select * from device_states where history_id <> all ($1)', [
      [history, gone],
    ]);
    await runJob(verifyDerivedJob, {});
    expect([await count(), await state()]).toEqual([before + 1, stateBefore]);
    const { rows } = await admin.query(
      'select i.history_id, i.last_name, s.history_id as state from device_index i left join device_states s using (history_id) where history_id = any ($1) order by 1',
      [[history, gone]],
    );
    expect(rows).toMatchObject([{ last_name: LAST_NAME, state: history }, { state: gone }]);
    expect(
      (await admin.query('select * from device_states where history_id <> all ($1)', [[history, gone]])).rows,
    ).toEqual(others);
    expect(errors.mock.calls).toEqual([
      [{ wrong: 1, rows: ['list_counts patients'] }, 'derived rows were wrong'],
      [
        { wrong: 2, rows: expect.arrayContaining([`device_states ${history}`, `device_states ${gone}`]) },
        'derived rows were wrong',
      ],
      [{ wrong: 1, rows: [`device_index ${history}`] }, 'derived rows were wrong'],
    ]);
    expect(JSON.stringify(errors.mock.calls)).not.toContain(LAST_NAME);
    expect([await alarms(viewer), await alarms(outsider), await alarms(support)]).toEqual([[], [], [4]]);
    expect(await repairedFor()).toEqual([4, 0, 4]);

    await corrupt('delete from device_history where id = $1', [gone]); // its rows stay, and its count
    await runJob(verifyDerivedJob, {});
    expect((await admin.query('select from device_states where history_id = $1', [gone])).rowCount).toBe(0);
    expect((await admin.query('select from device_index where history_id = $1', [gone])).rowCount).toBe(0);
    await runJob(verifyDerivedJob, {});
    expect(await repairedFor()).toEqual([0, 0, 0]);
    await admin.query('delete from inbox_items');
  });

  test('adds the difference of a count to the changes that others add at the same time', async () => {
    const before = await count();
    await corrupt(
      "insert into list_counts (list, org_id, visible_location_ids, rows) values ('patients', $1, '{}', -3)",
      [viewer.orgId],
    );
    await admin.query('begin');
    await make('patients', { org_id: viewer.orgId, first_name: 'A', last_name: 'B' });
    await runJob(verifyDerivedJob, {}); // while the new patient is not committed
    await admin.query('commit');
    expect(await count()).toBe(before + 1);
    await admin.query('delete from inbox_items');
  });

  test.each([
    ['48 hours', 172_800_000, false],
    ['48 hours and a second', 172_801_000, true],
  ])('that ended %s ago: the home page reports it as overdue: %#', async (_age, ms, isOverdue) => {
    const now = Date.now();
    const at = new Date(now - ms);
    await admin.query('update verifications set verified_at = $1', [at]);
    running().app.now = () => new Date(now);
    try {
      expect(await verification(outsider)).toEqual({ verifiedAt: at.toISOString(), isOverdue, repaired: 0 });
      // The older of the two halves counts.
      await admin.query("update verifications set verified_at = $1 where kind = 'derived'", [new Date(now)]);
      expect(await verification(outsider)).toEqual({ verifiedAt: at.toISOString(), isOverdue, repaired: 0 });
    } finally {
      running().app.now = () => new Date();
    }
  });

  test('is what the command does, with the rights of the job, and without a repair', async () => {
    await corrupt("update device_states set settings_state = 'failed' where history_id = $1", [history]);
    const run = promisify(execFile)(process.execPath, ['--import', 'tsx', 'api/scripts/derived.ts', '--verify'], {
      env: { ...process.env, DATABASE_URL: running().adminUrl, NODE_OPTIONS: '' },
    });
    const { code, stdout } = (await run.catch((error: object) => error)) as { code?: number; stdout: string };
    expect([code, stdout.trim().split('\n').at(-1)]).toEqual([1, '1 differences']);
    expect(await state()).toMatchObject([{ settings_state: 'failed' }]);
    await runJob(verifyDerivedJob, {});
  });
});
