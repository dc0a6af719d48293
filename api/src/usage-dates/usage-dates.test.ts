import { beforeEach, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
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
  type RestAnswer,
  type TestViewer,
} from '../../test/harness.ts';
import { whileLocked } from '../../test/locks.ts';
import { addDays } from '../shared/dates.ts';

usePortal();

type Row = Record<string, unknown>;

const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format(new Date());
/** A date this many days ago. */
const ago = (days: number) => addDays(today(), -days);

let viewer: TestViewer;
let patient: Ref;
let machine: Awaited<ReturnType<typeof makeMachine>>;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { therapy_start: ago(60) });
  machine = await makeMachine(viewer.orgId);
  await makeHistory(patient, machine, { start_date: ago(60) });
});

const night = (date: string, values: Row = {}) =>
  make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: date,
    source: 'wireless',
    minutes: 300,
    ...values,
  });
const path = (source = 'wireless', id = machine.id) => `/api/machines/${id}/usage/date-change-utility/${source}`;
const read = (query = '', who = viewer, source = 'wireless') => who.rest('GET', `${path(source)}${query}`);
const save = (rows: Row[], who = viewer, source = 'wireless') => who.rest('POST', path(source), { rows });
const moved = (id: number, to: unknown, more: Row = {}) => ({ id, new_usage_date: to, ...more });
const dates = async (): Promise<string[]> =>
  (
    await admin.query('select usage_date::text as date from usage_nights where machine_id = $1 order by id', [
      machine.id,
    ])
  ).rows.map(({ date }) => date);
const log = async (): Promise<Row[]> =>
  (
    await admin.query(
      'select night_id::int as id, source, old_date::text, new_date::text, email, patient_id from usage_date_changes where machine_id = $1 order by id',
      [machine.id],
    )
  ).rows;
const errors = async (answer: Promise<RestAnswer>) => {
  const { status, body } = await answer;
  expect(status).toBe(422);
  return body.errors as Record<string, string[]>;
};

describe('the rows of the utility', () => {
  test('have the documented fields, newest first by arrival, up to 500 a page', async () => {
    const first = await night(ago(5), { record_no: 7, arrived_at: '2026-01-02T08:00:00Z' });
    const second = await night(ago(9), { record_no: 3, arrived_at: '2026-01-03T08:00:00Z', state: 0 });
    await night(ago(5), { source: 'qr' });
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        id: second,
        record_date: ago(9),
        new_usage_date: null,
        record_no: 3,
        created: '2026-01-03T08:00:00.000Z',
        treat_minutes: 300,
        state: 0,
      },
      {
        id: first,
        record_date: ago(5),
        new_usage_date: null,
        record_no: 7,
        created: '2026-01-02T08:00:00.000Z',
        treat_minutes: 300,
        state: 1,
      },
    ]);
    expect(body).toMatchObject({ total: 2, from: 1, to: 2, per_page: 500 });
    expect((await read('?limit=9999')).body.per_page).toBe(500);
  });

  test('a QR+ row has no record number, and the source is also written QR+ and qr%2B', async () => {
    const id = await night(ago(5), { source: 'qr' });
    for (const source of ['qr', 'QR+', 'QR%2B', 'qr%252B']) {
      const { body } = await read('', viewer, source);
      expect(body.data.map((row: Row) => row.id)).toEqual([id]);
      expect(body.data[0]).not.toHaveProperty('record_no');
    }
    expect((await read('', viewer, 'card')).status).toBe(404);
  });

  test('are sorted, paged, and narrowed by a range when both dates are set', async () => {
    const ids = [];
    for (const days of [9, 7, 5]) ids.push(await night(ago(days), { minutes: days }));
    const found = async (query: string) => (await read(query)).body.data.map((row: Row) => row.id);
    expect(await found('?orderBy=record_date&orderDir=asc')).toEqual(ids);
    expect(await found('?orderBy=treat_minutes&orderDir=desc&limit=2')).toEqual(ids.slice(0, 2));
    expect(await found('?orderBy=record_date&orderDir=asc&limit=2&page=2')).toEqual(ids.slice(2));
    expect(await found(`?startDate=${ago(7)}&endDate=${ago(7)}`)).toEqual([ids[1]]);
    expect(await found(`?startDate=${ago(7)}`)).toHaveLength(3);
    expect(await errors(read('?orderBy=serial'))).toHaveProperty('orderBy');
    expect(await errors(read(`?startDate=${ago(7)}&endDate=2026-02-30`))).toEqual({
      endDate: ['Enter a valid date.'],
    });
  });

  test('are not shown without update.machine.date_change_utility', async () => {
    const other = await asViewer({ orgId: viewer.orgId, can: ['org.user.device', 'view.patient'] });
    expect((await read('', other)).status).toBe(403);
    expect((await save([moved(await night(ago(5)), ago(4))], other)).status).toBe(403);
  });

  test('a machine of another organization is not found', async () => {
    const outsider = await asViewer();
    expect((await read('', outsider)).status).toBe(404);
    expect((await save([moved(await night(ago(5)), ago(4))], outsider)).status).toBe(404);
  });
});

