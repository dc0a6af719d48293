import { beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { linesOf } from '../../test/audit-lines.ts';
import {
  admin,
  asViewer,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { addDays } from '../shared/dates.ts';
import { newReportCode } from './report-code.ts';

usePortal();

const ISSUE =
  'mutation ($input: IssueComplianceReportInput!) { issueComplianceReport(input: $input) { code userErrors { field code } } }';
const FIGURES = `asOf therapyStart state ruleName windowStart windowEnd metOn compliantDays nightsWanted missingNights correctedNights isStored computedAt
  ledger { date minutes source state corrected reports { source minutes recorded outcome } }`;
const READ = `query ($code: String!) { complianceReport(code: $code) { code issuedBy issuedFor digest isCurrent changedNights
  patient { databaseId } compliance { ${FIGURES} } current { ${FIGURES} } } }`;

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let start: string;
beforeEach(async () => {
  viewer = await asViewer({ can: ['view.patient'] });
  start = addDays(today(), -40);
  patient = await makePatient(viewer.orgId, { therapy_start: start });
  machine = await makeMachine(viewer.orgId);
  await makeHistory(patient, machine, { start_date: start, created_at: `${start}T12:00:00Z` });
});

/** Stores nights of the device, days `first` to `last` of therapy, which arrived on the next day. */
const wear = (first: number, last: number, minutes = 300, arrived = '1 day') =>
  admin.query(
    `insert into usage_nights (machine_org_id, machine_id, night, source, minutes, arrived_at)
     select $1, $2, $3::date + n, 'wireless', $4, ($3::date + n)::timestamptz + $5::interval from generate_series($6::int - 1, $7::int - 1) n`,
    [machine.orgId, machine.id, start, minutes, arrived, first, last],
  );
const issue = async (input: object = {}, who = viewer): Promise<{ code: string; userErrors: object[] }> => {
  const { data, errors } = await who.gql(ISSUE, { input: { patientId: String(patient.id), ...input } });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.issueComplianceReport;
};
const read = (code: string, who = viewer) => who.gql(READ, { code });
const rest = (code: string, who = viewer) => who.rest('GET', `/api/verify/${code}`);
const reports = async () =>
  (await admin.query('select * from compliance_reports where patient_id = $1', [patient.id])).rows;

describe('issuing a report', () => {
  test('keeps the figures of the day under a code, with who and when, and their digest', async () => {
    await wear(1, 30);
    const { code, userErrors } = await issue();
    expect([code, userErrors]).toEqual([expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/), []]);
    const [row] = await reports();
    expect(row).toMatchObject({
      code: code.replaceAll('-', ''),
      org_id: viewer.orgId,
      rule: 'cms-pap',
      rule_version: 1,
      user_org_id: viewer.orgId,
      user_id: viewer.userId,
    });
    expect(row.digest.toString('hex')).toBe(createHash('sha256').update(row.figures).digest('hex'));
    const { complianceReport } = (await read(code)).data;
    expect(complianceReport).toMatchObject({
      code,
      issuedBy: row.issued_by,
      issuedFor: row.issued_for,
      digest: row.digest.toString('hex'),
      isCurrent: true,
      changedNights: [],
      patient: { databaseId: patient.id },
      compliance: {
        asOf: today(),
        therapyStart: start,
        state: 'MET',
        windowStart: start,
        windowEnd: addDays(start, 29),
        metOn: addDays(start, 20),
        compliantDays: 30,
        nightsWanted: 21,
        isStored: false,
        computedAt: null,
      },
    });
    expect(complianceReport.compliance).toEqual(complianceReport.current);
    expect(complianceReport.compliance.ledger).toHaveLength(41);
  });

  test('leaves a line with the patient, the code and the digest in the audit log, and so does each reading', async () => {
    const { code } = await issue();
    const [row] = await reports();
    await read(code);
    await rest(code);
    expect(await linesOf(viewer)).toEqual([
      {
        operation: 'Mutation.issueComplianceReport',
        outcome: 'done',
        patients: [patient.id],
        properties: {
          subjects: [],
          report: row.code,
          digest: row.digest.toString('hex'),
          rule: 'cms-pap',
          asOf: today(),
        },
      },
      expect.objectContaining({ operation: 'Query.complianceReport', outcome: 'read', patients: [patient.id] }),
      expect.objectContaining({ operation: 'GET /api/verify/{code}', outcome: 'read', patients: [patient.id] }),
    ]);
  });

  test('twice gives two codes', async () => {
    expect((await issue()).code).not.toBe((await issue()).code);
    expect(await reports()).toHaveLength(2);
  });

  test('is refused without a therapy start, for an unknown rule and for a future date; nothing is kept', async () => {
    const none = await makePatient(viewer.orgId, { therapy_start: null });
    expect((await issue({ patientId: String(none.id) })).userErrors).toEqual([
      { field: 'patientId', code: 'compliance_report.no_therapy_start' },
    ]);
    expect((await issue({ ruleId: 'x' })).userErrors).toEqual([{ field: 'ruleId', code: 'compliance.unknown_rule' }]);
    expect((await issue({ asOf: addDays(today(), 1) })).userErrors).toEqual([
      { field: 'asOf', code: 'compliance.future' },
    ]);
    expect(await reports()).toEqual([]);
  });

  test('of another organization’s patient is not found', async () => {
    const other = await asViewer();
    const { errors } = await other.gql(ISSUE, { input: { patientId: String(patient.id) } });
    expect(errors![0]!.extensions.code).toBe('NOT_FOUND');
  });
});

describe('a report that was issued', () => {
  test('shows the issued figures and says that they differ after a date was corrected', async () => {
    await wear(1, 21);
    const { code } = await issue();
    const before = (await read(code)).data.complianceReport.compliance;
    expect(before).toMatchObject({ state: 'MET', metOn: addDays(start, 20) });
    await admin.query('update usage_nights set usage_date = usage_date + 10 where machine_id = $1 and night = $2', [
      machine.id,
      addDays(start, 20),
    ]);
    const { complianceReport } = (await read(code)).data;
    expect(complianceReport.compliance).toEqual(before);
    expect(complianceReport).toMatchObject({
      isCurrent: false,
      changedNights: [addDays(start, 20), addDays(start, 30)],
      current: { state: 'IN_PROGRESS', correctedNights: 1, metOn: null },
    });
    expect((await rest(code)).body).toMatchObject({
      data: { figures: { state: 'met', corrected_nights: 0 } },
      meta: { is_current: false, changed_nights: [addDays(start, 20), addDays(start, 30)] },
    });
  });

  test('differs after a night of its days arrived later, and not because days have passed since its date', async () => {
    await wear(1, 10);
    const asOf = addDays(start, 20);
    const { code } = await issue({ asOf });
    expect((await read(code)).data.complianceReport.isCurrent).toBe(true);
    await wear(25, 30); // after the date of the report
    expect((await read(code)).data.complianceReport.isCurrent).toBe(true);
    await wear(12, 12, 250, '39 days');
    const { complianceReport } = (await read(code)).data;
    expect(complianceReport).toMatchObject({
      isCurrent: false,
      changedNights: [addDays(start, 11)],
      compliance: { asOf, compliantDays: 10 },
      current: { asOf, compliantDays: 11 },
    });
  });

  test('differs after the therapy start was removed', async () => {
    const { code } = await issue();
    await admin.query('update patients set therapy_start = null where id = $1', [patient.id]);
    expect((await read(code)).data.complianceReport).toMatchObject({
      isCurrent: false,
      compliance: { therapyStart: start },
      current: { therapyStart: null, state: 'NO_THERAPY_START' },
    });
  });

  test('is returned by REST with the same figures in their documented names, as a file', async () => {
    await wear(1, 3, 200);
    const { code } = await issue({ ruleId: 'ncd-240.9', asOf: addDays(start, 4) });
    const { status, headers, body } = await rest(code.toLowerCase().replaceAll('-', ' '));
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="compliance_report_${code.replaceAll('-', '')}.json"`,
    );
    const night = (date: string, day: number, state: string, minutes: number | null) => ({
      date,
      day,
      minutes,
      source: minutes === null ? null : 'wireless',
      state,
      corrected: false,
      reports:
        minutes === null
          ? []
          : [
              {
                source: 'wireless',
                minutes,
                recorded: date,
                corrected: false,
                outcome: 'counted',
                serial: machine.serial,
                arrived_at: `${addDays(date, 1)}T00:00:00.000Z`,
                upload_digest: null,
                reader: null,
                confidence: 'high',
                correction: null,
              },
            ],
    });
    expect(body.meta).toEqual({
      patient_id: patient.id,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      is_current: true,
      changed_nights: [],
    });
    expect(body.data).toEqual({
      format: 2,
      code,
      issued_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      issued_by: expect.any(String),
      issued_for: expect.any(String),
      audit_head: { sequence: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      signature: {
        key: expect.stringMatching(/^[0-9a-f]{16}$/),
        algorithm: 'Ed25519',
        value: expect.stringMatching(/^[\w-]{86}$/),
      },
      figures: {
        format: 2,
        known_at: null,
        timezone: 'America/New_York',
        cannot_be_met_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        first_use: { date: start, minutes: 200, serial: machine.serial },
        nights_before_start: 0,
        compliant_before_start: 0,
        therapy_starts: [{ therapy_start: start, recorded_at: expect.any(String), by: null }],
        devices: [{ serial: machine.serial, start_date: start, end_date: null, removed: false }],
        unlisted_nights: 0,
        rule: {
          id: 'ncd-240.9',
          name: 'NCD 240.9, months 1-6',
          version: 1,
          first_day: 1,
          period: 180,
          window: 30,
          minutes: 240,
          percent: 70,
        },
        as_of: addDays(start, 4),
        therapy_start: start,
        state: 'in_progress',
        window_start: start,
        window_end: addDays(start, 29),
        compliant_days: 0,
        nights_wanted: 21,
        nights_needed: 21,
        met_on: null,
        earliest_date: expect.any(String),
        latest_date: addDays(start, 179),
        at_risk_on: expect.any(String),
        closes_on: expect.any(String),
        corrected_nights: 0,
        missing_nights: 0,
        nights: [
          night(start, 1, 'short', 200),
          night(addDays(start, 1), 2, 'short', 200),
          night(addDays(start, 2), 3, 'short', 200),
          night(addDays(start, 3), 4, 'expected', null),
          night(addDays(start, 4), 5, 'expected', null),
        ],
      },
    });
  });

  test('is never changed or deleted, not even by the owner of the table', async () => {
    await issue();
    for (const sql of [
      "update compliance_reports set figures = '{}'",
      'delete from compliance_reports',
      'truncate compliance_reports',
    ])
      await expect(admin.query(sql)).rejects.toThrow('is never changed or deleted');
    expect(await reports()).toHaveLength(1);
  });
});

describe('a code', () => {
  test('is answered to a partner of the patient, and to others like an unknown one, byte for byte', async () => {
    const { code } = await issue();
    const clinic = await makeOrganization('clinical');
    const clinician = await asViewer({ orgId: clinic, kind: 'clinical', can: ['view.patient'] });
    const unknown = newReportCode();
    const answers = async (of: string) => [(await rest(of, clinician)).text, JSON.stringify(await read(of, clinician))];
    const foreign = await answers(code);
    expect(foreign.map((text) => text.replace(/"requestId":"[^"]*"/, ''))).toEqual(
      (await answers(unknown)).map((text) => text.replace(/"requestId":"[^"]*"/, '')),
    );
    expect((await rest(code, clinician)).status).toBe(404);
    await admin.query('update patients set clinician_org_id = $1, clinician_id = $2 where id = $3', [
      clinic,
      clinician.userId,
      patient.id,
    ]);
    expect((await rest(code, clinician)).status).toBe(200);
    expect((await read(code, clinician)).data.complianceReport.code).toBe(code);
  });

  test('with a mistake is refused at its field, and does not count as a guess', async () => {
    const { code } = await issue();
    const wrong = code.slice(0, -1) + (code.endsWith('0') ? '1' : '0');
    for (let count = 0; count < 25; count += 1) expect((await rest(wrong)).status).toBe(422);
    expect((await rest(wrong)).body.errors).toEqual({
      code: ['The code is not right. Compare each character with the report.'],
    });
    expect((await rest(code)).status).toBe(200);
  });

  test('is not guessed: after 20 unknown ones in an hour even a right one is refused', async () => {
    const { code } = await issue();
    const guess = async () => (await rest(newReportCode())).status;
    for (let count = 0; count < 20; count += 1) expect(await guess()).toBe(404);
    const refused = await rest(code);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await read(code)).errors![0]!.extensions.code).toBe('TOO_MANY');
    const colleague = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    expect((await rest(code, colleague)).status).toBe(200);
  });

  test('may be wrong 19 times before the right one', async () => {
    const { code } = await issue();
    for (let count = 0; count < 19; count += 1) await rest(newReportCode());
    expect((await rest(code)).status).toBe(200);
  });
});
