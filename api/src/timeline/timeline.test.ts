import { beforeAll, describe, expect, test } from '@jest/globals';
import { icodeRow, settingsRow, uploadFileRow, uploadRow } from '../../test/contract/isolation.fixture.ts';
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
import { sealed } from '../../test/sealed.ts';

usePortal();

const READ = `query ($id: ID!, $first: Int, $after: String, $kinds: [PatientFactKind!], $from: Date, $to: Date) {
  patientTimeline(patientId: $id, first: $first, after: $after, kinds: $kinds, from: $from, to: $to) {
    totalCount unfilteredCount pageInfo { hasNextPage endCursor }
    edges { node { id kind recordedAt validFrom validTo serial actor reason description details { name value } } } } }`;
const CORRECT =
  'mutation ($input: ChangeUsageDatesInput!) { changeUsageDates(input: $input) { userErrors { code message } } }';
const ISSUE =
  'mutation ($input: IssueComplianceReportInput!) { issueComplianceReport(input: $input) { code userErrors { code } } }';

interface Fact {
  id: string;
  kind: string;
  recordedAt: string;
  validFrom: string | null;
  validTo: string | null;
  serial: string | null;
  actor: string | null;
  reason: string | null;
  description: string;
  details: { name: string; value: string | null }[];
}

let staff: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let assignment: number;

const factsOf = async (variables: object = {}, viewer = staff): Promise<Fact[]> => {
  const { data, errors } = await viewer.gql(READ, { id: patient.id, first: 200, ...variables });
  expect(errors).toBeUndefined();
  return data.patientTimeline.edges.map(({ node }: { node: Fact }) => node);
};
const only = async (kind: string, variables: object = {}): Promise<Fact> => {
  const facts = (await factsOf(variables)).filter((fact) => fact.kind === kind);
  expect(facts.map((fact) => fact.kind)).toEqual([kind]);
  return facts[0]!;
};
const detail = (fact: Fact, name: string) => fact.details.find((one) => one.name === name)?.value;
const night = (date: string, row: object = {}) =>
  make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: date,
    usage_date: date,
    source: 'wireless',
    state: 1,
    minutes: 300,
    ...row,
  });

beforeAll(async () => {
  staff = await asViewer({ firstName: 'Dana', lastName: 'Reyes' } as never);
  [patient, machine] = [await makePatient(staff.orgId), await makeMachine(staff.orgId)];
  await staff.rest('PATCH', `/api/patients/${patient.id}`, { therapy_start: '2026-01-01' });
  assignment = await makeHistory(patient, machine, { start_date: '2026-01-01' });
});