describe('saving new dates', () => {
  test('moves the nights, keeps the recorded ones, and logs who moved which', async () => {
    const [one, other] = [await night(ago(5)), await night(ago(9))];
    const answer = await save([moved(one, ago(4)), moved(other, ago(8)), moved(one + 999, null)]);
    expect(answer.body).toEqual({ result: 'The usage dates were saved.' });
    expect(await dates()).toEqual([ago(4), ago(8)]);
    const { rows } = await admin.query('select night::text from usage_nights where machine_id = $1 order by id', [
      machine.id,
    ]);
    expect(rows.map((row) => row.night)).toEqual([ago(5), ago(9)]);
    const { email } = (await admin.query('select email from users where id = $1', [viewer.userId])).rows[0];
    const line = { source: 'wireless', email, patient_id: patient.id };
    expect(await log()).toEqual([
      { id: one, old_date: ago(5), new_date: ago(4), ...line },
      { id: other, old_date: ago(9), new_date: ago(8), ...line },
    ]);
    expect((await read('?orderBy=id&orderDir=asc')).body.data.map((row: Row) => row.record_date)).toEqual([
      ago(4),
      ago(8),
    ]);
    const [audit] = await linesOf(viewer);
    expect(audit).toMatchObject({ properties: { machine: machine.id, source: 'wireless', nights: 2 } });
  });

  test('a correction without a change says so, in both APIs', async () => {
    const id = await night(ago(5));
    const NOTHING = 'No usage date was changed: each night already has the date that was given.';
    expect((await save([moved(id, ago(5))])).body).toEqual({ result: NOTHING });
    expect((await save([moved(id, null)])).body).toEqual({ result: NOTHING });
    const changes = [{ id: String(id), newDate: ago(5), version: ago(5) }];
    const { data } = await viewer.gql(
      'mutation ($input: ChangeUsageDatesInput!) { changeUsageDates(input: $input) { result userErrors { code } } }',
      { input: { machineId: String(machine.id), source: 'WIRELESS', changes } },
    );
    expect(data.changeUsageDates).toEqual({ result: NOTHING, userErrors: [] });
    const undo = await viewer.gql(
      'mutation ($input: UndoUsageDatesInput!) { undoUsageDates(input: $input) { result userErrors { code } } }',
      { input: { machineId: String(machine.id), source: 'WIRELESS', nightIds: [String(id)] } },
    );
    expect(undo.data.undoUsageDates).toEqual({ result: NOTHING, userErrors: [] });
    expect((await save([moved(id, ago(4))])).body).toEqual({ result: 'The usage dates were saved.' });
  });

  test('rows without a change are ignored, and a repeat changes nothing more', async () => {
    const one = await night(ago(5));
    for (const to of [null, '', ago(5), undefined]) expect((await save([moved(one, to)])).status).toBe(200);
    expect(await log()).toEqual([]);
    for (let time = 0; time < 2; time += 1)
      expect((await save([moved(one, ago(4), { record_date: ago(5) })])).status).toBe(200);
    expect(await log()).toHaveLength(1);
  });

  test('a date that another user changed since it was read is not overwritten', async () => {
    const one = await night(ago(5));
    await save([moved(one, ago(4), { record_date: ago(5) })]);
    expect(await errors(save([moved(one, ago(3), { record_date: ago(5) })]))).toEqual({
      'rows.0.record_date': ['Another user changed the date of this night. Load the rows again.'],
    });
    expect(await dates()).toEqual([ago(4)]);
  });

  test('all rows move by a day at once, also when each takes the date of the next', async () => {
    const ids = [];
    for (let day = 10; day > 2; day -= 1) {
      ids.push(await night(ago(day)));
      const twin = await night(ago(day + 20));
      await admin.query('update usage_nights set usage_date = $2 where id = $1', [twin, ago(day)]);
      ids.push(twin);
    }
    const before = await dates();
    expect((await save(ids.map((id, index) => moved(id, addDays(before[index]!, 1))))).status).toBe(200);
    expect(await dates()).toEqual(before.map((date) => addDays(date, 1)));
  });

  test.each([
    ['2026-02-30', 'Enter a valid date.'],
    ['2025-02-29', 'Enter a valid date.'],
    ['13/45/2026', 'Enter a valid date.'],
    ['not a number', 'Enter a valid date.'],
    ['NaN', 'Enter a valid date.'],
    ['100000', 'Enter a valid date.'],
    [0, 'Enter a valid date.'],
    [20_260_101, 'Enter a valid date.'],
    [{}, 'Enter a valid date.'],
  ])('%j is no date', async (to, message) => {
    expect(await errors(save([moved(await night(ago(5)), to)]))).toEqual({ 'rows.0.new_usage_date': [message] });
  });

  test('a date in the future is refused, and today is not', async () => {
    const one = await night(ago(5));
    expect(await errors(save([moved(one, addDays(today(), 1))]))).toEqual({
      'rows.0.new_usage_date': ['The date is in the future. Enter today or an earlier date.'],
    });
    expect((await save([moved(one, today())])).status).toBe(200);
  });

  test('a date is at most 7305 days from the recorded one: 100,000 days are refused', async () => {
    const one = await night(ago(5));
    const shown = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
    for (const days of [7306, 100_000]) {
      const to = addDays(ago(5), -days);
      expect(await errors(save([moved(one, to)]))).toEqual({
        'rows.0.new_usage_date': [
          `${shown(to)} is more than 7,305 days from the date that the device recorded. Choose a nearer date.`,
        ],
      });
    }
    expect((await save([moved(one, addDays(ago(5), -7305))])).status).toBe(200);
  });

  test.each([
    { what: 'a leap day', night: '2024-02-28', next: '2024-02-29' },
    { what: 'the end of February without one', night: '2025-02-28', next: '2025-03-01' },
    { what: 'New Year', night: '2025-12-31', next: '2026-01-01' },
    { what: 'the night of 23 hours', night: '2026-03-07', next: '2026-03-08' },
    { what: 'the night of 25 hours', night: '2025-11-01', next: '2025-11-02' },
  ])('a night moves to the next date of the calendar and back: $what', async ({ night: recorded, next }) => {
    const id = await night(recorded);
    expect((await save([moved(id, next, { record_date: recorded })])).status).toBe(200);
    expect((await read()).body.data).toEqual([expect.objectContaining({ id, record_date: next })]);
    expect((await read(`?startDate=${next}&endDate=${next}`)).body.total).toBe(1);
    expect((await save([moved(id, recorded, { record_date: next })])).status).toBe(200);
    expect(await dates()).toEqual([recorded]);
    expect((await log()).map(({ old_date, new_date }) => [old_date, new_date])).toEqual([
      [recorded, next],
      [next, recorded],
    ]);
  });

  test('three rows of one request that take a free date are refused, two are not', async () => {
    const ids = [await night(ago(5)), await night(ago(6)), await night(ago(7))];
    const refused = await errors(save(ids.map((id) => moved(id, ago(20)))));
    expect(Object.keys(refused)).toEqual(['rows.0.new_usage_date', 'rows.1.new_usage_date', 'rows.2.new_usage_date']);
    expect(await dates()).toEqual([ago(5), ago(6), ago(7)]);
    expect((await save(ids.slice(1).map((id) => moved(id, ago(20))))).status).toBe(200);
    expect(await dates()).toEqual([ago(5), ago(20), ago(20)]);
  });

  test('a third row of a date is refused, counting the rows that are stored, and nothing moves', async () => {
    const [one, two, three, free] = [
      await night(ago(5)),
      await night(ago(6)),
      await night(ago(7)),
      await night(ago(8)),
    ];
    const text = `3 nights would have the date ${ago(5).slice(5, 7)}/${ago(5).slice(8)}/${ago(5).slice(0, 4)}. At most two may share a date: choose another date for the others.`;
    expect(
      await errors(save([moved(one, ago(5)), moved(two, ago(5)), moved(three, ago(5)), moved(free, ago(9))])),
    ).toEqual({
      'rows.1.new_usage_date': [text],
      'rows.2.new_usage_date': [text],
    });
    expect(await dates()).toEqual([ago(5), ago(6), ago(7), ago(8)]);
    expect((await save([moved(two, ago(5))])).status).toBe(200);
    expect(await errors(save([moved(three, ago(5))]))).toEqual({ 'rows.0.new_usage_date': [text] });
    // Of another source there may be one more.
    const qr = await night(ago(9), { source: 'qr' });
    expect((await save([moved(qr, ago(5))], viewer, 'qr')).status).toBe(200);
  });

  test('rows that are none, of another source or machine, named twice, or too many are refused', async () => {
    const one = await night(ago(5));
    const qr = await night(ago(5), { source: 'qr' });
    const unknown = { 'rows.0.id': ['This night was not found. Load the rows again.'] };
    expect(await errors(save([moved(qr, ago(4))]))).toEqual(unknown);
    expect(await errors(save([moved(999_999_999, ago(4))]))).toEqual(unknown);
    expect(await errors(save([moved(one, ago(4)), moved(one, ago(3))]))).toEqual({
      'rows.1.id': ['This night is in the rows twice. Send it once.'],
    });
    expect(await errors(viewer.rest('POST', path(), {}))).toEqual({ rows: ['Send the rows whose dates change.'] });
    expect(await errors(save([]))).toHaveProperty('rows');
    expect(await errors(viewer.rest('POST', path(), { rows: 'x' }))).toHaveProperty('rows');
    expect(await errors(viewer.rest('POST', path(), { rows: [7] }))).toEqual({
      'rows.0': ['This value is not valid. Check it.'],
    });
    const many = Array.from({ length: 501 }, () => moved(one, ago(4)));
    expect((await save(many)).status).toBe(422);
    expect(await dates()).toEqual([ago(5), ago(5)]);
  });

  test('a night follows the assignment of its new date, and both patients are recalculated', async () => {
    const next = await makePatient(viewer.orgId);
    await admin.query('update device_history set end_date = $2 where machine_id = $1', [machine.id, ago(10)]);
    await makeHistory(next, machine, { start_date: ago(10) });
    const one = await night(ago(11));
    expect((await save([moved(one, ago(10))])).status).toBe(200);
    const { rows } = await admin.query('select patient_id from usage_nights where id = $1', [one]);
    expect(rows).toEqual([{ patient_id: next.id }]);
    const jobs = await admin.query(
      `select distinct data ->> 'patientId' as id from pgboss.job where name = 'recompute-compliance' and data ->> 'patientId' = any ($1)`,
      [[String(patient.id), String(next.id)]],
    );
    expect(jobs.rowCount).toBe(2);
    const [audit] = await linesOf(viewer);
    expect(audit!.patients.toSorted()).toEqual([patient.id, next.id].toSorted());
  });

  test('a night may move to and from a date without an assignment', async () => {
    const one = await night(ago(5));
    expect((await save([moved(one, ago(70))])).status).toBe(200);
    expect((await read()).body.data).toHaveLength(1);
    expect((await save([moved(one, ago(5))])).status).toBe(200);
    expect((await log()).map(({ patient_id }) => patient_id)).toEqual([null, patient.id]);
  });

  test('500 rows move with as many statements as one', async () => {
    await admin.query(
      `insert into usage_nights (machine_org_id, machine_id, night, source, minutes)
       select $1, $2, $3::date - n, 'wireless', 300 from generate_series(1, 500) n`,
      [machine.orgId, machine.id, ago(70)],
    );
    const { rows } = await admin.query(
      'select id::int, usage_date::text as date from usage_nights where machine_id = $1 order by id',
      [machine.id],
    );
    const one = await countQueries(() => save([moved(rows[499].id, addDays(rows[499].date, -1))]));
    const body = rows.slice(0, 500).map(({ id, date }) => ({
      ...moved(id, addDays(date, -2)),
      record_date: date,
      record_no: 1,
      created: '2026-01-02T08:00:00.000Z',
      treat_minutes: 300,
      state: 1,
      editedDate: null,
      editing: false,
    }));
    body[499]!.record_date = addDays(rows[499].date, -1);
    const all = await countQueries(async () => expect((await save(body)).status).toBe(200));
    expect(all.statements).toBeLessThanOrEqual(one.statements);
    expect(await dates()).toEqual(rows.map(({ date }) => addDays(date, -2)));
    expect(await log()).toHaveLength(501);
  });
});

