import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  signInAgain,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { whileLocked } from '../../test/locks.ts';
import { nightAct, nightsFrom, rawNights, readCard, type Choice } from '../../test/night-voids.ts';
import { setClock } from '../../test/second-factor.ts';

usePortalHere();

const NOW = '2026-06-01T17:00:00Z';
const START = '2026-05-01';
const REASON = 'The card of another person';

let viewer: TestViewer;
let patient: Ref;
let machine: Ref & { serial: string };
let count = 0;

beforeEach(async () => {
  setClock(new Date(NOW));
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { therapy_start: START, created_at: '2026-04-01T12:00:00Z' });
  count += 1;
  machine = await makeMachine(viewer.orgId, { serial: `F51${String(count).padStart(8, '0')}` });
  await makeHistory(patient, machine, { start_date: START });
});
afterEach(() => setClock());

const send = (nights: Record<string, number>, at = NOW) => readCard(viewer, machine, nights, at);
const act = (operation: Parameters<typeof nightAct>[1], choice: Choice, as = viewer) =>
  nightAct(as, operation, machine, choice);
const voidNights = (choice: Choice, as = viewer) => act('voidNights', { reason: REASON, ...choice }, as);
const idsOn = async (...dates: string[]): Promise<string[]> =>
  (
    await admin.query<{ id: string }>(
      'select id::text from usage_nights where machine_id = $1 and usage_date = any ($2) order by usage_date',
      [machine.id, dates],
    )
  ).rows.map(({ id }) => id);
const chosen = async (...dates: string[]) => ({ nights: (await idsOn(...dates)).map((id) => ({ id })) });
const codes = ({ userErrors }: { userErrors: { field: string; code: string }[] }) =>
  userErrors.map(({ field, code }) => [field, code]);
const done = { userErrors: [], machine: expect.anything() };

const COMPLIANCE = `query ($id: ID!, $knownAt: DateTime) { patient(id: $id) { compliance(knownAt: $knownAt) {
  state compliantDays ledger { date minutes reports { outcome } }
  evidence { voidedNights { serial nights firstDate lastDate reason by } nightsBeforeStart firstUse } } } }`;
const compliance = async (knownAt?: string, as = viewer) => {
  const { data, errors } = await as.gql(COMPLIANCE, { id: String(patient.id), knownAt });
  expect(errors).toBeUndefined();
  return data.patient.compliance;
};
const shownNights = async (): Promise<string[]> =>
  (await viewer.rest('GET', `/api/patients/${patient.id}/usage?startDate=2026-04-01&endDate=2026-06-30`)).body.data.map(
    ({ record_date: date }: { record_date: string }) => date,
  );
const upload = async (id: number) => {
  const fields =
    'voidedCount voidableNights unassigned { nights } voidedNights { nights firstDate lastDate reason nightIds machine { databaseId } }';
  const { data, errors } = await viewer.gql(`query ($id: ID!) { upload(uploadId: $id) { ${fields} } }`, {
    id: String(id),
  });
  expect(errors).toBeUndefined();
  return data.upload;
};
/** A time in milliseconds before which everything until now was recorded, and nothing later. */
const timeNow = async () => {
  const text = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  await admin.query('select pg_sleep(0.005)');
  const { now } = (await admin.query<{ now: string }>(`select ${text} as now`)).rows[0]!;
  await admin.query('select pg_sleep(0.005)');
  return now;
};

