import { beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makePatient,
  superuserUrl,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { untilWaiting } from '../../test/locks.ts';
import { runJob } from '../../test/run-job.ts';
import { takeJobsByHand, workJobs } from '../../test/taken-jobs.ts';
import { encodeIc1 } from './ic1.codec.ts';
import { judgeCodesJob, sweepCodes } from './icode-nights.jobs.ts';

usePortalHere();

describe('the night of a one-day code', () => {
  takeJobsByHand();

  const READ = '2026-05-02';
  let viewer: TestViewer;
  let patient: Ref;
  let machine: Ref & { serial: string };
  beforeEach(async () => {
    viewer = await asViewer();
    patient = await makePatient(viewer.orgId, { therapy_start: '2026-01-01' });
    machine = await makeMachine(viewer.orgId);
    await makeHistory(patient, machine, { start_date: '2026-01-01' });
  });

  const figures = { best30: 0, pressure: 8, p95: 10, ahi: 2.5, sni: 6.5, leak: 3 };
  const enter = async (period: number, compliantDays: number, minutes: number, collected = READ) => {
    const icode = encodeIc1(machine.serial, { ...figures, period, compliantDays, minutes });
    const { status } = await viewer.rest('POST', '/api/icode-reports', {
      patient_id: patient.id,
      serial: machine.serial,
      codes: [{ collected, icode }],
    });
    expect(status).toBe(201);
  };
  const states = async () =>
    (
      await admin.query(`select night::text, minutes, state from usage_nights where machine_id = $1 order by night`, [
        machine.id,
      ])
    ).rows;
  /** The compliant nights of the patient, and what the ledger says of the reports of each night. */
  const counted = async () => {
    const { data } = await viewer.gql(
      `query ($id: ID!) { patient(id: $id) { compliance { compliantDays ledger { date reports { minutes outcome } } } } }`,
      { id: patient.id },
    );
    const { compliantDays, ledger } = data.patient.compliance;
    return [
      compliantDays,
      ledger.flatMap(({ reports }: { reports: { minutes: number; outcome: string }[] }) =>
        reports.map(({ minutes, outcome }) => [minutes, outcome]),
      ),
    ];
  };
  beforeEach(async () => {
    await admin.query(`update patients set therapy_start = '2026-04-10' where id = $1`, [patient.id]);
  });

  test('counts until another code contradicts it, and then it is shown and does not count', async () => {
    await enter(1, 1, 300);
    await workJobs('judge-codes');
    expect(await counted()).toEqual([1, [[300, 'COUNTED']]]);
    await enter(7, 0, 60);
    expect(await workJobs('judge-codes')).toEqual([`${machine.id}-${patient.id}`]);
    expect(await counted()).toEqual([0, [[300, 'INVALID']]]);
  });

  test('counts while the codes that share its night fit it', async () => {
    await enter(7, 1, 60);
    await enter(1, 1, 300);
    await enter(7, 0, 60, '2026-05-01');
    await workJobs('judge-codes');
    expect(await states()).toEqual([{ night: '2026-05-01', minutes: 300, state: 1 }]);
  });

  test('does not count when two codes of the evening differ, whichever was entered last', async () => {
    await enter(1, 1, 300);
    await enter(1, 0, 60);
    await enter(1, 1, 300, '2026-04-30');
    await workJobs('judge-codes');
    expect(await states()).toEqual([
      { night: '2026-04-29', minutes: 300, state: 1 },
      { night: '2026-05-01', minutes: 60, state: 0 },
    ]);
  });

  test('is not that of a code of another patient of the device', async () => {
    await enter(1, 1, 300);
    const other = await makePatient(viewer.orgId);
    await runJob(judgeCodesJob, { machineId: machine.id, patientId: other.id });
    expect(await states()).toMatchObject([{ state: 1 }]);
    await admin.query(`update icode_reports set compliant_days = 0, minutes = 600 where patient_id = $1`, [patient.id]);
    await runJob(judgeCodesJob, { machineId: machine.id, patientId: other.id });
    expect(await states()).toMatchObject([{ state: 1 }]);
  });

  test('is judged every night, also of codes that no job has judged, and again when the code fits', async () => {
    await enter(1, 1, 300);
    await enter(7, 0, 60);
    await admin.query("delete from pgboss.job where name = 'judge-codes'");
    await runJob(sweepCodes, {});
    expect(await states()).toMatchObject([{ state: 0 }]);
    await admin.query('delete from icode_reports where patient_id = $1 and icode_period = 7', [patient.id]);
    await runJob(sweepCodes, {});
    expect(await states()).toMatchObject([{ state: 1 }]);
  });

  test('is judged with a code that is entered in a transaction that is held open while its job runs', async () => {
    await enter(1, 1, 300);
    const holder = new pg.Client({ connectionString: superuserUrl() });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock(7, $1)', [machine.id]);
      await holder.query(
        `insert into icode_reports (org_id, patient_id, machine_org_id, machine_id, serial, collected, code, codec, codec_version, icode_period,
           compliant_days, best30, minutes, pressure, p95, ahi, sni, leak)
         select org_id, patient_id, machine_org_id, machine_id, serial, collected, '1', codec, codec_version, 7, 0, 0, 60, pressure, p95, ahi, sni, leak
           from icode_reports where patient_id = $1`,
        [patient.id],
      );
      // The job that waits under the key is locked; one that was taken before waits for the device.
      const taken = runJob(judgeCodesJob, { machineId: machine.id, patientId: patient.id });
      await untilWaiting();
      await holder.query('commit');
      await taken;
    } finally {
      await holder.end();
    }
    expect(await states()).toMatchObject([{ state: 0 }]);
  });
});
