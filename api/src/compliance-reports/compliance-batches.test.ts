import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Client as SocketClient } from 'graphql-ws';
import { parse } from 'csv-parse/sync';
import { linesOf } from '../../test/audit-lines.ts';
import { firstAnswer, openSocket } from '../../test/contract/socket.ts';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  anonymous,
  asViewer,
  makePatient,
  running,
  signInAgain,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { until } from '../../test/until.ts';
import { verify } from '../../verifier/airlog-verify.mjs';
import { sweepExpired } from '../auth/sweep.jobs.ts';
import { addDays } from '../shared/dates.ts';
import { issueComplianceReportsJob } from './compliance-batches.jobs.ts';

usePortalHere();

const START =
  'mutation ($input: StartComplianceBatchInput!) { startComplianceBatch(input: $input) { batch { id state patientCount } userErrors { field code } } }';
const CURRENT = '{ currentComplianceBatch { id state ruleId asOf patientCount doneCount reportCount } }';
const DISMISS =
  'mutation ($input: DismissComplianceBatchInput!) { dismissComplianceBatch(input: $input) { userErrors { code } } }';
const PROGRESS = 'subscription ($id: ID!) { complianceBatchProgress(batchId: $id) { id state doneCount } }';

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());

let viewer: TestViewer;
let start: string;
beforeEach(async () => {
  viewer = await asViewer({ can: ['view.patient', 'export.patient'] });
  start = addDays(today(), -40);
});
const opened: SocketClient[] = [];
afterEach(async () => {
  for (const socket of opened.splice(0)) await socket.dispose();
});

/** Makes patients in therapy; returns their ids. */
async function patients(count: number, orgId = viewer.orgId): Promise<number[]> {
  const { rows } = await admin.query<{ id: number }>(
    `insert into patients (org_id, first_name, last_name, birth_date, therapy_start, created_at)
     select $1, 'Ana', 'Lane ' || n, '1960-05-06', $3::date, $3::date from generate_series(1, $2::int) n returning id`,
    [orgId, count, start],
  );
  return rows.map(({ id }) => id);
}
const call = async (selection: object, who = viewer, more: object = {}) =>
  who.gql(START, { input: { selection, ...more } });
const begin = async (selection: object, who = viewer, more: object = {}) =>
  (await call(selection, who, more)).data.startComplianceBatch;
const ofIds = (ids: number[]) => ({ patientIds: ids.map(String) });
const current = async (who = viewer) => (await who.gql(CURRENT)).data.currentComplianceBatch;
/** Waits for the end of the viewer's batch, which is final, and returns it. */
async function ended() {
  const running = "select from compliance_batches where user_id = $1 and state in ('waiting', 'running')";
  await until(async () => (await admin.query(running, [viewer.userId])).rowCount === 0, 60_000);
  return current();
}
const file = (id: string | number, who = viewer) => who.rest('GET', `/api/compliance-batches/${id}/file`);
const rowsOf = (text: string): Record<string, string>[] => parse(text.replace('\ufeff', ''), { columns: true });
const reportsOf = async (ids: number[]) =>
  (
    await admin.query(
      'select patient_id, count(*)::int as n from compliance_reports where patient_id = any ($1) group by 1 order by 1',
      [ids],
    )
  ).rows;