describe('voiding the nights of an upload', () => {
  test('takes them out of compliance, lists, charts and the last report, and giving them back returns every byte', async () => {
    await make('usage_nights', {
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      night: '2026-05-10',
      source: 'qr',
      minutes: 300,
      arrived_at: '2026-05-11T12:00:00Z',
    });
    const id = await send(nightsFrom('2026-05-02', 21));
    const before = await rawNights(machine);
    expect(await compliance()).toMatchObject({ state: 'MET', compliantDays: 21 });

    const check = await act('checkVoidNights', { uploadId: String(id), reason: '' });
    expect(codes(check)).toEqual([['reason', 'required']]);
    expect(check.nights).toHaveLength(21);
    expect(check.nights[0]).toMatchObject({
      date: '2026-05-02',
      recordedDate: '2026-05-02',
      minutes: 420,
      patient: { databaseId: patient.id },
    });
    expect(check.patients).toEqual([
      {
        patient: { databaseId: patient.id },
        nights: 21,
        before: { state: 'MET', compliantDays: 21 },
        after: { state: 'IN_PROGRESS', compliantDays: expect.any(Number) },
      },
    ]);

    expect(await voidNights({ uploadId: String(id), version: check.version })).toMatchObject({
      ...done,
      result: 'The nights were voided and no longer count.',
    });
    const after = await compliance();
    // What was forecast, and the QR+ night that the card had overruled.
    expect(after).toMatchObject(check.patients[0].after);
    expect(after.ledger.find(({ date }: { date: string }) => date === '2026-05-10').minutes).toBe(300);
    expect((await compliance()).ledger.find(({ date }: { date: string }) => date === '2026-05-03').reports).toEqual([]);
    expect(await shownNights()).toEqual(['2026-05-10']);
    const { rows } = await admin.query('select last_report::text from patients where id = $1', [patient.id]);
    expect(rows).toEqual([{ last_report: '2026-05-10' }]);
    expect(await upload(id)).toMatchObject({
      voidableNights: 0,
      voidedNights: [
        {
          nights: 21,
          firstDate: '2026-05-02',
          lastDate: '2026-05-22',
          reason: REASON,
          machine: { databaseId: machine.id },
        },
      ],
    });
    const raw = (all: Record<string, unknown>[]) => all.map(({ state: _state, overruled: _overruled, ...row }) => row);
    expect(raw(await rawNights(machine))).toEqual(raw(before));

    const back = await act('checkGiveBackNights', { uploadId: String(id) });
    expect(back.patients).toMatchObject([
      { nights: 21, before: check.patients[0].after, after: { state: 'MET', compliantDays: 21 } },
    ]);
    expect(await act('giveBackNights', { uploadId: String(id), version: back.version })).toMatchObject({
      ...done,
      result: 'The nights count again.',
    });
    expect(await rawNights(machine)).toEqual(before);
    expect(await compliance()).toMatchObject({ state: 'MET', compliantDays: 21 });
    expect(await shownNights()).toHaveLength(22);
    expect(await upload(id)).toMatchObject({ voidableNights: 21, voidedNights: [] });
  });

  test('leaves what was known before as it was, and evidence names what a result leaves out', async () => {
    setClock();
    await send(nightsFrom('2026-04-20', 30), '2026-05-25T12:00:00Z');
    await admin.query("update usage_nights set arrived_at = '2026-05-25T12:00:00Z' where machine_id = $1", [
      machine.id,
    ]);
    const known = await timeNow();
    const then = await compliance(known);
    expect(then).toMatchObject({ compliantDays: 19, evidence: { voidedNights: [] } });
    await voidNights(await chosen('2026-05-03', '2026-05-04', '2026-05-06'));
    const between = await timeNow();
    await act('giveBackNights', await chosen('2026-05-06'));
    const last = await timeNow();
    expect(await compliance(known)).toEqual(then);
    const voided = {
      serial: machine.serial,
      nights: 3,
      firstDate: '2026-05-03',
      lastDate: '2026-05-06',
      reason: REASON,
    };
    const listed = async (at?: string) => {
      const { ledger } = await compliance(at);
      return ledger
        .filter(({ date }: { date: string }) => ['2026-05-03', '2026-05-05', '2026-05-06'].includes(date))
        .map(({ date, reports }: { date: string; reports: unknown[] }) => [date.slice(-2), reports.length]);
    };
    expect(await compliance(between)).toMatchObject({ compliantDays: 16, evidence: { voidedNights: [voided] } });
    expect(await listed(between)).toEqual([
      ['06', 0],
      ['05', 1],
      ['03', 0],
    ]);
    for (const at of [last, undefined]) {
      expect(await listed(at)).toEqual([
        ['06', 1],
        ['05', 1],
        ['03', 0],
      ]);
      expect(await compliance(at)).toMatchObject({
        compliantDays: 17,
        evidence: { voidedNights: [{ ...voided, nights: 2, lastDate: '2026-05-04' }] },
      });
    }
  });

  test('a later card does not bring them back, counts them and names them, and staff gives them back there', async () => {
    const first = await send(nightsFrom('2026-05-02', 5));
    await voidNights(await chosen('2026-05-03', '2026-05-06'));
    const { rows } = await admin.query('select id from usage_nights where state = 9 and machine_id = $1', [machine.id]);
    expect(rows).toHaveLength(2);
    // Longer than before, the last night too.
    const second = await send({ ...nightsFrom('2026-05-02', 5, 430), ...nightsFrom('2026-05-07', 2) });
    expect(await shownNights()).toEqual(['2026-05-02', '2026-05-04', '2026-05-05', '2026-05-07', '2026-05-08']);
    const voided = [{ nights: 2, firstDate: '2026-05-03', lastDate: '2026-05-06' }];
    expect(await upload(second)).toMatchObject({ voidedCount: 2, voidableNights: 2, voidedNights: voided });
    expect(await upload(first)).toMatchObject({ voidedCount: 0, voidableNights: 3, voidedNights: voided });
    expect((await viewer.rest('GET', `/api/uploads/${second}`)).body.data).toMatchObject({ added: 2, voided: 2 });
    expect(await act('giveBackNights', { uploadId: String(second) })).toMatchObject(done);
    expect(await shownNights()).toHaveLength(7);
  });

  test('voids nights of no patient, which are not offered as nights of no patient any longer', async () => {
    const id = await send(nightsFrom('2026-04-20', 3));
    expect(await upload(id)).toMatchObject({ unassigned: { nights: 3 } });
    const check = await act('checkVoidNights', { uploadId: String(id), reason: REASON });
    expect(check).toMatchObject({ patients: [], userErrors: [] });
    expect(check.nights.map((night: { patient: unknown }) => night.patient)).toEqual([null, null, null]);
    expect(await voidNights({ uploadId: String(id) })).toMatchObject(done);
    expect(await upload(id)).toMatchObject({ unassigned: null, voidedNights: [{ nights: 3 }] });
    // An assignment of their dates takes them, and they still do not count.
    await admin.query("update device_history set start_date = '2026-04-01' where machine_id = $1", [machine.id]);
    expect(await shownNights()).toEqual([]);
    await act('giveBackNights', { uploadId: String(id) });
    expect(await shownNights()).toHaveLength(3);
  });

  test('gives a night back to the state that it had', async () => {
    await send(nightsFrom('2026-05-02', 1));
    await admin.query('update usage_nights set state = 2 where machine_id = $1', [machine.id]);
    await voidNights(await chosen('2026-05-02'));
    await act('giveBackNights', await chosen('2026-05-02'));
    expect(await rawNights(machine)).toMatchObject([{ state: 2 }]);
  });
});