describe('nights of a patient that the viewer may not see', () => {
  let outsider: Ref;
  let hidden: number;
  beforeEach(async () => {
    // The machine went to a patient of another organization.
    outsider = await makePatient(await makeOrganization());
    await admin.query('update device_history set end_date = $2 where machine_id = $1', [machine.id, ago(10)]);
    await makeHistory(outsider, machine, { start_date: ago(10) });
    hidden = await night(ago(5));
  });

  test('are not shown and not changed', async () => {
    expect((await read()).body.data).toEqual([]);
    expect(await errors(save([moved(hidden, ago(20))]))).toEqual({
      'rows.0.id': ['This night was not found. Load the rows again.'],
    });
    expect(await dates()).toEqual([ago(5)]);
  });

  test('no night is moved to their dates, also not by the function of the database', async () => {
    const one = await night(ago(15));
    const refused = await errors(save([moved(one, ago(7))]));
    expect(Object.keys(refused)).toEqual(['rows.0.new_usage_date']);
    expect(refused['rows.0.new_usage_date']![0]).toMatch(/^Another patient had this device on /);
    await expect(
      asRole(viewer, 'select change_usage_dates($1, $2, $3)', [
        machine.id,
        'wireless',
        JSON.stringify([{ id: one, date: ago(7) }]),
      ]),
    ).rejects.toMatchObject({ constraint: 'usage_date_of_another_patient' });
    await expect(
      asRole(viewer, 'select change_usage_dates($1, $2, $3)', [
        machine.id,
        'wireless',
        JSON.stringify([{ id: hidden, date: ago(20) }]),
      ]),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await dates()).toEqual([ago(5), ago(15)]);
  });
});

