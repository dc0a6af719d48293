import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  running,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { addDays } from '../shared/dates.ts';
import { encodeIc1 } from './ic1.codec.ts';

usePortal();

const READ = '2026-05-02';
const EVENING = '2026-05-01';
let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
beforeEach(async () => {
  viewer = await asViewer();
  [patient, machine] = [
    await makePatient(viewer.orgId, { therapy_start: '2026-01-01' }),
    await makeMachine(viewer.orgId),
  ];
  await makeHistory(patient, machine, { start_date: '2026-01-01' });
});

const FIGURES = {
  period: 1,
  compliantDays: 1,
  best30: 0,
  minutes: 300,
  pressure: 8,
  p95: 10,
  ahi: 2.5,
  sni: 6.5,
  leak: 3,
};
const code = (figures: Partial<typeof FIGURES> = {}) => encodeIc1(machine.serial, { ...FIGURES, ...figures });
const enter = (codes: object[], more: object = {}) =>
  viewer.rest('POST', '/api/icode-reports', { patient_id: patient.id, serial: machine.serial, codes, ...more });
const nights = async () =>
  (
    await admin.query(
      `select night::text, patient_id, source, overruled, minutes, ahi::float, pressure::float, p95::float, sni::float, leak, sessions, hypopneas, record_no
         from usage_nights where machine_id = $1 order by night, source`,
      [machine.id],
    )
  ).rows;
const NONE = { leak: null, sessions: null, hypopneas: null, record_no: null };
const night = () => ({ ...NONE, night: EVENING, patient_id: patient.id, source: 'qr', overruled: false });

describe('a code of one day that is entered for a patient', () => {
  test('is the QR+ night of the evening before it was read', async () => {
    expect((await enter([{ collected: READ, icode: code() }])).status).toBe(201);
    expect(await nights()).toEqual([{ ...night(), minutes: 300, ahi: 2.5, pressure: 8, p95: 10, sni: 6.5 }]);
  });

  test('without use has no measurements', async () => {
    await enter([{ collected: READ, icode: code({ compliantDays: 0, minutes: 0 }) }]);
    expect(await nights()).toEqual([{ ...night(), minutes: 0, ahi: null, pressure: null, p95: null, sni: null }]);
  });

  test('makes no compliant night when it says that the night is none: its minutes are in steps of five', async () => {
    await enter([{ collected: READ, icode: code({ compliantDays: 0, minutes: 238 }) }]);
    expect(await nights()).toMatchObject([{ minutes: 239 }]);
    await enter([{ collected: READ, icode: code({ compliantDays: 1, minutes: 241 }) }]);
    expect(await nights()).toMatchObject([{ minutes: 240 }]);
  });

  test('replaces no night of another patient, whose assignment was deleted since', async () => {
    const former = await makePatient(await makeOrganization());
    const history = await makeHistory(former, machine, { start_date: '2025-06-01', end_date: '2025-07-01' });
    await make('usage_nights', {
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      night: '2025-06-10',
      source: 'qr',
      minutes: 300,
    });
    await admin.query('delete from device_history where id = $1', [history]);
    expect((await enter([{ collected: '2025-06-11', icode: code({ minutes: 500 }) }])).status).toBe(201);
    expect(await nights()).toMatchObject([{ night: '2025-06-10', patient_id: former.id, minutes: 300 }]);

    // Nor while its date is corrected, because an undo gives it back.
    // With the lock of the device first, as each writer of nights.
    const correct = (date: string) =>
      admin.query(
        `with held as materialized (select pg_advisory_xact_lock(7, $1))
         update usage_nights set usage_date = $2 from held where machine_id = $1 and night = '2025-06-10'`,
        [machine.id, date],
      );
    await correct('2025-06-09');
    expect((await enter([{ collected: '2025-06-11', icode: code({ minutes: 600 }) }])).status).toBe(201);
    await correct('2025-06-10');
    expect(await nights()).toMatchObject([{ night: '2025-06-10', patient_id: former.id, minutes: 300 }]);
  });

  test('entered twice and many times at once is one night, and a later code of the night replaces its figures', async () => {
    const once = { collected: READ, icode: code() };
    await Promise.all(Array.from({ length: 5 }, () => enter([once])));
    expect(await nights()).toMatchObject([{ minutes: 300 }]);
    await enter([{ collected: READ, icode: code({ minutes: 350 }) }]);
    expect(await nights()).toMatchObject([{ minutes: 350 }]);
    await enter([once]);
    expect(await nights()).toMatchObject([{ minutes: 350 }]);
  });

  test('is overruled by a card and by the device, whichever comes first', async () => {
    await make('usage_nights', {
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      night: EVENING,
      source: 'sd',
      minutes: 200,
    });
    await enter([{ collected: READ, icode: code() }]);
    expect(await nights()).toMatchObject([
      { source: 'qr', overruled: true },
      { source: 'sd', overruled: false },
    ]);
  });

  test('stays a night without a patient when no assignment covers the evening', async () => {
    const before = addDays('2026-01-01', -5);
    await enter([{ collected: before, icode: code() }]);
    expect(await nights()).toMatchObject([{ night: addDays(before, -1), patient_id: null }]);
  });

  test('is no night when another patient had the device on that evening', async () => {
    const former = await makePatient(viewer.orgId);
    await makeHistory(former, machine, { start_date: '2025-06-01', end_date: '2025-07-01' });
    await enter([{ collected: '2025-07-01', icode: code() }]);
    expect(await nights()).toEqual([]);
    await enter([{ collected: '2025-07-02', icode: code() }]);
    expect(await nights()).toMatchObject([{ night: '2025-07-01', patient_id: null }]);
  });

  test('has the compliance of the patient calculated again, as any other code has, because the days to call follow', async () => {
    await running().app.queue.stop(); // so that a new job remains visible
    const asked = async () =>
      (
        await admin.query(
          "delete from pgboss.job where name = 'recompute-compliance' and singleton_key = $1 returning id",
          [String(patient.id)],
        )
      ).rows.length;
    await asked();
    await enter([{ collected: READ, icode: code({ period: 7, compliantDays: 5 }) }]);
    expect(await asked()).toBe(1);
    await enter([{ collected: READ, icode: code() }]);
    expect(await asked()).toBe(1);
    expect(await asked()).toBe(0);
  });
});