describe('the timeline of a patient has', () => {
  test('the therapy start with who set it', async () => {
    const fact = await only('THERAPY_START_SET');
    expect(fact).toMatchObject({ validFrom: '2026-01-01', serial: null });
    expect(fact.actor).not.toBeNull();
    expect(fact.description).toBe('The start of therapy was set to 01/01/2026.');
  });

  test('an assignment that was made and one that was edited, each with its dates', async () => {
    await admin.query("update device_history set end_date = '2027-02-01' where id = $1", [assignment]);
    expect(await only('ASSIGNMENT_MADE')).toMatchObject({
      validFrom: '2026-01-01',
      validTo: null,
      serial: machine.serial,
      description: 'The device was assigned from 01/01/2026.',
    });
    expect(await only('ASSIGNMENT_EDITED')).toMatchObject({
      validFrom: '2026-01-01',
      validTo: '2027-02-01',
      description: 'The assignment was changed: 01/01/2026 to 02/01/2027.',
    });
  });

  test('a night that arrived and later grew, with the minutes before and after', async () => {
    const id = await night('2026-01-05', { minutes: 100, arrived_at: '2026-01-06T13:00:00.500Z' });
    await admin.query('update usage_nights set minutes = 250 where id = $1', [id]);
    expect(await only('NIGHT_GREW')).toMatchObject({
      validFrom: '2026-01-05',
      description: 'Wireless: the night of 01/05/2026 grew from 100 to 250 minutes of use.',
    });
    // A correction of another column, or fewer minutes, is no growth.
    await admin.query('update usage_nights set minutes = 200 where id = $1', [id]);
    const grown = await only('NIGHT_GREW');
    expect([detail(grown, 'before'), detail(grown, 'after')]).toEqual(['100', '250']);
  });

  test('nights that arrived together once, with their first and last date', async () => {
    const at = '2026-02-01T13:00:00.250Z';
    for (const date of ['2026-01-10', '2026-01-11', '2026-01-13']) await night(date, { arrived_at: at });
    const fact = (await factsOf({ from: '2026-02-01', to: '2026-02-01' })).find(
      ({ kind }) => kind === 'NIGHTS_ARRIVED',
    )!;
    expect(fact).toMatchObject({
      recordedAt: at,
      validFrom: '2026-01-10',
      validTo: '2026-01-13',
      description: 'Wireless: 3 nights from 01/10/2026 to 01/13/2026 arrived.',
    });
  });

  test('a card with its digest, its parser, and the nights of this patient alone', async () => {
    const upload = await make(
      'uploads',
      uploadRow(staff.orgId, staff.userId, {
        state: 'parsed',
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        digest: `\\x${'ab'.repeat(32)}`,
        parser: 'g3x',
        parser_version: 3,
        ended_at: '2026-03-02T10:00:00.000Z',
      }),
    );
    const file = await make('upload_files', uploadFileRow(staff.orgId, upload));
    await night('2026-02-20', { source: 'sd', upload_file_id: file, arrived_at: '2026-03-02T10:00:00.000Z' });
    await night('2025-12-20', { source: 'sd', upload_file_id: file, arrived_at: '2026-03-02T10:00:00.000Z' });
    const card = await only('CARD_READ');
    expect(card).toMatchObject({ validFrom: '2026-02-20', validTo: '2026-02-20', actor: 'Reyes, Dana' });
    expect(detail(card, 'digest')).toBe('ab'.repeat(32));
    expect([detail(card, 'parser'), detail(card, 'version'), detail(card, 'nights')]).toEqual(['g3x', '3', '1']);
  });

  test('a correction of dates with the address of the user', async () => {
    const id = await night('2026-04-01');
    const input = {
      machineId: String(machine.id),
      source: 'WIRELESS',
      changes: [{ id: String(id), newDate: '2026-04-03' }],
    };
    const { data } = await staff.gql(CORRECT, { input });
    expect(data.changeUsageDates.userErrors).toEqual([]);
    const fact = await only('DATES_CORRECTED');
    expect(fact.actor).toContain('@');
    expect(fact.description).toBe('Wireless: the date of a night was corrected from 04/01/2026 to 04/03/2026.');
  });

  test('a settings change that was submitted, and its refusal with the reason of the device', async () => {
    await make(
      'settings_records',
      settingsRow({
        org_id: staff.orgId,
        patient_id: patient.id,
        history_id: assignment,
        status: 'failed',
        is_edit: true,
        submitted_by_id: staff.userId,
        submitted_by_name: 'Reyes, Dana',
        submitted_at: '2026-05-01T10:00:00Z',
        answered_at: '2026-05-02T10:00:00Z',
        failure: 'refused',
        refusal: 'Pressure is out of range',
      }),
    );
    expect(await only('SETTINGS_SUBMITTED')).toMatchObject({ actor: 'Reyes, Dana', serial: machine.serial });
    expect(await only('SETTINGS_ANSWERED')).toMatchObject({
      reason: 'Pressure is out of range',
      description: 'The device refused a change of its settings.',
    });
  });

  test('a code that was read, with the days that it counts', async () => {
    await make(
      'icode_reports',
      icodeRow({
        org_id: staff.orgId,
        patient_id: patient.id,
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        serial: machine.serial,
        collected: '2026-05-10',
        icode_period: 30,
        compliant_days: 12,
      }),
    );
    expect(await only('CODE_READ')).toMatchObject({
      validFrom: '2026-04-10',
      validTo: '2026-05-09',
      description: 'An iCode of 30 days, collected on 05/10/2026, was entered: 12 compliant days.',
    });
  });

  test('a report that was issued, with its code', async () => {
    const { data } = await staff.gql(ISSUE, { input: { patientId: String(patient.id) } });
    const { code } = data.issueComplianceReport;
    const fact = await only('REPORT_ISSUED');
    expect(detail(fact, 'code')!.replaceAll('-', '')).toBe(code.replaceAll('-', ''));
    expect(fact.description).toContain('CMS PAP');
  });
});

