import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { linesOf } from '../../test/audit-lines.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { recomputeComplianceJob } from '../compliance/compliance.jobs.ts';
import { addDays } from '../shared/dates.ts';

// The nights of a deleted assignment stay with its patient (decisions/069): what a correction of their date does, and its
// undo (decisions/072).

usePortalHere();

const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format(new Date());
/** A date this many days ago. */
const ago = (days: number) => addDays(today(), -days);

const COMPLIANCE = 'state compliantDays nightsNeeded windowStart windowEnd metOn';
const CHECK = `query ($input: ChangeUsageDatesInput!) { checkChangeUsageDates(input: $input) {
  patients { nights patient { databaseId } before { ${COMPLIANCE} } after { ${COMPLIANCE} } } userErrors { field code } } }`;
const CHANGE =
  'mutation ($input: ChangeUsageDatesInput!) { changeUsageDates(input: $input) { userErrors { field code } } }';
const UNDO = 'mutation ($input: UndoUsageDatesInput!) { undoUsageDates(input: $input) { userErrors { field code } } }';
const OF_ANOTHER = [{ field: 'changes.0.newDate', code: 'usage_date.of_another' }];

type Move = [id: number, to: string];

let viewer: TestViewer;
let patient: Ref;
let machine: Awaited<ReturnType<typeof makeMachine>>;
let assignment: number;
let last: number;

// 21 compliant nights within 30 days: the rule is met with the last one, which overrules a QR+ night.
beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { therapy_start: ago(60) });
  machine = await makeMachine(viewer.orgId);
  assignment = await makeHistory(patient, machine, { start_date: ago(60) });
  for (let days = 50; days > 30; days -= 1) await night(ago(days));
  await night(ago(30), { source: 'qr', minutes: 100 });
  last = await night(ago(30));
});

const night = (date: string, values: Record<string, unknown> = {}) =>
  make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: date,
    source: 'wireless',
    minutes: 300,
    ...values,
  });
const remove = async (history = assignment, of = patient) =>
  expect((await viewer.rest('DELETE', `/api/patients/${of.id}/devices/${history}`)).status).toBe(204);
const input = (moves: Move[]) => ({
  input: {
    machineId: String(machine.id),
    source: 'WIRELESS',
    changes: moves.map(([id, newDate]) => ({ id: String(id), newDate })),
  },
});
const check = async (moves: Move[], who = viewer) => (await who.gql(CHECK, input(moves))).data.checkChangeUsageDates;
const correct = async (...moves: Move[]) =>
  expect((await viewer.gql(CHANGE, input(moves))).data.changeUsageDates.userErrors).toEqual([]);
const undo = async (ids: number[], who = viewer) =>
  (
    await who.gql(UNDO, {
      input: { machineId: String(machine.id), source: 'WIRELESS', nightIds: ids.map(String) },
    })
  ).data.undoUsageDates.userErrors;
/** The patients in the audit line of the undo. */
const auditedOfUndo = async () =>
  (await linesOf(viewer))
    .find(({ operation }) => operation === 'Mutation.undoUsageDates')!
    .patients.toSorted((one, other) => one - other);
/** Whose nights these are, in the order of their ids. */
const ownersOf = async (...ids: number[]) =>
  (
    await admin.query<{ id: number | null }>(
      'select patient_id as id from usage_nights where id = any ($1) order by usage_nights.id',
      [ids],
    )
  ).rows.map(({ id }) => id);
const complianceOf = async ({ id }: Ref) =>
  (await viewer.gql(`query ($id: ID!) { patient(id: $id) { compliance { ${COMPLIANCE} } } }`, { id: String(id) })).data
    .patient.compliance;
/** All that is stored about the nights of the machine, and what is derived from them for their patients. */
const stored = async (...people: Ref[]) => {
  for (const { id } of people) await runJob(recomputeComplianceJob, { patientId: id });
  const ids = people.map(({ id }) => id);
  const [nights, patients, results] = [
    await admin.query('select * from usage_nights where machine_id = $1 order by id', [machine.id]),
    await admin.query(
      'select id, last_report::text, compliance_met_on::text from patients where id = any ($1) order by id',
      [ids],
    ),
    await admin.query(
      "select to_jsonb(r) - '{id,computed_at}'::text[] as result from compliance_results r where patient_id = any ($1) order by patient_id",
      [ids],
    ),
  ];
  return { nights: nights.rows, patients: patients.rows, results: results.rows };
};

