import { beforeEach, describe, expect, test } from '@jest/globals';
import { icodeRow, uploadFileRow, uploadRow } from '../../test/contract/isolation.fixture.ts';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { addDays } from '../shared/dates.ts';

usePortal();

const ISSUE =
  'mutation ($input: IssueComplianceReportInput!) { issueComplianceReport(input: $input) { code userErrors { code } } }';
const EVIDENCE = `evidence { firstUse firstUseSerial nightsBeforeStart compliantBeforeStart unlistedNights
  therapyStarts { therapyStart recordedAt by } devices { serial startDate endDate isRemoved } }
  ledger { date reports { source minutes evidence { serial arrivedAt uploadDigest reader confidence correctedBy correctedAt } } }`;
const NOW = `query ($id: ID!) { patient(id: $id) { compliance { state ${EVIDENCE} } } }`;
const ISSUED = `query ($code: String!) { complianceReport(code: $code) { isCurrent compliance { state ${EVIDENCE} } } }`;
const CORRECT =
  'mutation ($input: ChangeUsageDatesInput!) { changeUsageDates(input: $input) { userErrors { code message } } }';

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date());
const DIGEST = 'ab'.repeat(32);

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let start: string;
let assignment: number;
const day = (number: number) => addDays(start, number - 1);

beforeEach(async () => {
  viewer = await asViewer();
  start = addDays(today(), -40);
  patient = await makePatient(viewer.orgId);
  machine = await makeMachine(viewer.orgId);
  assignment = await makeHistory(patient, machine, { start_date: addDays(start, -60) });
  await viewer.rest('PATCH', `/api/patients/${patient.id}`, { therapy_start: start });
});

const wear = (number: number, minutes: number, row: object = {}) =>
  make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: day(number),
    usage_date: day(number),
    source: 'wireless',
    minutes,
    arrived_at: `${day(number + 1)}T12:00:00.000Z`,
    ...row,
  });
const now = async (who = viewer) => (await who.gql(NOW, { id: patient.id })).data.patient.compliance;
const issue = async (): Promise<string> => {
  const { data } = await viewer.gql(ISSUE, { input: { patientId: String(patient.id) } });
  expect(data.issueComplianceReport.userErrors).toEqual([]);
  return data.issueComplianceReport.code;
};
const figuresOf = async (code: string, who = viewer) =>
  (await who.rest('GET', `/api/verify/${code}`)).body.data.figures;
const night = (
  compliance: { ledger: { date: string; reports: { evidence: Record<string, unknown> }[] }[] },
  number: number,
) => compliance.ledger.find(({ date }) => date === day(number))!.reports;