describe('it is refused', () => {
  test('for what is no night of a card of the machine, twice, without nights and without a reason', async () => {
    const id = await send(nightsFrom('2026-05-02', 2));
    const wireless = await make('usage_nights', {
      machine_org_id: machine.orgId,
      machine_id: machine.id,
      night: '2026-05-02',
      source: 'wireless',
      minutes: 300,
    });
    const [one] = (
      await admin.query(
        "select id::text from usage_nights where machine_id = $1 and source = 'sd' and night = '2026-05-02'",
        [machine.id],
      )
    ).rows;
    const nights = [{ id: String(wireless) }, { id: one.id }, { id: one.id }, { id: '999999999' }];
    expect(codes(await voidNights({ nights }))).toEqual([
      ['nights.0.id', 'usage_dates.unknown'],
      ['nights.2.id', 'usage_dates.twice'],
      ['nights.3.id', 'usage_dates.unknown'],
    ]);
    expect(codes(await voidNights({}))).toEqual([['nights', 'night_voids.which']]);
    expect(codes(await voidNights({ uploadId: String(id), nights: [{ id: one.id }] }))).toEqual([
      ['nights', 'night_voids.which'],
    ]);
    for (const [reason, code] of [
      ['  ', 'required'],
      ['x'.repeat(1001), 'device.reason_too_long'],
    ] as const)
      expect(codes(await voidNights({ uploadId: String(id), reason }))).toEqual([['reason', code]]);
    expect(await voidNights({ uploadId: String(id), reason: 'x'.repeat(1000) })).toMatchObject(done);
    expect(codes(await voidNights({ uploadId: String(id) }))).toEqual([['uploadId', 'night_voids.none']]);
  });

  test('when another user was first: in two tabs the second one gets conflict, and nothing is written', async () => {
    const id = await send(nightsFrom('2026-05-02', 3));
    const other = await signInAgain(viewer);
    const seen = await act('checkVoidNights', { uploadId: String(id), reason: REASON });
    const [first] = await idsOn('2026-05-02');
    await voidNights({ nights: [{ id: first! }] }, other);
    expect(codes(await voidNights({ uploadId: String(id), version: seen.version }))).toEqual([['', 'conflict']]);
    expect(codes(await voidNights({ nights: [{ id: first! }] }))).toEqual([['nights.0.id', 'conflict']]);
    const { nights } = await chosen('2026-05-03');
    const stale = nights.map((night) => ({ ...night, version: '2026-05-09' }));
    expect(codes(await voidNights({ nights: stale }))).toEqual([['nights.0.version', 'conflict']]);
    expect(codes(await act('giveBackNights', { nights }))).toEqual([['nights.0.id', 'conflict']]);
    expect((await rawNights(machine)).map(({ state }) => state)).toEqual([9, 1, 1]);
  });

  test('of two at once one is done, and one is refused', async () => {
    await send(nightsFrom('2026-05-02', 2));
    const choice = await chosen('2026-05-02');
    const answers = await whileLocked(`select lock_nights(${machine.id})`, () =>
      Promise.all([voidNights(choice), voidNights(choice)]),
    );
    expect(answers.map(codes).sort((one, two) => one.length - two.length)).toEqual([[], [['nights.0.id', 'conflict']]]);
    expect(
      (await admin.query('select count(*)::int from night_voids where night_id = $1', [choice.nights[0]!.id])).rows,
    ).toEqual([{ count: 1 }]);
  });

  test('without the permission, for a machine and an upload of another organization', async () => {
    const id = await send(nightsFrom('2026-05-02', 2));
    const mutation = 'mutation ($input: VoidNightsInput!) { voidNights(input: $input) { userErrors { code } } }';
    const input = { machineId: String(machine.id), uploadId: String(id), reason: REASON };
    const staff = await asViewer({ orgId: viewer.orgId, roles: ['org.ep.staff'] });
    expect((await staff.gql(mutation, { input })).errors![0]!.extensions.code).toBe('FORBIDDEN');
    expect(
      (await staff.rest('POST', `/api/machines/${machine.id}/usage/void-nights`, { upload_id: id, reason: REASON }))
        .status,
    ).toBe(403);
    const foreigner = await asViewer();
    expect((await foreigner.gql(mutation, { input })).errors![0]!.extensions.code).toBe('NOT_FOUND');
    const own = await makeMachine(foreigner.orgId);
    expect(
      (await foreigner.gql(mutation, { input: { ...input, machineId: String(own.id) } })).errors![0]!.extensions.code,
    ).toBe('NOT_FOUND');
    // Nor an upload of another device of the organization.
    const other = { ...input, machineId: String((await makeMachine(viewer.orgId)).id) };
    expect((await viewer.gql(mutation, { input: other })).errors![0]!.extensions.code).toBe('NOT_FOUND');
    const [night] = await idsOn('2026-05-02');
    expect(codes(await nightAct(foreigner, 'voidNights', own, { nights: [{ id: night! }], reason: REASON }))).toEqual([
      ['nights.0.id', 'usage_dates.unknown'],
    ]);
    expect((await rawNights(machine)).map(({ state }) => state)).toEqual([1, 1]);
  });

  test('when a voided night would move; given back, it moves', async () => {
    await send(nightsFrom('2026-05-02', 2));
    await voidNights(await chosen('2026-05-02'));
    const rows = (await viewer.rest('GET', `/api/machines/${machine.id}/usage/date-change-utility/sd`)).body.data;
    expect(rows.map(({ state }: { state: number }) => state).sort()).toEqual([1, 9]);
    const changes = rows.map((row: { state: number }) =>
      row.state === 9 ? { ...row, new_usage_date: '2026-05-20' } : row,
    );
    const move = () =>
      viewer.rest('POST', `/api/machines/${machine.id}/usage/date-change-utility/sd`, { rows: changes });
    const nth = changes.findIndex((row: { state: number }) => row.state === 9);
    expect(await move()).toMatchObject({
      status: 422,
      body: { errors: { [`rows.${nth}.new_usage_date`]: ['This night is voided. Restore it before you move it.'] } },
    });
    // Nor by a statement that does not ask the portal.
    await expect(
      admin.query("update usage_nights set usage_date = '2026-05-20' where machine_id = $1 and state = 9", [
        machine.id,
      ]),
    ).rejects.toMatchObject({ constraint: 'usage_night_voided' });
    await act('giveBackNights', await chosen('2026-05-02'));
    expect((await move()).status).toBe(200);
  });
});