/** Runs a statement about moves as staff of an organization, as an injected one would, and takes it back. */
async function asRole(who: TestViewer, sql: string, moves: Move[]): Promise<unknown[]> {
  await admin.query('begin');
  try {
    await admin.query("select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)", [
      String(who.orgId),
      String(who.userId),
    ]);
    await admin.query('set local role airlog_org');
    return (await admin.query(sql, [machine.id, JSON.stringify(moves.map(([id, date]) => ({ id, date })))])).rows;
  } finally {
    await admin.query('rollback');
  }
}
const changed = (who: TestViewer, moves: Move[]) => asRole(who, "select change_usage_dates($1, 'wireless', $2)", moves);
const returning = (who: TestViewer, moves: Move[]) => asRole(who, 'select holder from nights_returning($1, $2)', moves);

/** What the dry run says about each patient: the date on which the rule is met, before and after. */
const metOn = async (moves: Move[]) => {
  const { patients, userErrors } = await check(moves);
  expect(userErrors).toEqual([]);
  return patients.map(({ nights, patient: { databaseId }, before, after }: Forecast) => [
    databaseId,
    nights,
    before.metOn,
    after.metOn,
  ]);
};
interface Forecast {
  nights: number;
  patient: { databaseId: number };
  before: { metOn: string | null };
  after: { metOn: string | null };
}

describe('a night of a deleted assignment', () => {
  test('leaves its patient for a date that no assignment covers, and an undo gives it back as it was', async () => {
    await remove();
    const was = await stored(patient);
    expect(was.patients).toEqual([{ id: patient.id, last_report: ago(30), compliance_met_on: ago(30) }]);

    expect(await metOn([[last, ago(29)]])).toEqual([[patient.id, 1, ago(30), null]]);
    const rows = [{ id: last, new_usage_date: ago(29), record_date: ago(30) }];
    const path = `/api/machines/${machine.id}/usage/date-change-utility/wireless`;
    expect((await viewer.rest('POST', path, { rows })).status).toBe(200);
    expect(await ownersOf(last)).toEqual([null]);
    expect(await complianceOf(patient)).toMatchObject({ metOn: null });

    expect(await metOn([[last, ago(30)]])).toEqual([[patient.id, 1, null, ago(30)]]);
    expect(await undo([last])).toEqual([]);
    expect(await auditedOfUndo()).toEqual([patient.id]);
    expect(await stored(patient)).toEqual(was);
    const log = await admin.query(
      'select old_date::text, new_date::text, org_id, patient_id from usage_date_changes order by id desc limit 2',
    );
    expect(log.rows).toEqual([
      { old_date: ago(29), new_date: ago(30), org_id: patient.orgId, patient_id: patient.id },
      { old_date: ago(30), new_date: ago(29), org_id: null, patient_id: null },
    ]);
  });

  test('goes to the patient who had the device on the new date, and an undo gives it back as it was', async () => {
    await remove();
    const next = await makePatient(viewer.orgId, { therapy_start: ago(29) });
    await makeHistory(next, machine, { start_date: ago(29) });
    for (let days = 29; days > 9; days -= 1) await night(ago(days));
    const was = await stored(patient, next);
    const of = (forecast: unknown[]) => expect.arrayContaining([forecast]);
    const there = await metOn([[last, ago(9)]]);
    expect(there).toEqual(of([patient.id, 1, ago(30), null]));
    expect(there).toEqual(of([next.id, 1, null, ago(9)]));
    await correct([last, ago(9)]);
    expect(await ownersOf(last)).toEqual([next.id]);
    expect((await complianceOf(patient)).metOn).toBeNull();
    expect((await complianceOf(next)).metOn).toBe(ago(9));

    const back = await metOn([[last, ago(30)]]);
    expect(back).toEqual(of([patient.id, 1, null, ago(30)]));
    expect(back).toEqual(of([next.id, 1, ago(9), null]));
    expect(await undo([last])).toEqual([]);
    expect(await auditedOfUndo()).toEqual([patient.id, next.id]);
    expect(await stored(patient, next)).toEqual(was);
  });

  test('is of its patient again also when it returns to a corrected date', async () => {
    const lost = await night(ago(90));
    await correct([lost, ago(29)]);
    await remove();
    expect(await undo([lost])).toEqual([]);
    expect(await ownersOf(lost)).toEqual([null]);
    await correct([lost, ago(29)]);
    expect(await ownersOf(lost)).toEqual([patient.id]);
  });

  test('returns for the date that it had then, and for no other one', async () => {
    await remove();
    for (const date of [ago(29), ago(28), ago(31)]) {
      await correct([last, date]);
      expect([date, await ownersOf(last)]).toEqual([date, [null]]);
    }
    await correct([last, ago(30)]);
    expect(await ownersOf(last)).toEqual([patient.id]);
  });

  test('stays with its patient when its record number is reset, also after an undo', async () => {
    await admin.query('update usage_nights set record_no = 7, arrived_at = now() where id = $1', [last]);
    await remove();
    await correct([last, ago(29)]);
    expect(await undo([last])).toEqual([]);
    const was = await stored(patient);
    const { data } = await viewer.gql(
      'mutation ($input: ResetRecordNoInput!) { resetRecordNo(input: $input) { userErrors { field code } } }',
      { input: { machineId: String(machine.id), nightId: String(last) } },
    );
    expect(data.resetRecordNo.userErrors).toEqual([]);
    await admin.query('update usage_nights set record_no = 7 where id = $1', [last]);
    expect(await stored(patient)).toEqual(was);
  });

  test('is not moved back to a date that two other nights have by now', async () => {
    const other = await night(ago(70));
    const third = await night(ago(71));
    await remove();
    await correct([last, ago(29)]);
    await correct([other, ago(30)], [third, ago(30)]);
    expect(await undo([last])).toEqual([{ field: 'changes.0.newDate', code: 'usage_date.taken' }]);
    expect(await ownersOf(last)).toEqual([null]);
  });
});

