import { beforeEach, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { until } from '../../test/until.ts';
import { addDays, dayIn } from '../shared/dates.ts';
import { Context } from '../shared/context.ts';
import { recomputeComplianceJob, sweepCompliance } from './compliance.jobs.ts';

usePortalHere();

const FIELDS = `ruleName ruleVersion state period minutesWanted nightsWanted windowStart windowEnd metOn compliantDays nightsNeeded earliestDate missingNights computedAt isStored
  ledger(first: 2) { date day minutes source state }`;
const READ = `query ($id: ID!) { patient(id: $id) { viewerCanRecalculateCompliance compliance { ${FIELDS} } } }`;
const RECALCULATE = `mutation ($id: ID!) { recalculateCompliance(patientId: $id) { patient { databaseId compliance { isStored } } compliance { ${FIELDS} } userErrors { code } } }`;

const today = () =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date());

let viewer: TestViewer;
let patient: Ref;
let machine: Ref;
let start: string;

beforeEach(async () => {
  viewer = await asViewer();
  start = addDays(today(), -100);
  patient = await makePatient(viewer.orgId, { therapy_start: start });
  machine = await makeMachine(viewer.orgId);
  await makeHistory(patient, machine, { start_date: start });
});

/** Writes nights as a restored copy does, without triggers: no job calculates the result again. */
async function wear(
  first: number,
  last: number,
  minutes: number,
  source = 'wireless',
  overruled = false,
): Promise<void> {
  await admin.query('begin');
  await admin.query('set local session_replication_role = replica');
  await admin.query(
    `insert into usage_nights (org_id, patient_id, machine_org_id, machine_id, night, usage_date, source, overruled, minutes)
     select $1, $2, $3, $4, $5::date + n, $5::date + n, $6, $7, $8 from generate_series($9::int - 1, $10::int - 1) n`,
    [patient.orgId, patient.id, machine.orgId, machine.id, start, source, overruled, minutes, first, last],
  );
  await admin.query('commit');
}

const read = async () => (await viewer.gql(READ, { id: String(patient.id) })).data.patient;
const rest = (id = patient.id, who = viewer) =>
  who.rest('POST', `/api/dashboard/initial-compliance/patients/${id}/compliance`);
const stored = async () =>
  (
    await admin.query(
      `select rule, rule_version, period, therapy_start::text, window_start::text, window_end::text, compliant_days, met_on::text, at_risk_on::text, cannot_be_met_on::text, closes_on::text from compliance_results where patient_id = $1`,
      [patient.id],
    )
  ).rows;
const kept = async () =>
  (
    await admin.query(
      'select compliance_met_on::text as met, compliance_at_risk_on::text as risk, compliance_cannot_be_met_on::text as cannot, compliance_closes_on::text as closes from patients where id = $1',
      [patient.id],
    )
  ).rows[0];