test.each([7, 30, 365])('a code of %i days is no night', async (period) => {
  await enter([{ collected: READ, icode: code({ period, compliantDays: 5, best30: 5 }) }]);
  expect(await nights()).toEqual([]);
});

test('an anonymous code of one day is no night', async () => {
  expect((await enter([{ collected: READ, icode: code() }], { patient_id: null })).status).toBe(201);
  expect(await nights()).toEqual([]);
});

describe('who read a code, and how', () => {
  const read = async () =>
    (await viewer.gql('query ($id: ID!) { patient(id: $id) { icodeReports { readBy readHow } } }', { id: patient.id }))
      .data.patient.icodeReports;

  test('is recorded, over REST and GraphQL', async () => {
    const first = await enter([{ collected: READ, icode: code() }], { read_by: 'caregiver', read_how: 'screen' });
    expect(first.body.data).toMatchObject([{ read_by: 'caregiver', read_how: 'screen' }]);
    await viewer.gql(
      'mutation ($input: CreateICodeReportsInput!) { createICodeReports(input: $input) { userErrors { code } } }',
      {
        input: {
          patientId: String(patient.id),
          serial: machine.serial,
          codes: [{ collected: EVENING, icode: code() }],
          readBy: 'PATIENT',
          readHow: 'PHONE',
        },
      },
    );
    expect(await read()).toEqual([
      { readBy: 'PATIENT', readHow: 'PHONE' },
      { readBy: 'CAREGIVER', readHow: 'SCREEN' },
    ]);
  });

  test('may be left out or empty, and another value is refused at its field', async () => {
    expect(
      (await enter([{ collected: READ, icode: code() }], { read_by: '', read_how: null })).body.data,
    ).toMatchObject([{ read_by: null, read_how: null }]);
    const refused = await enter([{ collected: READ, icode: code() }], { read_by: 'dog', read_how: ['phone'] });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['read_by', 'read_how']]);
  });
});