describe('a night that an undo moves back has the patient whose it would be had it stayed:', () => {
  let next: Ref;
  beforeEach(async () => {
    next = await makePatient(viewer.orgId);
    await correct([last, ago(100)]);
  });
  const end = (history: number, days: number) =>
    admin.query('update device_history set end_date = $2 where id = $1', [history, ago(days)]);
  const assignNext = async () => {
    await remove();
    return makeHistory(next, machine, { start_date: ago(35), end_date: ago(20) });
  };

  test.each<[string, () => Promise<unknown>, () => number | null]>([
    ['its own, of an assignment that covers the date', () => Promise.resolve(), () => patient.id],
    ['its own, of an assignment that was deleted since', () => remove(), () => patient.id],
    ['none, since the assignment ended before the date', () => end(assignment, 40), () => null],
    ['none, also when that was deleted then', () => end(assignment, 40).then(() => remove()), () => null],
    ['another one, who was assigned the device since', assignNext, () => next.id],
    ['the other one, whose assignment was deleted too', async () => remove(await assignNext(), next), () => next.id],
    ['none, since the other assignment ended before the date', async () => end(await assignNext(), 31), () => null],
  ])('%s', async (_whose, happens, owner) => {
    await happens();
    expect(await undo([last])).toEqual([]);
    expect(await ownersOf(last)).toEqual([owner()]);
  });
});

describe('a patient that the viewer may not see', () => {
  test('gets no night back by an undo: the dry run, the undo and the function of the database refuse it', async () => {
    const outsider = await makePatient(await makeOrganization());
    await admin.query('update device_history set end_date = $2 where id = $1', [assignment, ago(40)]);
    const hidden = await makeHistory(outsider, machine, { start_date: ago(35) });
    await admin.query('delete from device_history where id = $1', [hidden]);
    const was = await admin.query('select * from usage_nights where machine_id = $1 order by id', [machine.id]);
    await admin.query('update usage_nights set usage_date = $2 where id = $1', [last, ago(45)]);
    expect(await ownersOf(last)).toEqual([patient.id]);

    expect(await check([[last, ago(30)]])).toEqual({ patients: [], userErrors: OF_ANOTHER });
    expect(await undo([last])).toEqual(OF_ANOTHER);
    await expect(changed(viewer, [[last, ago(30)]])).rejects.toMatchObject({
      code: '23514',
      constraint: 'usage_date_of_another_patient',
    });
    expect(await ownersOf(last)).toEqual([patient.id]);

    const support = await asViewer({ kind: 'support' });
    expect(await undo([last], support)).toEqual([]);
    expect(
      (await admin.query('select * from usage_nights where machine_id = $1 order by id', [machine.id])).rows,
    ).toEqual(was.rows);
  });

  test('is named to no caller of the function that finds the nights which return', async () => {
    const call = (who: TestViewer) => returning(who, [[last, ago(30)]]);
    await remove();
    await correct([last, ago(29)]);
    expect(await call(viewer)).toEqual([{ holder: patient.id }]);
    const elsewhere = await makePatient(await makeOrganization());
    await admin.query('update usage_night_returns set patient_id = $2 where night_id = $1', [last, elsewhere.id]);
    expect(await call(viewer)).toEqual([{ holder: null }]);
    const reader = await asViewer({ orgId: viewer.orgId, can: ['org.user.device', 'view.patient'] });
    await expect(call(reader)).rejects.toMatchObject({ code: '42501' });
    await expect(call(await asViewer())).rejects.toMatchObject({ code: '42501' });
    // A night that the caller may not see.
    await admin.query('update usage_nights set org_id = $2, patient_id = $3 where id = $1', [
      last,
      elsewhere.orgId,
      elsewhere.id,
    ]);
    expect(await call(viewer)).toEqual([]);
  });
});