describe('the REST paths', () => {
  test('void and give back rows as the utility answers them, and a validate-only request writes nothing', async () => {
    await send(nightsFrom('2026-05-02', 2));
    const path = `/api/machines/${machine.id}/usage`;
    const { data: rows } = (await viewer.rest('GET', `${path}/date-change-utility/sd`)).body;
    const precognition = { precognition: 'true' };
    expect((await viewer.rest('POST', `${path}/void-nights`, { rows, reason: REASON }, precognition)).status).toBe(204);
    expect(await viewer.rest('POST', `${path}/void-nights`, { rows, reason: '' }, precognition)).toMatchObject({
      status: 422,
    });
    expect((await rawNights(machine)).map(({ state }) => state)).toEqual([1, 1]);
    expect(await viewer.rest('POST', `${path}/void-nights`, { rows, reason: REASON })).toMatchObject({
      status: 200,
      body: { result: 'The nights were voided and no longer count.' },
    });
    const stale = rows.map((row: { record_date: string }) => ({ ...row, record_date: '2026-05-30' }));
    expect(await viewer.rest('POST', `${path}/give-back-nights`, { rows: stale })).toMatchObject({
      status: 422,
      body: { errors: { 'rows.0.record_date': expect.anything() } },
    });
    expect((await viewer.rest('POST', `${path}/give-back-nights`, { rows })).status).toBe(200);
    expect((await rawNights(machine)).map(({ state }) => state)).toEqual([1, 1]);
  });
});