describe('a batch of compliance reports', () => {
  test('issues a report of each patient, and its file has their figures and codes in their order', async () => {
    const ids = await patients(3);
    const batch = await begin(ofIds([ids[2]!, ids[0]!, ids[1]!, ids[0]!]), viewer, { asOf: addDays(start, 20) });
    expect(batch).toEqual({ batch: { id: expect.any(String), state: 'WAITING', patientCount: 3 }, userErrors: [] });
    expect(await ended()).toEqual({
      id: batch.batch.id,
      state: 'DONE',
      ruleId: 'cms-pap',
      asOf: addDays(start, 20),
      patientCount: 3,
      doneCount: 3,
      reportCount: 3,
    });
    const { status, headers, text } = await file(batch.batch.id);
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      `attachment; filename="compliance_reports_${batch.batch.id}.csv"`,
    ]);
    const rows = rowsOf(text);
    expect(rows.map((row) => row.ID)).toEqual([ids[2], ids[0], ids[1]].map(String));
    const code = rows[0]!['Verification Code']!;
    expect(rows[0]).toEqual(
      expect.objectContaining({
        'Last Name': 'Lane 3',
        Rule: 'CMS PAP',
        'As of': addDays(start, 20),
        State: 'In progress',
        'Compliant Nights': '0',
        'Nights Needed': '21',
        'Met On': '',
        Report: `${viewer.origin}/verify/${code}`,
        'Why Not Issued': '',
      }),
    );
    const { body } = await viewer.rest('GET', `/api/verify/${code}`);
    expect(body).toMatchObject({
      data: { figures: { as_of: addDays(start, 20), compliant_days: 0 } },
      meta: { patient_id: ids[2] },
    });
    expect(
      await verify(JSON.stringify(body), (await anonymous().rest('GET', '/.well-known/airlog-report-keys.json')).text),
    ).toMatchObject({ verdict: 'valid', differences: [] });
  });

  test('a patient without therapy start, and one that the viewer may not see, have a line with the reason', async () => {
    const [seen] = await patients(1);
    const { id: unstarted } = await makePatient(viewer.orgId, { therapy_start: null });
    const [foreign] = await patients(1, (await asViewer()).orgId);
    const { batch } = await begin(ofIds([foreign!, seen!, unstarted, 999_999_999]));
    expect(await ended()).toMatchObject({ doneCount: 4, reportCount: 1 });
    const rows = rowsOf((await file(batch.id)).text);
    expect(
      rows.map((row) => [row.ID, row['Last Name'] !== '', row['Verification Code'] !== '', row['Why Not Issued']]),
    ).toEqual([
      [String(foreign), false, false, 'Patient not found'],
      [String(seen), true, true, ''],
      [String(unstarted), true, false, 'No therapy start'],
      ['999999999', false, false, 'Patient not found'],
    ]);
    expect(await reportsOf([foreign!])).toEqual([]);
  });

  test('of all that match a search has exactly these', async () => {
    const ids = await patients(12);
    await begin({ matching: { search: 'lane', where: { lastName: { endWith: '2' } } } });
    const { id, patientCount } = await ended();
    expect(patientCount).toBe(2);
    expect(rowsOf((await file(id)).text).map((row) => row.ID)).toEqual([ids[1], ids[11]].map(String));
  });

  test('has at most 500 patients: 500 are issued, each once, and 501 are refused', async () => {
    const ids = await patients(501);
    const refusal = [{ field: 'selection', code: 'compliance_batch.too_many' }];
    expect((await begin(ofIds(ids))).userErrors).toEqual(refusal);
    expect((await begin({ matching: { search: 'lane' } })).userErrors).toEqual(refusal);
    expect(await current()).toBeNull();
    await begin(ofIds(ids.slice(0, 500)));
    expect(await ended()).toMatchObject({ state: 'DONE', patientCount: 500, doneCount: 500, reportCount: 500 });
    expect(await reportsOf(ids)).toEqual(ids.slice(0, 500).map((id) => ({ patient_id: id, n: 1 })));
  });

  test('takes as many statements for 100 patients as for 2', async () => {
    const ids = await patients(102);
    const statements: number[] = [];
    for (const some of [ids.slice(0, 2), ids.slice(2)]) {
      const {
        rows: [{ id }],
      } = await admin.query(
        "insert into compliance_batches (org_id, user_id, rule, as_of, patient_ids) values ($1, $2, 'cms-pap', $3, $4) returning id",
        [viewer.orgId, viewer.userId, today(), some],
      );
      const counted = await countQueries(() =>
        runJob(issueComplianceReportsJob, { batchId: id, userId: viewer.userId }),
      );
      statements.push(counted.statements);
      expect((await current()).reportCount).toBe(some.length);
    }
    expect(statements[1]).toBe(statements[0]);
  });

  test('leaves one audit line for each 100 patients, with their codes and digests', async () => {
    const ids = await patients(101);
    const { batch } = await begin(ofIds(ids));
    await ended();
    const lines = (await linesOf(viewer)).filter(({ operation }) => operation === 'Mutation.startComplianceBatch');
    expect(lines.map(({ outcome, patients: named }) => [outcome, named.length])).toEqual([
      ['done', 0],
      ['done', 100],
      ['done', 1],
    ]);
    expect(lines[0]!.properties).toMatchObject({ batch: Number(batch.id), patients: 101, rule: 'cms-pap' });
    const { rows } = await admin.query<{ code: string; digest: string }>(
      "select code, encode(digest, 'hex') as digest from compliance_reports where patient_id = $1",
      [ids[100]],
    );
    expect(lines[2]!.properties).toEqual({ batch: Number(batch.id), reports: { [rows[0]!.code]: rows[0]!.digest } });
    await file(batch.id);
    expect((await linesOf(viewer)).at(-1)).toMatchObject({
      operation: 'GET /api/compliance-batches/{id}/file',
      outcome: 'exported',
      properties: { id: batch.id, rows: 101 },
    });
  });
});