test('what the dry run says is what the correction does, and its undo', async () => {
  const day = fc.integer({ min: 1, max: 12 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.record({ what: fc.constant('assign' as const), who: fc.nat(2), from: day, length: day }),
          fc.record({ what: fc.constant('remove' as const), nth: fc.nat(2) }),
          fc.record({
            what: fc.constant('move' as const),
            nights: fc.array(fc.tuple(fc.nat(5), day), { maxLength: 3 }),
          }),
          fc.record({ what: fc.constant('undo' as const), nights: fc.uniqueArray(fc.nat(5), { maxLength: 3 }) }),
        ),
        { minLength: 8, maxLength: 16 },
      ),
      async (history) => {
        machine = await makeMachine(viewer.orgId);
        const people = [
          await makePatient(viewer.orgId, { therapy_start: ago(12) }),
          await makePatient(viewer.orgId, { therapy_start: ago(10) }),
          await makePatient(await makeOrganization(), { therapy_start: ago(12) }),
        ];
        const histories: number[] = [];
        const ids: number[] = [];
        for (let nth = 0; nth < 6; nth += 1) ids.push(await night(ago(2 * nth + 1)));
        for (let nth = 0; nth < 6; nth += 1) await night(ago(2 * nth + 1), { source: 'qr', minutes: 250 });
        for (const step of history) {
          if (step.what === 'assign') {
            const range = { start_date: ago(step.from), end_date: ago(Math.max(0, step.from - step.length)) };
            // An assignment over another one is refused.
            const made = await makeHistory(people[step.who]!, machine, range).catch(() => null);
            if (made) histories.push(made);
          } else if (step.what === 'remove') {
            await admin.query('delete from device_history where id = $1', [histories[step.nth] ?? 0]);
          } else {
            const moves: Move[] =
              step.what === 'move'
                ? [...new Map(step.nights)].map(([nth, to]) => [ids[nth]!, ago(to)])
                : step.nights.map((nth) => [ids[nth]!, ago(2 * nth + 1)]);
            await compared(moves, people.slice(0, 2));
          }
        }
      },
    ),
    { numRuns: 8 },
  );

  /** Compares the dry run with the function of the database and with what the change stores. */
  async function compared(moves: Move[], people: Ref[]): Promise<void> {
    const owners = () =>
      admin
        .query<{ id: number; patient: number | null }>(
          'select id::int, patient_id as patient from usage_nights where machine_id = $1',
          [machine.id],
        )
        .then(({ rows }) => new Map(rows.map(({ id, patient: of }) => [id, of])));
    const seen = new Set(
      (await viewer.rest('GET', `/api/machines/${machine.id}/usage/date-change-utility/wireless`)).body.data.map(
        ({ id }: { id: number }) => id,
      ),
    );
    const mine = moves.filter(([id]) => seen.has(id));
    if (mine.length === 0) return;
    const was = await Promise.all(people.map(complianceOf));
    const { patients, userErrors } = await check(mine);
    const isRefused = await changed(viewer, mine).then(
      () => false,
      ({ code }: { code: string }) => code === '23514',
    );
    expect(isRefused).toBe(userErrors.length > 0);
    const [before, log] = [await owners(), await admin.query('select max(id) as id from usage_date_changes')];
    const { data } = await viewer.gql(CHANGE, input(mine));
    expect(data.changeUsageDates.userErrors).toEqual(userErrors);
    if (userErrors.length > 0) return;
    const after = await owners();
    const { rows: changes } = await admin.query<{ id: number }>(
      'select night_id::int as id from usage_date_changes where id > coalesce($1, 0)',
      [log.rows[0].id],
    );
    const ids = new Set(changes.map(({ id }) => id));
    for (const [index, person] of people.entries()) {
      const said = patients.find(({ patient: of }: { patient: { databaseId: number } }) => of.databaseId === person.id);
      const is = await complianceOf(person);
      const concerned = mine.filter(
        ([id]) => ids.has(id) && (before.get(id) === person.id || after.get(id) === person.id),
      );
      if (said) expect(said).toMatchObject({ nights: concerned.length, before: was[index], after: is });
      else expect([concerned, is]).toEqual([[], was[index]]);
    }
  }
});