/** Runs a statement as staff of an organization, as an injected one would. */
async function asRole(who: TestViewer, sql: string, values: unknown[]): Promise<unknown> {
  await admin.query('begin');
  try {
    await admin.query('set local role airlog_org');
    await admin.query("select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)", [
      String(who.orgId),
      String(who.userId),
    ]);
    return await admin.query(sql, values);
  } finally {
    await admin.query('rollback');
  }
}

test('the function of the database refuses users without the permission, and dates in the future', async () => {
  const one = await night(ago(5));
  const call = (who: TestViewer, date: string) =>
    asRole(who, 'select change_usage_dates($1, $2, $3)', [machine.id, 'wireless', JSON.stringify([{ id: one, date }])]);
  const other = await asViewer({ orgId: viewer.orgId, can: ['org.user.device', 'view.patient'] });
  await expect(call(other, ago(4))).rejects.toMatchObject({ code: '42501' });
  await expect(call(viewer, addDays(today(), 3))).rejects.toMatchObject({ code: '42501' });
  await expect(call(await asViewer(), ago(4))).rejects.toMatchObject({ code: '42501' });
  await expect(call(viewer, ago(4))).resolves.toBeDefined();
});

describe('two users at once', () => {
  test('of two changes of one row one is done and one refused', async () => {
    const colleague = await asViewer({ orgId: viewer.orgId });
    const one = await night(ago(5));
    const answers = await Promise.all([
      save([moved(one, ago(4), { record_date: ago(5) })]),
      save([moved(one, ago(3), { record_date: ago(5) })], colleague),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect(await log()).toHaveLength(1);
  });

  test('changes that would make a third row together are not both done', async () => {
    const colleague = await asViewer({ orgId: viewer.orgId });
    await night(ago(5));
    const [one, other] = [await night(ago(6)), await night(ago(7))];
    const answers = await Promise.all([save([moved(one, ago(5))]), save([moved(other, ago(5))], colleague)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expect((await dates()).filter((date) => date === ago(5))).toHaveLength(2);
  });

  test('of two resets of one record number the audit line of the second starts from 0', async () => {
    const one = await night(ago(5), { record_no: 6 });
    const { body } = await whileLocked(
      `select pg_advisory_xact_lock(7, ${machine.id}); update usage_nights set record_no = 0 where id = ${one}`,
      () => viewer.rest('POST', `${path()}/reset-record-no`, { row: { id: one } }),
    );
    expect(body).toEqual({ result: 'The record number was reset.' });
    expect((await linesOf(viewer)).at(-1)!.properties).toMatchObject({ recordNo: [0, 0] });
  });

  test('overlapping rows in opposite orders leave no half-done change', async () => {
    const colleague = await asViewer({ orgId: viewer.orgId });
    const ids: number[] = [];
    for (let day = 20; day > 10; day -= 1) ids.push(await night(ago(day)));
    const before = await dates();
    const by = (days: number) =>
      ids.map((id, index) => moved(id, addDays(before[index]!, days), { record_date: before[index] }));
    const answers = await Promise.all([save(by(1)), save(by(2).toReversed(), colleague)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const days = answers[0].status === 200 ? 1 : 2;
    expect(await dates()).toEqual(before.map((date) => addDays(date, days)));
    expect(await log()).toHaveLength(10);
  });
});

describe('resetting the record number', () => {
  const reset = (row: unknown, who = viewer) => who.rest('POST', `${path()}/reset-record-no`, { row });
  const numbers = async () =>
    (await admin.query('select record_no from usage_nights where machine_id = $1 order by id', [machine.id])).rows.map(
      ({ record_no }) => record_no,
    );

  test('takes the newest valid row by arrival, whose number becomes 0, and leaves an audit line', async () => {
    const old = await night(ago(5), { record_no: 5, arrived_at: '2026-01-02T08:00:00Z' });
    const newest = await night(ago(6), { record_no: 6, arrived_at: '2026-01-03T08:00:00Z' });
    const broken = await night(ago(4), { record_no: 7, arrived_at: '2026-01-04T08:00:00Z', state: 0 });
    for (const id of [old, broken, 999_999_999])
      expect(await errors(reset({ id }))).toEqual({
        row: ['Only the newest valid night can be reset. Load the rows again.'],
      });
    expect(await errors(reset(undefined))).toHaveProperty('row');
    expect((await reset({ id: newest, state: 1 })).body).toEqual({ result: 'The record number was reset.' });
    expect(await numbers()).toEqual([5, 0, 7]);
    const [audit] = await linesOf(viewer);
    expect(audit!.properties).toMatchObject({ machine: machine.id, night: String(newest), recordNo: [6, 0] });
  });

  test('needs the permission', async () => {
    const other = await asViewer({ orgId: viewer.orgId, can: ['org.user.device'] });
    expect((await reset({ id: await night(ago(5)) }, other)).status).toBe(403);
  });
});

describe('the date change audit log', () => {
  test('has the documented fields, newest first, 25 a page, by serial', async () => {
    const one = await night(ago(5));
    const qr = await night(ago(5), { source: 'qr' });
    await save([moved(one, ago(4))]);
    await save([moved(qr, ago(3))], viewer, 'qr');
    const { body } = await viewer.rest('GET', `/api/machines/device/date-change-log?serial=${machine.serial}`);
    const { email } = (await admin.query('select email from users where id = $1', [viewer.userId])).rows[0];
    const line = { id: expect.any(Number), email, ventilator_id: machine.id, created_at: expect.any(String) };
    expect(body.data).toEqual([
      {
        ...line,
        source: 'qr',
        ventilator_summary_id: null,
        ventilator_brief_summary_id: qr,
        old_record_date: ago(5),
        new_record_date: ago(3),
      },
      {
        ...line,
        source: 'wireless',
        ventilator_summary_id: one,
        ventilator_brief_summary_id: null,
        old_record_date: ago(5),
        new_record_date: ago(4),
      },
    ]);
    expect(body).toMatchObject({ total: 2, per_page: 25 });
  });

  test('is shown to users who see the machine, and a serial is required', async () => {
    const reader = await asViewer({ orgId: viewer.orgId, can: ['org.user.device', 'view.patient'] });
    const get = (who: TestViewer, serial: string) =>
      who.rest('GET', `/api/machines/device/date-change-log?serial=${serial}`);
    expect((await get(reader, machine.serial)).status).toBe(200);
    expect((await get(await asViewer(), machine.serial)).status).toBe(404);
    expect(await errors(get(viewer, ''))).toHaveProperty('serial');
  });
});

describe('GraphQL', () => {
  const CHECK = `query ($input: ChangeUsageDatesInput!) { checkChangeUsageDates(input: $input) {
    moves { nightId oldDate newDate } patients { nights patient { databaseId } before { state compliantDays nightsNeeded metOn } after { state compliantDays nightsNeeded metOn } }
    userErrors { field code message } } }`;
  const CHANGE = `mutation ($input: ChangeUsageDatesInput!) { changeUsageDates(input: $input) { machine { databaseId correctedNights } result userErrors { field code } } }`;
  const input = (changes: Row[]) => ({ input: { machineId: String(machine.id), source: 'WIRELESS', changes } });

  test('the dry run names the nights that move and compliance before and after, and writes nothing', async () => {
    // 20 nights of 21; the last one was recorded before therapy began.
    for (let day = 0; day < 20; day += 1) await night(ago(50 - day));
    const lost = await night(ago(70));
    const { data } = await viewer.gql(CHECK, input([{ id: String(lost), newDate: ago(30) }]));
    expect(data.checkChangeUsageDates).toEqual({
      moves: [{ nightId: String(lost), oldDate: ago(70), newDate: ago(30) }],
      patients: [
        {
          nights: 1,
          patient: { databaseId: patient.id },
          // Without the lost night the next window to meet the rule begins after the nights so far.
          before: {
            state: expect.stringMatching(/^(IN_PROGRESS|AT_RISK)$/),
            compliantDays: 0,
            nightsNeeded: 21,
            metOn: null,
          },
          after: { state: 'MET', compliantDays: 21, nightsNeeded: 0, metOn: ago(30) },
        },
      ],
      userErrors: [],
    });
    expect(await log()).toEqual([]);
    const unchosen = await viewer.gql(CHECK, { input: { machineId: String(machine.id), changes: [] } });
    expect(unchosen.data.checkChangeUsageDates.userErrors).toEqual([
      { field: 'source', code: 'usage_dates.source', message: 'You must select a source "Wireless" or "QR+"' },
    ]);
    const refused = await viewer.gql(CHECK, input([{ id: String(lost), newDate: addDays(today(), 9) }]));
    expect(refused.data.checkChangeUsageDates).toMatchObject({
      moves: [],
      patients: [],
      userErrors: [
        {
          field: 'changes.0.newDate',
          code: 'date.future',
          message: 'The date is in the future. Enter today or an earlier date.',
        },
      ],
    });
  });

  test('a change of 500 rows is one mutation, and an undo is a logged change back', async () => {
    await admin.query(
      `insert into usage_nights (machine_org_id, machine_id, night, source, minutes)
       select $1, $2, $3::date - n, 'wireless', 300 from generate_series(1, 500) n`,
      [machine.orgId, machine.id, ago(70)],
    );
    const { rows } = await admin.query(
      'select id::int, usage_date::text as date from usage_nights where machine_id = $1 order by id',
      [machine.id],
    );
    const changes = rows.map(({ id, date }) => ({ id: String(id), newDate: addDays(date, 1), version: date }));
    const { data } = await viewer.gql(CHANGE, input(changes));
    expect(data.changeUsageDates).toEqual({
      machine: { databaseId: machine.id, correctedNights: 500 },
      result: 'The usage dates were saved.',
      userErrors: [],
    });
    const undone = await viewer.gql(
      `mutation ($input: UndoUsageDatesInput!) { undoUsageDates(input: $input) { machine { correctedNights } userErrors { code } } }`,
      { input: { machineId: String(machine.id), source: 'WIRELESS', nightIds: rows.map(({ id }) => String(id)) } },
    );
    expect(undone.data.undoUsageDates).toEqual({ machine: { correctedNights: 0 }, userErrors: [] });
    expect(await dates()).toEqual(rows.map(({ date }) => date));
    expect(await log()).toHaveLength(1000);
  });

  test('the machine has its nights of all sources by date, how many are corrected, and its audit log', async () => {
    const one = await night(ago(5), { record_no: 4 });
    await night(ago(7), { source: 'sd' });
    await save([moved(one, ago(8))]);
    const { data } = await viewer.gql(
      `query ($id: ID!) { machine(id: $id) { correctedNights viewerCanChangeUsageDates
         usage(orderBy: RECORD_DATE, limit: 10) { total from to rows { databaseId date recordedDate corrected source recordNo } }
         usageDateChanges { total rows { email source night oldDate newDate } } } }`,
      { id: String(machine.id) },
    );
    expect(data.machine).toMatchObject({
      correctedNights: 1,
      viewerCanChangeUsageDates: true,
      usage: {
        total: 2,
        from: 1,
        to: 2,
        rows: [
          { date: ago(7), corrected: false, source: 'SD' },
          {
            databaseId: String(one),
            date: ago(8),
            recordedDate: ago(5),
            corrected: true,
            source: 'WIRELESS',
            recordNo: 4,
          },
        ],
      },
      usageDateChanges: { total: 1, rows: [{ source: 'WIRELESS', night: ago(5), oldDate: ago(5), newDate: ago(8) }] },
    });
    const reader = await asViewer({ orgId: viewer.orgId, can: ['org.user.device', 'view.patient'] });
    const read = await reader.gql('query ($id: ID!) { machine(id: $id) { viewerCanChangeUsageDates } }', {
      id: String(machine.id),
    });
    expect(read.data.machine.viewerCanChangeUsageDates).toBe(false);
    const { data: reset } = await viewer.gql(
      'mutation ($input: ResetRecordNoInput!) { resetRecordNo(input: $input) { result userErrors { field code } } }',
      { input: { machineId: String(machine.id), nightId: String(one) } },
    );
    expect(reset.resetRecordNo).toEqual({ result: 'The record number was reset.', userErrors: [] });
  });
});