describe('a result shows', () => {
  test('the first recorded use and the nights before the start of therapy, of which none counts', async () => {
    await wear(-20, 0);
    await wear(-19, 100);
    await wear(-18, 239);
    await wear(-17, 240);
    await wear(-16, 1440);
    await wear(1, 300);
    expect((await now()).evidence).toMatchObject({
      firstUse: day(-19),
      firstUseSerial: machine.serial,
      nightsBeforeStart: 5,
      compliantBeforeStart: 2,
    });
  });

  test('each start of therapy that was entered, with who and when', async () => {
    await viewer.rest('PATCH', `/api/patients/${patient.id}`, { therapy_start: day(5) });
    const { therapyStarts } = (await now()).evidence;
    expect(therapyStarts.map(({ therapyStart }: { therapyStart: string }) => therapyStart)).toEqual([start, day(5)]);
    const { rows } = await admin.query("select last_name || ', ' || first_name as name from users where id = $1", [
      viewer.userId,
    ]);
    for (const { by, recordedAt } of therapyStarts) {
      expect(by).toBe(rows[0].name);
      expect(Math.abs(Date.parse(recordedAt) - Date.now())).toBeLessThan(600_000);
    }
  });

  test('of a wireless night the device and the arrival, with high confidence', async () => {
    await wear(1, 300);
    expect(night(await now(), 1)[0]!.evidence).toEqual({
      serial: machine.serial,
      arrivedAt: `${day(2)}T12:00:00.000Z`,
      uploadDigest: null,
      reader: null,
      confidence: 'HIGH',
      correctedBy: null,
      correctedAt: null,
    });
  });

  test.each(['high', 'low', null] as const)(
    'of a night of a card its digest, its parser with the version, and the confidence %s',
    async (usage) => {
      const upload = await make(
        'uploads',
        uploadRow(viewer.orgId, viewer.userId, {
          state: 'parsed',
          digest: `\\x${DIGEST}`,
          parser: 'legacy',
          parser_version: 3,
          confidence: { usage },
        }),
      );
      const file = await make('upload_files', uploadFileRow(viewer.orgId, upload));
      await wear(2, 300, { source: 'sd', upload_file_id: file });
      expect(night(await now(), 2)[0]!.evidence).toMatchObject({
        uploadDigest: DIGEST,
        reader: 'legacy@3',
        confidence: usage && usage.toUpperCase(),
      });
    },
  );

  test('of a night of a code the codec, with medium confidence', async () => {
    const of = { patient_id: patient.id, machine_org_id: machine.orgId, machine_id: machine.id };
    await make(
      'icode_reports',
      icodeRow({
        org_id: viewer.orgId,
        ...of,
        serial: machine.serial,
        collected: day(4),
        icode_period: 1,
        compliant_days: 1,
        best30: 1,
      }),
    );
    expect(night(await now(), 3)[0]!.evidence).toMatchObject({ reader: 'ic1@1', confidence: 'MEDIUM' });
  });

  test('of a corrected night the user who corrected it, and when', async () => {
    const id = await wear(6, 300);
    const changes = [{ id: String(id), newDate: day(7) }];
    await viewer.gql(CORRECT, { input: { machineId: String(machine.id), source: 'WIRELESS', changes } });
    const { evidence } = night(await now(), 7)[0]!;
    expect(evidence.correctedBy).toContain('@');
    expect(Math.abs(Date.parse(evidence.correctedAt as string) - Date.now())).toBeLessThan(600_000);
  });

  test('two devices that reported the same minutes on one night, each by its serial number', async () => {
    const second = await makeMachine(viewer.orgId);
    await admin.query('update device_history set end_date = $2 where id = $1', [assignment, day(8)]);
    await makeHistory(patient, second, { start_date: day(8) });
    await wear(7, 250);
    const moved = await wear(9, 250, { machine_org_id: second.orgId, machine_id: second.id });
    await admin.query('update usage_nights set night = $2, usage_date = $3 where id = $1', [moved, day(7), day(8)]);
    await wear(8, 100, { night: day(7), source: 'sd', usage_date: day(7) });
    const serials = (await now()).ledger.flatMap(({ reports }: { reports: { evidence: { serial: string } }[] }) =>
      reports.map(({ evidence }) => evidence.serial),
    );
    expect(new Set(serials)).toEqual(new Set([machine.serial, second.serial]));
  });

  test('the nights that no listed device covers, after its assignment was removed from view', async () => {
    await wear(1, 300);
    await wear(2, 300);
    expect((await now()).evidence).toMatchObject({ unlistedNights: 0 });
    await viewer.rest('DELETE', `/api/patients/${patient.id}/devices/${assignment}`);
    expect((await now()).evidence).toMatchObject({
      unlistedNights: 2,
      devices: [{ serial: machine.serial, startDate: addDays(start, -60), endDate: null, isRemoved: true }],
    });
  });

  test('for 20 patients as many statements as for one', async () => {
    for (let index = 0; index < 19; index += 1) await makePatient(viewer.orgId, { therapy_start: start });
    const query = `query ($first: Int) { patients(first: $first) { edges { node { compliance { evidence { firstUse } } } } } }`;
    const one = await countQueries(() => viewer.gql(query, { first: 1 }));
    const twenty = await countQueries(() => viewer.gql(query, { first: 20 }));
    expect(twenty.result.data.patients.edges).toHaveLength(20);
    expect(twenty.statements).toBe(one.statements);
  });
});