describe('the job of a batch', () => {
  const stored = async (ids: number[]) =>
    (
      await admin.query<{ id: number }>(
        "insert into compliance_batches (org_id, user_id, rule, as_of, patient_ids) values ($1, $2, 'cms-pap', $3, $4) returning id",
        [viewer.orgId, viewer.userId, today(), ids],
      )
    ).rows[0]!.id;
  const run = (batchId: number) => runJob(issueComplianceReportsJob, { batchId, userId: viewer.userId });

  test('that is killed after a part goes on after it: each patient is issued once', async () => {
    const ids = await patients(250);
    const id = await stored(ids);
    // The row of a patient is held: the second portion waits for it, and its connection is killed.
    await admin.query('begin');
    await admin.query('select from patients where id = $1 for update', [ids[150]]);
    const killed = run(id).then(
      () => 'done',
      () => 'killed',
    );
    const waiting = async () =>
      (
        await admin.query(
          "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into compliance_reports%' and datname = current_database()",
        )
      ).rows[0]?.pid as number | undefined;
    let pid: number | undefined;
    await until(async () => {
      await admin.query('select pg_stat_clear_snapshot()');
      return (pid = await waiting()) !== undefined;
    });
    await admin.query('select pg_terminate_backend($1)', [pid]);
    expect(await killed).toBe('killed');
    await admin.query('rollback');
    expect(await current()).toMatchObject({ state: 'RUNNING', doneCount: 100, reportCount: 100 });
    expect(await reportsOf(ids)).toHaveLength(100);
    await run(id);
    expect(await current()).toMatchObject({ state: 'DONE', doneCount: 250, reportCount: 250 });
    expect(await reportsOf(ids)).toEqual(ids.map((one) => ({ patient_id: one, n: 1 })));
  });

  test('goes on after the lines that it has', async () => {
    const ids = await patients(3);
    const id = await stored(ids);
    await admin.query(
      `update compliance_batches set state = 'running', done_count = 2,
         lines = $2 where id = $1`,
      [id, JSON.stringify(ids.slice(0, 2).map((one) => ({ patient_id: one, code: null, reason: 'no_therapy_start' })))],
    );
    await run(id);
    expect(await current()).toMatchObject({ state: 'DONE', doneCount: 3, reportCount: 1 });
    expect(await reportsOf(ids)).toEqual([{ patient_id: ids[2], n: 1 }]);
  });

  test('that runs twice at once, and again, issues each report once', async () => {
    const ids = await patients(150);
    const id = await stored(ids);
    await Promise.all([run(id), run(id)]);
    await run(id);
    expect(await reportsOf(ids)).toEqual(ids.map((one) => ({ patient_id: one, n: 1 })));
  });

  test('acts with the rights of then: patients that the user no longer sees get no report', async () => {
    const ids = await patients(2);
    const id = await stored(ids);
    const other = await asViewer();
    await admin.query('update patients set org_id = $1 where id = $2', [other.orgId, ids[0]]);
    await run(id);
    expect(rowsOf((await file(id)).text).map((row) => row['Why Not Issued'])).toEqual(['Patient not found', '']);
  });

  test('of a user who was deactivated issues none', async () => {
    const ids = await patients(1);
    const id = await stored(ids);
    await admin.query('update users set active = false where id = $1', [viewer.userId]);
    await run(id);
    expect(await reportsOf(ids)).toEqual([]);
  });
});