describe('Patient.compliance', () => {
  test('returns the state, the winning window and the ledger of nights, newest first', async () => {
    await wear(1, 25, 300);
    await wear(1, 25, 30, 'sd', true);
    const { compliance, viewerCanRecalculateCompliance } = await read();
    expect(compliance).toMatchObject({
      ruleName: 'CMS PAP',
      ruleVersion: 1,
      state: 'MET',
      period: 90,
      minutesWanted: 240,
      nightsWanted: 21,
      windowStart: start,
      windowEnd: addDays(start, 29),
      metOn: addDays(start, 20),
      compliantDays: 25,
      nightsNeeded: 0,
      earliestDate: addDays(start, 20),
      missingNights: 65,
      computedAt: null,
      isStored: false,
      ledger: [
        { day: 90, minutes: null, source: null, state: 'MISSING' },
        { day: 89, state: 'MISSING' },
      ],
    });
    expect(viewerCanRecalculateCompliance).toBe(true);
    const { data } = await viewer.gql(
      'query ($id: ID!) { patient(id: $id) { compliance { ledger { date minutes source state } } } }',
      { id: String(patient.id) },
    );
    expect(data.patient.compliance.ledger.at(-1)).toEqual({
      date: start,
      minutes: 300,
      source: 'WIRELESS',
      state: 'COMPLIANT',
    });
  });

  describe('is provisional', () => {
    const PROVISIONAL = 'query ($id: ID!) { patient(id: $id) { compliance { state isProvisional } } }';
    const result = async () => (await viewer.gql(PROVISIONAL, { id: String(patient.id) })).data.patient.compliance;
    const startOn = async (date: string | null) =>
      void (await admin.query('update patients set therapy_start = $2 where id = $1', [patient.id, date]));

    test('in a period that has not closed, and not when the rule is met in it', async () => {
      start = addDays(today(), -40);
      await startOn(start);
      expect(await result()).toEqual({ state: 'IN_PROGRESS', isProvisional: true });
      await wear(1, 20, 300);
      expect(await result()).toMatchObject({ isProvisional: true });
      await wear(21, 21, 240);
      expect(await result()).toEqual({ state: 'MET', isProvisional: false });
    });

    test('after the period while one of its nights is without data, because it is counted when it arrives', async () => {
      await wear(1, 89, 100);
      expect(await result()).toEqual({ state: 'NOT_MET', isProvisional: true });
      await wear(90, 90, 100);
      expect(await result()).toEqual({ state: 'NOT_MET', isProvisional: false });
    });

    test('never without a therapy start', async () => {
      await startOn(null);
      expect(await result()).toEqual({ state: 'NO_THERAPY_START', isProvisional: false });
    });
  });

  test('a patient without therapy start has the state NO_THERAPY_START and no dates', async () => {
    patient = await makePatient(viewer.orgId, { therapy_start: null });
    expect((await read()).compliance).toMatchObject({
      state: 'NO_THERAPY_START',
      period: 90,
      windowStart: null,
      metOn: null,
      compliantDays: 0,
      nightsNeeded: null,
      ledger: [],
      isStored: true,
    });
    expect((await rest()).body.data).toMatchObject({
      state: 'no_therapy_start',
      period: 90,
      window_start: null,
      met_on: null,
    });
    expect(await kept()).toEqual({ met: null, risk: null, cannot: null, closes: null });
  });

  test('of 20 patients takes as many statements as of one', async () => {
    const many = await asViewer();
    for (let index = 0; index < 20; index += 1) await makePatient(many.orgId, { therapy_start: start });
    const query =
      'query ($first: Int) { patients(first: $first) { edges { node { compliance { state isStored computedAt ledger(first: 1) { day } } } } } }';
    const one = await countQueries(() => many.gql(query, { first: 1 }));
    const twenty = await countQueries(() => many.gql(query, { first: 20 }));
    expect(twenty.result.data.patients.edges).toHaveLength(20);
    expect(twenty.statements).toBe(one.statements);
  });
});