describe('who, when and why', () => {
  test('are in the audit log, on the timeline and with the patient', async () => {
    await send(nightsFrom('2026-05-02', 3));
    await voidNights(await chosen('2026-05-02', '2026-05-03'));
    await act('giveBackNights', await chosen('2026-05-03'));
    const { rows } = await admin.query(
      "select actor_user_id as actor, patient_ids as patients, properties from audit_log where operation in ('Mutation.voidNights', 'Mutation.giveBackNights') and org_id = $1 order by id",
      [viewer.orgId],
    );
    expect(rows).toMatchObject([
      {
        actor: viewer.userId,
        patients: [patient.id],
        properties: { machine: machine.id, nights: 2, reason: REASON, from: '2026-05-02', to: '2026-05-03' },
      },
      { actor: viewer.userId, patients: [patient.id], properties: { machine: machine.id, nights: 1 } },
    ]);
    const facts = (
      await viewer.rest('GET', `/api/patients/${patient.id}/timeline?kinds=nights_voided,nights_given_back`)
    ).body.data;
    expect(facts).toMatchObject([
      {
        kind: 'nights_given_back',
        description: 'SD card: the voided night of 05/03/2026 was restored and counts again.',
        reason: null,
      },
      {
        kind: 'nights_voided',
        description: 'SD card: 2 nights, 05/02/2026 – 05/03/2026, were voided and no longer count.',
        reason: REASON,
        actor: expect.stringContaining('@'),
      },
    ]);
    const { data } = await viewer.gql(
      'query ($id: ID!) { patient(id: $id) { voidedNights { nights firstDate reason by nightIds } } }',
      { id: String(patient.id) },
    );
    expect(data.patient.voidedNights).toEqual([
      {
        nights: 1,
        firstDate: '2026-05-02',
        reason: REASON,
        by: expect.stringContaining('@'),
        nightIds: await idsOn('2026-05-02'),
      },
    ]);
  });
});