describe('an issued report', () => {
  test('keeps what it was based on, whatever changes later', async () => {
    await wear(-3, 300);
    for (let number = 1; number <= 5; number += 1) await wear(number, 300);
    const before = await now();
    const code = await issue();
    expect((await viewer.gql(ISSUED, { code })).data.complianceReport).toEqual({ isCurrent: true, compliance: before });
    await viewer.rest('DELETE', `/api/patients/${patient.id}/devices/${assignment}`);
    await admin.query('update usage_nights set minutes = 10 where machine_id = $1 and night = $2', [
      machine.id,
      day(2),
    ]);
    const { complianceReport } = (await viewer.gql(ISSUED, { code })).data;
    expect(complianceReport).toEqual({ isCurrent: false, compliance: before });
  });

  test('has the evidence in its file, and no name of the patient', async () => {
    await wear(1, 300);
    const figures = await figuresOf(await issue());
    expect(figures).toMatchObject({
      format: 2,
      first_use: { date: day(1), minutes: 300, serial: machine.serial },
      nights_before_start: 0,
      devices: [{ serial: machine.serial, removed: false }],
    });
    expect(figures.nights[0].reports[0]).toMatchObject({
      serial: machine.serial,
      arrived_at: `${day(2)}T12:00:00.000Z`,
      upload_digest: null,
      confidence: 'high',
      correction: null,
    });
    const { rows } = await admin.query('select first_name, last_name from patients where id = $1', [patient.id]);
    expect(JSON.stringify({ ...figures, therapy_starts: [] })).not.toContain(rows[0].last_name);
  });

  test('of before is read as it was: without evidence, and the same as today', async () => {
    await wear(1, 300);
    const code = await issue();
    const figures = await figuresOf(code);
    const {
      known_at: _known,
      first_use: _use,
      therapy_starts: _starts,
      devices: _devices,
      cannot_be_met_on: _date,
      nights_before_start: _before,
      compliant_before_start: _compliant,
      unlisted_nights: _unlisted,
      ...old
    } = figures;
    const stored = {
      ...old,
      format: 1,
      nights: old.nights.map((one: { reports: object[] }) => ({
        ...one,
        reports: one.reports.map((report) => {
          const { source, minutes, recorded, corrected, outcome } = report as Record<string, unknown>;
          return { source, minutes, recorded, corrected, outcome };
        }),
      })),
    };
    await admin.query('alter table compliance_reports disable trigger user');
    await admin.query('update compliance_reports set figures = $2 where code = $1', [
      code.replaceAll('-', ''),
      JSON.stringify(stored),
    ]);
    await admin.query('alter table compliance_reports enable trigger user');
    const { complianceReport } = (await viewer.gql(ISSUED, { code })).data;
    expect(complianceReport.isCurrent).toBe(true);
    expect(complianceReport.compliance.evidence).toBeNull();
    expect(night(complianceReport.compliance, 1)[0]!.evidence).toBeNull();
  });

  test('of a clinic has the same evidence as that of the provider', async () => {
    const clinic = await makeOrganization();
    const upload = await make(
      'uploads',
      uploadRow(viewer.orgId, viewer.userId, {
        state: 'parsed',
        digest: `\\x${DIGEST}`,
        parser: 'g3x',
        parser_version: 3,
      }),
    );
    const file = await make('upload_files', uploadFileRow(viewer.orgId, upload));
    await wear(1, 300, { source: 'sd', upload_file_id: file });
    await admin.query('update patients set dme_id = $2 where id = $1', [patient.id, clinic]);
    const partner = await asViewer({ orgId: clinic });
    expect(night(await now(partner), 1)).toEqual(night(await now(), 1));
  });
});

test('no one reads the evidence of a patient of another organization', async () => {
  await wear(1, 300);
  const { userId, orgId } = await asViewer();
  await admin.query('begin');
  try {
    await admin.query('set local role airlog_org');
    await admin.query("select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)", [
      String(orgId),
      String(userId),
    ]);
    const { rowCount } = await admin.query('select * from night_evidence($1, $2, now())', [
      [patient.id],
      [addDays(today(), 1)],
    ]);
    expect(rowCount).toBe(0);
  } finally {
    await admin.query('rollback');
  }
});
