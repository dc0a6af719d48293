import { beforeAll, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
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

usePortal();

let staff: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
beforeAll(async () => {
  staff = await asViewer();
  [patient, machine] = [await makePatient(staff.orgId), await makeMachine(staff.orgId)];
  await makeHistory(patient, machine, { start_date: '2020-01-01' });
  await night('2026-01-01', { minutes: 400, sessions: 2, ahi: 3.4, pressure: 8.7, p95: 11.2, leak: 4, sni: 6.5 });
  await night('2026-01-02', { source: 'sd', minutes: 100, hypopneas: 3, central_apneas: 1 });
  await night('2026-01-02', { minutes: 300, record_no: 7, drift_seconds: -120, arrived_at: '2026-01-03T13:00:00Z' });
  await night('2026-01-04', { usage_date: '2026-01-03', minutes: 0 });
  await night('2026-01-05', { state: 2, minutes: 200 });
});

const night = (date: string, row: object = {}, of: Ref = machine) =>
  make('usage_nights', {
    machine_org_id: of.orgId,
    machine_id: of.id,
    night: date,
    usage_date: date,
    source: 'wireless',
    state: 1,
    minutes: 300,
    ...row,
  });

const NIGHTS = `query ($id: ID!, $from: Date!, $to: Date!) { patient(id: $id) { correctedNights(from: $from, to: $to) nights(from: $from, to: $to) {
  date recordedDate corrected source effective minutes sessions ahi obstructiveApneas centralApneas unclassifiedApneas hypopneas reras pressure p95 leak sni
  state recordNo arrivedAt driftMinutes serial } } }`;
const read = (from: string, to: string, viewer = staff) => viewer.gql(NIGHTS, { id: patient.id, from, to });
const rest = (query: string, viewer = staff) => viewer.rest('GET', `/api/patients/${patient.id}/usage?${query}`);
const NONE = {
  sessions: null,
  ahi: null,
  obstructiveApneas: null,
  centralApneas: null,
  unclassifiedApneas: null,
  hypopneas: null,
  reras: null,
  pressure: null,
  p95: null,
  leak: null,
  sni: null,
  recordNo: null,
};

describe('the nights of a patient', () => {
  test('are those of every source in the range, and what a source does not measure is null', async () => {
    const { data } = await read('2026-01-01', '2026-01-05');
    expect(data.patient.nights).toMatchObject([
      {
        ...NONE,
        date: '2026-01-01',
        source: 'WIRELESS',
        minutes: 400,
        sessions: 2,
        ahi: 3.4,
        pressure: 8.7,
        p95: 11.2,
        leak: 4,
        sni: 6.5,
      },
      { ...NONE, date: '2026-01-02', source: 'SD', effective: false, hypopneas: 3, centralApneas: 1, minutes: 100 },
      {
        ...NONE,
        source: 'WIRELESS',
        effective: true,
        recordNo: 7,
        arrivedAt: '2026-01-03T13:00:00.000Z',
        driftMinutes: -2,
      },
      { ...NONE, date: '2026-01-03', recordedDate: '2026-01-04', corrected: true, effective: true, minutes: 0 },
      { ...NONE, date: '2026-01-05', recordedDate: '2026-01-05', corrected: false, effective: false, state: 2 },
    ]);
    expect(data.patient.nights.map(({ serial }: { serial: string }) => serial)).toEqual(Array(5).fill(machine.serial));
    expect(data.patient.correctedNights).toBe(1);
  });

  test('include the minutes of the newest one, of its rows that count', async () => {
    const own = await asViewer();
    const [one, none] = [await makePatient(own.orgId), await makePatient(own.orgId)];
    const device = await makeMachine(own.orgId);
    await makeHistory(one, device, { start_date: '2020-01-01' });
    const last = async (of: Ref) =>
      (await own.gql('query ($id: ID!) { patient(id: $id) { lastReport lastNightMinutes } }', { id: of.id })).data
        .patient;
    await night('2026-01-01', { minutes: 400 }, device);
    await night('2026-01-02', { minutes: 130, source: 'sd' }, device);
    await night('2026-01-02', { minutes: 125 }, device);
    expect(await last(one)).toEqual({ lastReport: '2026-01-02', lastNightMinutes: 125 });
    await night('2026-01-03', { minutes: 0 }, device);
    expect(await last(one)).toEqual({ lastReport: '2026-01-03', lastNightMinutes: 0 });
    await night('2026-01-04', { minutes: 300, state: 2 }, device);
    expect(await last(one)).toEqual({ lastReport: '2026-01-04', lastNightMinutes: null });
    expect(await last(none)).toEqual({ lastReport: null, lastNightMinutes: null });
  });

  test.each([
    ['cpap', 'PRESSURE'],
    ['bilevel', 'IPAP'],
    ['ventilator', 'IPAP'],
  ])('of a %s have a pressure that is %s', async (kind, pressureKind) => {
    const { rows } = await admin.query('select min(id) as id from machine_models where kind = $1', [kind]);
    const own = await asViewer();
    const other = await makePatient(own.orgId);
    const device = await makeMachine(own.orgId, { model_id: rows[0].id });
    await makeHistory(other, device, { start_date: '2020-01-01' });
    await night('2026-01-01', { pressure: 12, p95: 14 }, device);
    const { data } = await own.gql(
      'query ($id: ID!) { patient(id: $id) { nights(from: "2026-01-01", to: "2026-01-02") { pressure pressureKind } } }',
      { id: other.id },
    );
    expect(data.patient.nights).toEqual([{ pressure: 12, pressureKind }]);
  });

  test('are limited by their corrected dates, both ends included', async () => {
    const dates = async (from: string, to: string) =>
      (await read(from, to)).data.patient.nights.map(({ date }: { date: string }) => date);
    expect(await dates('2026-01-03', '2026-01-04')).toEqual(['2026-01-03']);
    expect(await dates('2026-01-02', '2026-01-02')).toEqual(['2026-01-02', '2026-01-02']);
  });

  test.each([
    ['1,100 days', '2023-01-01', '2026-01-04', undefined],
    ['1,101 days', '2023-01-01', '2026-01-05', 'At most 1,100 days can be read at a time.'],
    [
      'a range that ends before it begins',
      '2026-01-02',
      '2026-01-01',
      'The last date is before the first. Choose a later last date.',
    ],
  ])('are read of %s or not', async (_title, from, to, message) => {
    const graphql = await read(from, to);
    const answer = await rest(`startDate=${from}&endDate=${to}`);
    if (message === undefined) {
      expect([graphql.errors, answer.status]).toEqual([undefined, 200]);
      return;
    }
    expect(graphql.errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
    expect([answer.status, answer.body.errors]).toEqual([422, { endDate: [message] }]);
  });

  test('of several patients are read in one statement', async () => {
    const other = await makePatient(staff.orgId);
    const second = await makeMachine(staff.orgId);
    await makeHistory(other, second, { start_date: '2020-01-01' });
    await night('2026-01-01', {}, second);
    const { result, statements } = await countQueries(() =>
      staff.gql(
        '{ patients { edges { node { nights(from: "2026-01-01", to: "2026-01-31") { date minutes pressureKind } } } } }',
      ),
    );
    expect(result.data.patients.edges).toHaveLength(2);
    const { statements: single } = await countQueries(() =>
      staff.gql(
        '{ patients(first: 1) { edges { node { nights(from: "2026-01-01", to: "2026-01-31") { date minutes pressureKind } } } } }',
      ),
    );
    expect(statements).toBe(single);
  });

  test('cost as many points as they have days, so that no list asks for years of all its patients', async () => {
    const { errors } = await staff.gql(
      '{ patients(first: 50) { edges { node { nights(from: "2023-01-01", to: "2025-12-31") { date } } } } }',
    );
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'TOO_EXPENSIVE' } });
  });

  test('of a patient of another organization are not found, and the answer names no date', async () => {
    const outsider = await asViewer();
    const answer = await rest('startDate=2026-01-01&endDate=2026-01-31', outsider);
    expect(answer.status).toBe(404);
    expect((await read('2026-01-01', '2026-01-31', outsider)).errors?.[0]).toMatchObject({
      extensions: { code: 'NOT_FOUND' },
    });
  });
});