describe('recalculation', () => {
  test('through REST returns the compliance_met_result with its period, and stores it', async () => {
    await wear(10, 40, 260);
    const { status, body } = await rest();
    expect(status).toBe(200);
    expect(body).toEqual({
      data: {
        rule: 'CMS PAP',
        state: 'met',
        as_of: dayIn('America/New_York', new Date()),
        timezone: 'America/New_York',
        period: 90,
        window_start: addDays(start, 0),
        window_end: addDays(start, 29),
        met_on: addDays(start, 29),
        compliant_days: 21,
        nights_needed: 0,
        earliest_date: addDays(start, 29),
      },
    });
    expect(await stored()).toEqual([
      {
        rule: 'CMS PAP',
        rule_version: 1,
        period: 90,
        therapy_start: start,
        window_start: start,
        window_end: addDays(start, 29),
        compliant_days: 21,
        met_on: addDays(start, 29),
        at_risk_on: null,
        cannot_be_met_on: null,
        closes_on: addDays(start, 92),
      },
    ]);
    expect(await kept()).toEqual({ met: addDays(start, 29), risk: null, cannot: null, closes: addDays(start, 92) });
  });

  test('through GraphQL returns patient and result; list filters then match the current nights', async () => {
    await wear(1, 20, 300);
    const answer = await viewer.gql(RECALCULATE, { id: String(patient.id) });
    expect(answer.data.recalculateCompliance).toMatchObject({
      patient: { databaseId: patient.id, compliance: { isStored: true } },
      compliance: { state: 'NOT_MET', nightsNeeded: null, isStored: true },
      userErrors: [],
    });
    await wear(21, 21, 300);
    expect((await read()).compliance).toMatchObject({ state: 'MET', isStored: false });
    await rest();
    expect((await read()).compliance).toMatchObject({ state: 'MET', isStored: true });
    expect(await stored()).toHaveLength(1);
  });

  test('leaves a line in the audit log', async () => {
    await rest();
    const { rows } = await admin.query(
      "select operation, properties from audit_log where actor_user_id = $1 and outcome = 'done'",
      [viewer.userId],
    );
    expect(rows).toEqual([
      {
        operation: 'POST /api/dashboard/initial-compliance/patients/{id}/compliance',
        properties: { id: String(patient.id) },
      },
    ]);
  });

  test("needs update.device, which the patient's viewerCan field reports", async () => {
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    expect((await rest(patient.id, reader)).status).toBe(403);
    expect((await reader.gql(RECALCULATE, { id: String(patient.id) })).errors).toMatchObject([
      { extensions: { code: 'FORBIDDEN' } },
    ]);
    expect((await reader.gql(READ, { id: String(patient.id) })).data.patient).toMatchObject({
      viewerCanRecalculateCompliance: false,
      compliance: { period: 90 },
    });
    expect(await stored()).toEqual([]);
  });

  test("another organization's patient is not found, and nothing is stored", async () => {
    const outsider = await asViewer();
    expect((await rest(patient.id, outsider)).status).toBe(404);
    expect((await outsider.gql(RECALCULATE, { id: String(patient.id) })).errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND' } },
    ]);
    expect(await stored()).toEqual([]);
  });

  test('a partner of the patient recalculates too', async () => {
    const clinic = await makeOrganization('clinical');
    const clinician = await asViewer({ orgId: clinic, kind: 'clinical' });
    await admin.query('update patients set clinician_org_id = $1, clinician_id = $2 where id = $3', [
      clinic,
      clinician.userId,
      patient.id,
    ]);
    expect((await rest(patient.id, clinician)).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  test('without the CSRF token is refused with 419', async () => {
    expect(
      (
        await viewer.rest('POST', `/api/dashboard/initial-compliance/patients/${patient.id}/compliance`, undefined, {
          'x-xsrf-token': 'wrong',
        })
      ).status,
    ).toBe(419);
  });

  test("answers with the result of today in the zone of the viewer's organization, as the patient's page shows it", async () => {
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
    // At any time, one of the two has another date than New York, whose date the jobs have.
    const zone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((name) => dayIn(name) !== today())!;
    await admin.query('update organizations set timezone = $1 where id = $2', [zone, viewer.orgId]);
    await admin.query('update patients set therapy_start = $1 where id = $2', [addDays(today(), -10), patient.id]);
    const DAYS = 'compliance { asOf computedAt isStored ledger { date } }';
    const { data } = await viewer.gql(
      `mutation ($id: ID!) { recalculateCompliance(patientId: $id) { ${DAYS} patient { ${DAYS} } } }`,
      { id: String(patient.id) },
    );
    const { compliance, patient: shown } = data.recalculateCompliance;
    expect(compliance).toMatchObject({ asOf: dayIn(zone), computedAt: expect.any(String), isStored: true });
    expect(compliance.ledger[0]).toEqual({ date: dayIn(zone) });
    expect(compliance).toEqual(shown.compliance);
  });

  test('twenty at once leave one result, which counts every night', async () => {
    await wear(1, 21, 300);
    const answers = await Promise.all(Array.from({ length: 20 }, () => rest()));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(await stored()).toMatchObject([{ met_on: addDays(start, 20) }]);
  });
});

describe('the job recompute-compliance', () => {
  const enqueue = (ctx: Context) =>
    ctx.run('write', () => ctx.enqueue('recompute-compliance', { patientId: patient.id }, { key: String(patient.id) }));

  const asJob = () => Context.of(running().app, { kind: 'jobs' }, 'test');

  test('stores the result of a patient of any organization, is safe to run twice and ignores a deleted patient', async () => {
    await wear(1, 21, 300);
    for (const patientId of [patient.id, patient.id, 999_999_999])
      await recomputeComplianceJob.run(asJob(), { patientId });
    expect(await stored()).toMatchObject([{ met_on: addDays(start, 20) }]);
    expect((await read()).compliance).toMatchObject({ state: 'MET', isStored: true });
  });

  test('runs again after a failure, and then stores the result', async () => {
    const ctx = asJob();
    const states = async () =>
      (
        await admin.query<{ state: string }>(
          `select state::text from pgboss.job where name = 'recompute-compliance' and singleton_key = $1`,
          [String(patient.id)],
        )
      ).rows.map(({ state }) => state);
    /** The states of the patient's jobs as soon as the first is one of those: it is another one soon after. */
    const become = async (...wanted: string[]) => {
      let found: string[] = [];
      await until(async () => wanted.includes((found = await states())[0] ?? ''));
      return found;
    };
    await admin.query('revoke insert on compliance_results from airlog_jobs');
    try {
      await enqueue(ctx);
      expect(await become('retry', 'failed')).toEqual(['retry']);
    } finally {
      await admin.query('grant insert on compliance_results to airlog_jobs');
    }
    expect(await become('completed', 'failed')).toEqual(['completed']);
    expect((await admin.query('select from compliance_results where patient_id = $1', [patient.id])).rowCount).toBe(1);
  });

  test('is enqueued by every change of nights or dates, and runs after the commit', async () => {
    await wear(1, 21, 300);
    const ctx = asJob();
    await enqueue(ctx);
    while ((await stored()).length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await stored()).toMatchObject([{ met_on: addDays(start, 20) }]);
  });
});

test('the job sweep-compliance computes missing results in batches and leaves stored ones unchanged', async () => {
  await wear(1, 21, 300);
  await rest();
  const {
    rows: [before],
  } = await admin.query('select computed_at from compliance_results where patient_id = $1', [patient.id]);
  const org = await makeOrganization();
  await admin.query(
    `insert into patients (org_id, first_name, last_name, therapy_start, created_at) select $1, 'A', 'B', $2, now() - interval '2 hours' from generate_series(1, 450)`,
    [org, start],
  );
  const made = await makePatient(org, { therapy_start: start }); // created just now, as by another request
  await sweepCompliance.run(Context.of(running().app, { kind: 'jobs' }, 'test'), {});
  const { rows } = await admin.query(
    'select count(*)::int as n, bool_and(closes_on = $2) as closed from compliance_results where org_id = $1',
    [org, addDays(start, 92)],
  );
  expect(rows).toEqual([{ n: 450, closed: true }]);
  expect((await admin.query('select from compliance_results where patient_id = $1', [made.id])).rowCount).toBe(0);
  expect(
    (await admin.query('select computed_at from compliance_results where patient_id = $1', [patient.id])).rows,
  ).toEqual([before]);
});

test("the compliance dates on the patient's row are those of the default rule", async () => {
  await rest();
  const before = await kept();
  await admin.query(
    `insert into compliance_results (org_id, patient_id, rule, rule_version, period, therapy_start, met_on, closes_on, computed_at) values ($1, $2, 'Payer', 1, 60, $3, $3, $3, now())`,
    [patient.orgId, patient.id, start],
  );
  expect(await kept()).toEqual(before);
});

test('a module stores its last contact, never in the future, whatever operation writes the session', async () => {
  await admin.query("insert into modules (org_id, machine_id, serial) values ($1, $2, 'M1')", [
    machine.orgId,
    machine.id,
  ]);
  const heard = async () =>
    (await admin.query<{ at: Date }>('select last_connected_at as at from modules where machine_id = $1', [machine.id]))
      .rows[0]!.at;
  const connect = (startTime: string, endTime: string | null) =>
    make('connections', {
      org_id: patient.orgId,
      patient_id: patient.id,
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      start_time: startTime,
      end_time: endTime,
      terminal_type: 1,
    });
  expect(await heard()).toBeNull();
  const session = await connect('2026-01-02T12:00:00Z', null);
  expect((await heard()).toJSON()).toBe('2026-01-02T12:00:00.000Z');
  await admin.query(`update connections set end_time = '2026-01-02T12:05:00Z' where id = $1`, [session]);
  expect((await heard()).toJSON()).toBe('2026-01-02T12:05:00.000Z');
  await connect('2026-01-01T12:00:00Z', '2026-01-01T12:05:00Z');
  expect((await heard()).toJSON()).toBe('2026-01-02T12:05:00.000Z');
  await connect('2999-01-01T12:00:00Z', null);
  expect((await heard()).getTime()).toBeLessThanOrEqual(Date.now() + 1000);
});