describe('the batch that a user works on', () => {
  test('is found in another session and by no other user, and its progress is pushed until its end', async () => {
    const ids = await patients(250);
    const { batch } = await begin(ofIds(ids));
    expect((await current(await signInAgain(viewer))).id).toBe(batch.id);
    const states: { state: string; doneCount: number }[] = [];
    const socket = openSocket(viewer);
    opened.push(socket);
    socket.subscribe<{ complianceBatchProgress: { state: string; doneCount: number } }>(
      { query: PROGRESS, variables: { id: batch.id } },
      {
        next: ({ data }) => void (data && states.push(data.complianceBatchProgress)),
        error: () => undefined,
        complete: () => undefined,
      },
    );
    await until(() => states.some(({ state }) => state === 'DONE'), 60_000);
    expect(states.at(-1)).toMatchObject({ state: 'DONE', doneCount: 250 });
    for (const other of [
      await asViewer({ orgId: viewer.orgId }),
      await asViewer(),
      await asViewer({ kind: 'support' }),
    ]) {
      expect(await current(other)).toBeNull();
      const outsider = openSocket(other);
      opened.push(outsider);
      const { errors } = await firstAnswer(outsider, PROGRESS, { id: batch.id });
      expect(errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
      expect((await file(batch.id, other)).status).toBe(404);
      expect((await other.gql(DISMISS, { input: { batchId: batch.id } })).errors![0]!.extensions.code).toBe(
        'NOT_FOUND',
      );
    }
    expect(running().app.pubsub.listeners('compliance-batch.progressed')).toBeLessThanOrEqual(1);
  });

  test('is one at a time, has no file before its end, and is put away after it', async () => {
    const [one] = await patients(1);
    const {
      rows: [{ id }],
    } = await admin.query(
      "insert into compliance_batches (org_id, user_id, rule, as_of, patient_ids) values ($1, $2, 'cms-pap', $3, $4) returning id",
      [viewer.orgId, viewer.userId, today(), [one]],
    );
    const refused = [{ code: 'compliance_batch.running' }];
    expect((await begin(ofIds([one!]))).userErrors).toMatchObject(refused);
    expect((await file(id)).status).toBe(422);
    const dismiss = async () =>
      (await viewer.gql(DISMISS, { input: { batchId: String(id) } })).data.dismissComplianceBatch.userErrors;
    expect(await dismiss()).toEqual(refused);
    await runJob(issueComplianceReportsJob, { batchId: id, userId: viewer.userId });
    expect(await dismiss()).toEqual([]);
    expect(await current()).toBeNull();
    expect((await file(id)).status).toBe(200);
  });

  test('is one also of two that are started at once in two tabs', async () => {
    const [one] = await patients(1);
    const started = await Promise.all(Array.from({ length: 6 }, () => begin(ofIds([one!]))));
    expect(started.filter(({ batch }) => batch !== null)).toHaveLength(1);
    expect(started.flatMap(({ userErrors }) => userErrors)).toEqual(
      Array.from({ length: 5 }, () => ({ field: '', code: 'compliance_batch.running' })),
    );
    await ended();
    expect(await reportsOf([one!])).toEqual([{ patient_id: one, n: 1 }]);
  });

  test('is for users who may save patients as a file', async () => {
    const [one] = await patients(1);
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    expect((await call(ofIds([one!]), reader)).errors![0]!.extensions.code).toBe('FORBIDDEN');
  });

  test('is refused without patients, with both kinds of selection, with patients that are all not found, an unknown rule or a future date', async () => {
    const [one] = await patients(1);
    expect((await begin(ofIds([]))).userErrors).toEqual([{ field: 'selection', code: 'required' }]);
    expect((await begin({ ...ofIds([one!]), matching: {} })).userErrors).toEqual([
      { field: 'selection', code: 'invalid' },
    ]);
    expect((await call(ofIds([999_999_999]))).errors![0]!.extensions.code).toBe('NOT_FOUND');
    expect((await begin(ofIds([one!]), viewer, { ruleId: 'x' })).userErrors).toEqual([
      { field: 'ruleId', code: 'compliance.unknown_rule' },
    ]);
    expect((await begin(ofIds([one!]), viewer, { asOf: addDays(today(), 1) })).userErrors).toEqual([
      { field: 'asOf', code: 'compliance.future' },
    ]);
    expect(await current()).toBeNull();
  });

  test('is deleted after 30 days, and its reports stay', async () => {
    const ids = await patients(1);
    const { batch } = await begin(ofIds(ids));
    await ended();
    const age = (days: number) =>
      admin.query('update compliance_batches set created_at = now() - make_interval(days => $1) where id = $2', [
        days,
        batch.id,
      ]);
    await age(29);
    await runJob(sweepExpired, {});
    expect((await file(batch.id)).status).toBe(200);
    await age(31);
    await runJob(sweepExpired, {});
    expect((await file(batch.id)).status).toBe(404);
    expect(await reportsOf(ids)).toHaveLength(1);
  });
});