describe('the phone-in assistant of a patient', () => {
  const assistant = async () =>
    (
      await viewer.gql(
        `query ($id: ID!) { patient(id: $id) { iCodeCalls { state calls { on periods firstNight lastNight reason } caught { collected firstNight lastNight } }
           iCodeContradictions { kind allowed { least most } reports { icodePeriod } } } }`,
        { id: patient.id },
      )
    ).data.patient;
  /** The date of a therapy that began this many days ago, in the zone of the organization. */
  const began = async (days: number) => {
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
    const start = addDays(today, -days);
    await admin.query('update patients set therapy_start = $2 where id = $1', [patient.id, start]);
    await admin.query('update device_history set start_date = $2 where patient_id = $1', [patient.id, start]);
    return start;
  };

  test('plans the calls by the codes that were entered', async () => {
    const start = await began(35);
    const month = (compliantDays: number) => code({ period: 30, compliantDays, best30: compliantDays });
    await enter([{ collected: addDays(start, 34), icode: month(20) }]);
    expect((await assistant()).iCodeCalls).toEqual({
      state: 'PLANNED',
      calls: [
        {
          on: addDays(start, 35),
          periods: [30],
          firstNight: addDays(start, 5),
          lastNight: addDays(start, 34),
          reason: 'TARGET_POSSIBLE',
        },
        {
          on: addDays(start, 90),
          periods: [30, 90],
          firstNight: start,
          lastNight: addDays(start, 89),
          reason: 'WHOLE_PERIOD',
        },
      ],
      caught: null,
    });
    await enter([{ collected: addDays(start, 35), icode: month(21) }]);
    expect((await assistant()).iCodeCalls).toEqual({
      state: 'CAUGHT',
      calls: [],
      caught: { collected: addDays(start, 35), firstNight: addDays(start, 5), lastNight: addDays(start, 34) },
    });
  });

  const state = async () => {
    const { data } = await viewer.gql(
      'query ($id: ID!) { patient(id: $id) { iCodeCalls { state serial nightsArrive calls { on } } } }',
      { id: patient.id },
    );
    const { calls, ...plan } = data.patient.iCodeCalls;
    return { ...plan, calls: calls.length };
  };
  /** Nights of enough use on these days of the therapy. */
  const used = async (start: string, days: number[], source = 'sd') => {
    for (const day of days)
      await make('usage_nights', {
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        night: addDays(start, day),
        source,
        minutes: 300,
      });
  };
  const upTo = (days: number) => Array.from({ length: days }, (_, day) => day);

  test('plans no call without a therapy start', async () => {
    await admin.query('update patients set therapy_start = null where id = $1', [patient.id]);
    expect(await state()).toEqual({ state: 'NONE', serial: null, nightsArrive: false, calls: 0 });
  });

  test('plans the calls of the device that the patient has now, and none when there is no device', async () => {
    const start = await began(40);
    expect(await state()).toEqual({ state: 'PLANNED', serial: machine.serial, nightsArrive: false, calls: 2 });
    await admin.query('update device_history set end_date = $2 where patient_id = $1', [
      patient.id,
      addDays(start, 38),
    ]);
    expect(await state()).toEqual({ state: 'NO_DEVICE', serial: null, nightsArrive: false, calls: 0 });
    const next = await makeMachine(viewer.orgId);
    await makeHistory(patient, next, { start_date: addDays(start, 38) });
    expect(await state()).toEqual({ state: 'PLANNED', serial: next.serial, nightsArrive: false, calls: 1 });
  });

  test('plans no call when the recorded nights meet the rule: 21 of them, and not 20', async () => {
    const start = await began(40);
    await used(start, upTo(20));
    expect(await state()).toMatchObject({ state: 'PLANNED' });
    await used(start, [20]);
    expect(await state()).toMatchObject({ state: 'MET', calls: 0 });
  });

  test('says that the nights arrive by wireless: one of the last 7 days, and none before', async () => {
    const start = await began(40);
    await used(start, [30, 31], 'sd');
    await used(start, [32], 'wireless');
    expect(await state()).toMatchObject({ state: 'PLANNED', nightsArrive: false });
    await used(start, [33], 'wireless');
    expect(await state()).toMatchObject({ state: 'PLANNED', nightsArrive: true });
  });

  test('is not proven by a code that also shows nights of the former patient of the device', async () => {
    const start = await began(60);
    await admin.query('update device_history set start_date = $2 where patient_id = $1', [
      patient.id,
      addDays(start, 20),
    ]);
    const month = code({ period: 30, compliantDays: 30, best30: 30 });
    await enter([{ collected: addDays(start, 49), icode: month }]);
    expect(await state()).toMatchObject({ state: 'PLANNED' });
    await enter([{ collected: addDays(start, 50), icode: month }]);
    expect(await state()).toMatchObject({ state: 'CAUGHT', serial: machine.serial });
  });

  test('is not proven by a code that claims more nights than were recorded, which is shown with what these allow', async () => {
    const start = await began(60);
    const short = upTo(40).filter((day) => day % 2 === 1);
    await used(
      start,
      upTo(40).filter((day) => day % 2 === 0),
    );
    for (const day of short)
      await make('usage_nights', {
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        night: addDays(start, day),
        source: 'wireless',
        minutes: 100,
      });
    const month = (days: number) => code({ period: 30, compliantDays: days, best30: days });
    await enter([{ collected: addDays(start, 32), icode: month(25) }]);
    expect(await assistant()).toMatchObject({
      iCodeCalls: { state: 'PLANNED' },
      iCodeContradictions: [
        { kind: 'RECORDED_NIGHTS', allowed: { least: 15, most: 15 }, reports: [{ icodePeriod: 30 }] },
      ],
    });
    // Ten of the short nights get another date: as recorded they are no longer known.
    await admin.query(
      `update usage_nights set usage_date = night - 400 where id in (select id from usage_nights where patient_id = $1 and minutes = 100 order by night desc limit 15)`,
      [patient.id],
    );
    expect(await assistant()).toMatchObject({ iCodeCalls: { state: 'CAUGHT' }, iCodeContradictions: [] });
  });

  test('compares a code with the nights of its own device and patient alone', async () => {
    const start = await began(60);
    const other = await makeMachine(viewer.orgId);
    await makeHistory(await makePatient(viewer.orgId), other, { start_date: start });
    for (const day of upTo(40))
      await make('usage_nights', {
        machine_org_id: other.orgId,
        machine_id: other.id,
        night: addDays(start, day),
        source: 'wireless',
        minutes: 100,
      });
    await enter([{ collected: addDays(start, 32), icode: code({ period: 30, compliantDays: 25, best30: 25 }) }]);
    expect(await assistant()).toMatchObject({ iCodeCalls: { state: 'CAUGHT' }, iCodeContradictions: [] });
  });

  test('shows the codes that cannot all be right', async () => {
    await began(40);
    await enter([
      { collected: READ, icode: code({ period: 7, compliantDays: 7 }) },
      { collected: READ, icode: code({ period: 30, compliantDays: 6, best30: 6 }) },
    ]);
    const [contradiction] = (await assistant()).iCodeContradictions;
    expect(contradiction.kind).toBe('COMPLIANT_DAYS');
    expect(contradiction.reports.map(({ icodePeriod }: { icodePeriod: number }) => icodePeriod).sort()).toEqual([
      30, 7,
    ]);
  });

  test('is not proven by a code that contradicts another one, and both are shown', async () => {
    const start = await began(40);
    const month = (compliantDays: number) => code({ period: 30, compliantDays, best30: compliantDays });
    await enter([{ collected: addDays(start, 35), icode: month(21) }]);
    expect(await state()).toMatchObject({ state: 'CAUGHT' });
    await enter([{ collected: addDays(start, 36), icode: month(19) }]);
    expect(await state()).toMatchObject({ state: 'PLANNED' });
    expect((await assistant()).iCodeContradictions).toMatchObject([{ kind: 'COMPLIANT_DAYS' }]);
  });

  test('is not proven by a code that was stored and contradicts itself, which is still shown', async () => {
    const start = await began(95);
    const stored = (minutes: number) =>
      make('icode_reports', {
        org_id: viewer.orgId,
        patient_id: patient.id,
        machine_org_id: machine.orgId,
        machine_id: machine.id,
        serial: machine.serial,
        collected: addDays(start, 90),
        code: String(minutes),
        codec: 'ic1',
        codec_version: 1,
        icode_period: 90,
        compliant_days: 25,
        best30: 25,
        minutes,
        ahi: 2,
        sni: 0,
        leak: 0,
      });
    await stored(5);
    expect(await assistant()).toEqual({
      iCodeCalls: expect.objectContaining({ state: 'MISSED', caught: null }),
      iCodeContradictions: [{ kind: 'MINUTES', allowed: null, reports: [{ icodePeriod: 90 }] }],
    });
    // 25 nights of 240 minutes in 90 days are 67 a day.
    await stored(65);
    expect(await state()).toMatchObject({ state: 'CAUGHT', serial: machine.serial });
  });

  test('a code whose figures contradict each other is refused at its field while the caller is on the phone', async () => {
    const wrong = { collected: READ, icode: code({ period: 90, compliantDays: 25, best30: 25, minutes: 5 }) };
    const right = { collected: READ, icode: code({ period: 90, compliantDays: 25, best30: 25, minutes: 65 }) };
    const { status, body } = await enter([right, wrong]);
    expect([status, body.errors]).toEqual([
      422,
      {
        'codes.1.icode': ['This iCode contains figures that no device can report. Read it from the device again.'],
      },
    ]);
    expect((await enter([right])).status).toBe(201);
  });
});