describe('GET /api/patients/{id}/usage', () => {
  test('answers a documented table of usage rows with the number of corrected nights', async () => {
    const { status, body } = await rest('startDate=2026-01-02&endDate=2026-01-03');
    expect([status, body.total, body.from, body.to, body.next_token, body.corrected]).toEqual([200, 3, 1, 3, null, 1]);
    expect(body.data[1]).toEqual({
      id: expect.any(Number),
      record_date: '2026-01-02',
      recorded_date: '2026-01-02',
      device_date: null,
      corrected: false,
      source: 'wireless',
      effective: true,
      overruled: false,
      treat_minutes: 300,
      sessions: null,
      ahi: null,
      obstructive_apneas: null,
      central_apneas: null,
      unclassified_apneas: null,
      hypopneas: null,
      reras: null,
      pressure: null,
      p95: null,
      leak: null,
      sni: null,
      state: 1,
      record_no: 7,
      created: '2026-01-03T13:00:00.000Z',
      drift_minutes: -2,
      serial: machine.serial,
    });
    expect(body.data[2]).toMatchObject({ record_date: '2026-01-03', recorded_date: '2026-01-04', corrected: true });
  });

  test.each([
    ['no dates', '', { startDate: ['This field is required.'], endDate: ['This field is required.'] }],
    ['a date that does not exist', 'startDate=2026-02-30&endDate=2026-03-01', { startDate: ['Enter a valid date.'] }],
    ['an empty date', 'startDate=&endDate=2026-03-01', { startDate: ['This field is required.'] }],
  ])('with %s is refused at its field', async (_title, query, errors) => {
    const answer = await rest(query);
    expect([answer.status, answer.body.errors]).toEqual([422, errors]);
  });

  test('leaves an audit line that names the patient', async () => {
    await rest('startDate=2026-01-02&endDate=2026-01-03');
    await running().app.readLog.flush();
    const { rows } = await admin.query(
      "select distinct patient_ids as patients from audit_log where actor_user_id = $1 and operation = 'GET /api/patients/{id}/usage' and outcome = 'read'",
      [staff.userId],
    );
    expect(rows.flatMap(({ patients }) => patients)).toEqual([patient.id]);
  });
});