describe('pages', () => {
  test('of one fact after the other give each fact once, newest first', async () => {
    const all = await factsOf();
    const seen: string[] = [];
    for (let after: string | null = null; ;) {
      const { data } = await staff.gql(READ, { id: patient.id, first: 1, after });
      seen.push(data.patientTimeline.edges[0].node.id);
      expect(data.patientTimeline.totalCount).toBe(all.length);
      if (!data.patientTimeline.pageInfo.hasNextPage) break;
      after = data.patientTimeline.pageInfo.endCursor;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    const times = all.map(({ recordedAt }) => recordedAt);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set(seen).size).toBe(all.length);
  });

  test('of REST are the same facts, by page and by token', async () => {
    const all = await factsOf();
    const first = await staff.rest('GET', `/api/patients/${patient.id}/timeline?limit=4`);
    expect(first.body).toMatchObject({ total: all.length, from: 1, to: 4 });
    const second = await staff.rest('GET', `/api/patients/${patient.id}/timeline?limit=4&page=2`);
    const byToken = await staff.rest(
      'GET',
      `/api/patients/${patient.id}/timeline?limit=4&next=${first.body.next_token}`,
    );
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);
    expect(ids).toEqual(all.slice(0, 8).map(({ id }) => id));
    expect(byToken.body.data).toEqual(second.body.data);
  });

  test('of some kinds have no others', async () => {
    const facts = await factsOf({ kinds: ['CODE_READ', 'REPORT_ISSUED'] });
    expect(new Set(facts.map(({ kind }) => kind))).toEqual(new Set(['CODE_READ', 'REPORT_ISSUED']));
    const { body } = await staff.rest('GET', `/api/patients/${patient.id}/timeline?kinds=code_read,report_issued`);
    expect(body.total).toBe(facts.length);
  });

  test('of a day begin and end at midnight of the organization', async () => {
    const days = [
      '2026-06-01T03:59:59.999Z',
      '2026-06-01T04:00:00.000Z',
      '2026-06-02T03:59:59.999Z',
      '2026-06-02T04:00:00.000Z',
    ];
    for (const [index, arrived_at] of days.entries()) await night(`2026-05-2${index}`, { arrived_at });
    const facts = await factsOf({ from: '2026-06-01', to: '2026-06-01' });
    expect(facts.map(({ recordedAt }) => recordedAt)).toEqual([days[2], days[1]]);
  });

  test.each([
    [{ first: 0 }, 'first'],
    [{ first: 201 }, 'first'],
    [{ after: 'no cursor' }, 'after'],
    [{ after: sealed('["2026-13-01T00:00:00.000Z","code_read:1"]') }, 'after'],
  ])('with %j are refused at %s', async (variables, field) => {
    const { errors } = await staff.gql(READ, { id: patient.id, ...variables });
    expect(JSON.stringify(errors)).toContain(field);
  });

  test.each(['kinds=nothing', 'startDate=2026-02-30', 'endDate=x', 'next=3.x'])(
    'of REST with %s are refused',
    async (query) => {
      const { status, body } = await staff.rest('GET', `/api/patients/${patient.id}/timeline?${query}`);
      expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]]);
    },
  );

  test('of 100 facts take as many statements as of one', async () => {
    const one = await countQueries(() => staff.gql(READ, { id: patient.id, first: 1, kinds: ['NIGHTS_ARRIVED'] }));
    const all = await countQueries(() => staff.gql(READ, { id: patient.id, first: 100 }));
    expect(all.statements).toBe(one.statements);
  });
});

describe('the file', () => {
  test('has every fact that matches, with the titles of its columns', async () => {
    const { status, text } = await staff.rest('GET', `/api/patients/${patient.id}/timeline?csv=true&kinds=code_read`);
    const [titles, line] = text.replace('\ufeff', '').split('\r\n');
    expect(status).toBe(200);
    expect(titles).toBe('Recorded (America/New_York),Kind,Description,First Date,Last Date,Serial,User,Reason,Details');
    expect(line).toContain(`code_read,"An iCode of 30 days, collected on 05/10/2026, was entered: 12 compliant days."`);
  });

  test('is refused without the right to save patients', async () => {
    const reader = await asViewer({ orgId: staff.orgId, can: ['view.patient'] });
    const { status } = await reader.rest('GET', `/api/patients/${patient.id}/timeline?csv=true`);
    expect(status).toBe(403);
  });
});

describe('another organization', () => {
  test('finds no such patient', async () => {
    const foreign = await asViewer();
    const { data, errors } = await foreign.gql(READ, { id: patient.id });
    expect([data?.patientTimeline ?? null, errors?.length]).toEqual([null, 1]);
    expect((await foreign.rest('GET', `/api/patients/${patient.id}/timeline`)).status).toBe(404);
  });

  test('that serves the patient reads the facts, without the cards of others', async () => {
    const clinic = await makeOrganization();
    await admin.query('update patients set dme_id = $2 where id = $1', [patient.id, clinic]);
    const partner = await asViewer({ orgId: clinic });
    const kinds = new Set((await factsOf({}, partner)).map(({ kind }) => kind));
    expect([kinds.has('NIGHTS_ARRIVED'), kinds.has('CARD_READ')]).toEqual([true, false]);
  });
});
