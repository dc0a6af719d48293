import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { countQueries } from '../../test/count-queries.ts';
import { linesOf } from '../../test/audit-lines.ts';
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

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format(new Date());
/** A date this many days ago. */
const ago = (days: number) => addDays(today, -days);

const COMPLIANCE = 'state compliantDays nightsNeeded windowStart windowEnd metOn';
const IMPACT = `impact {
  moves { from { databaseId } fromHidden to { databaseId } nights firstDate lastDate }
  patients { nights patient { databaseId } before { ${COMPLIANCE} } after { ${COMPLIANCE} } } }`;
const CHECK_UPDATE = `query ($input: UpdateDeviceInput!, $only: [String!]) { checkUpdateDevice(input: $input, only: $only) { userErrors { code } ${IMPACT} } }`;
const CHECK_ASSIGN = `query ($input: AssignDeviceInput!) { checkAssignDevice(input: $input) { userErrors { code } ${IMPACT} } }`;
const UPDATE =
  'mutation ($input: UpdateDeviceInput!) { updateDevice(input: $input) { userErrors { code } deviceHistory { databaseId } } }';
const ASSIGN =
  'mutation ($input: AssignDeviceInput!) { assignDevice(input: $input) { userErrors { code } deviceHistory { databaseId } } }';

let viewer: TestViewer;
let patient: Ref;
let machine: Awaited<ReturnType<typeof makeMachine>>;
let id: number;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { last_name: 'Moss', therapy_start: ago(60) });
  machine = await makeMachine(viewer.orgId);
  id = await makeHistory(patient, machine, { start_date: ago(30) });
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
const nights = async (from: number, to: number) => {
  for (let days = from; days >= to; days -= 1) await night(ago(days));
};
const update = (values: Record<string, unknown>) => ({
  input: { deviceHistoryId: String(id), startDate: ago(30), ...values },
});
const checkUpdate = async (values: Record<string, unknown>, only?: string[]) =>
  (await viewer.gql(CHECK_UPDATE, { ...update(values), only })).data.checkUpdateDevice;
const assignment = (to: Ref, startDate: string) => ({
  input: { patientId: String(to.id), serialNumber: machine.serial, startDate },
});
const moved = (from: Ref | null, to: Ref | null, count: number, firstDate: string, lastDate: string) => ({
  from: from && { databaseId: from.id },
  fromHidden: false,
  to: to && { databaseId: to.id },
  nights: count,
  firstDate,
  lastDate,
});

describe('the check of changed dates', () => {
  test('counts the nights that come with an earlier start, and has compliance before and after', async () => {
    await nights(40, 31); // before the assignment
    await nights(30, 20);
    expect(await checkUpdate({ startDate: ago(40) })).toEqual({
      userErrors: [],
      impact: {
        moves: [moved(null, patient, 10, ago(40), ago(31))],
        patients: [
          {
            nights: 10,
            patient: { databaseId: patient.id },
            before: expect.objectContaining({ state: 'IN_PROGRESS', metOn: null }),
            after: {
              state: 'MET',
              compliantDays: 21,
              nightsNeeded: 0,
              windowStart: ago(49),
              windowEnd: ago(20),
              metOn: ago(20),
            },
          },
        ],
      },
    });
    expect((await admin.query('select start_date::text from device_history where id = $1', [id])).rows).toEqual([
      { start_date: ago(30) },
    ]);
  });

  test('counts the nights that an end leaves to no patient, from the end date on', async () => {
    await nights(30, 10);
    const { impact } = await checkUpdate({ endDate: ago(15) });
    expect(impact.moves).toEqual([moved(patient, null, 6, ago(15), ago(10))]);
    expect(impact.patients).toMatchObject([{ nights: 6, before: { state: 'MET' }, after: { metOn: null } }]);
  });

  test('is empty when nothing moves, and null when it is refused or checks some fields only', async () => {
    await nights(30, 28);
    for (const values of [{}, { startDate: ago(32) }, { endDate: ago(27) }])
      expect(await checkUpdate(values)).toEqual({ userErrors: [], impact: { moves: [], patients: [] } });
    expect((await checkUpdate({ startDate: ago(29) }, ['startDate'])).impact).toBeNull();
    expect(await checkUpdate({ startDate: ago(29), endDate: ago(31) })).toEqual({
      userErrors: [{ code: 'device.end_before_start' }],
      impact: null,
    });
  });

  test('takes as many statements for 1,500 nights as for one, and its audit line names whose nights move', async () => {
    await night(ago(31));
    const one = await countQueries(() => checkUpdate({ startDate: ago(31) }));
    await admin.query(
      `insert into usage_nights (machine_org_id, machine_id, night, source, minutes)
       select $1, $2, $3::date - n, 'wireless', 300 from generate_series(2, 1500) n`,
      [machine.orgId, machine.id, ago(30)],
    );
    await admin.query('update patients set therapy_start = null where id = $1', [patient.id]);
    const all = await countQueries(() => checkUpdate({ startDate: ago(1530) }));
    expect(all.result.impact.moves).toEqual([moved(null, patient, 1500, ago(1530), ago(31))]);
    expect(all.result.impact.patients).toMatchObject([
      { before: { state: 'NO_THERAPY_START' }, after: { state: 'NO_THERAPY_START', windowStart: null } },
    ]);
    expect(all.statements).toBe(one.statements);
    expect((await linesOf(viewer)).map(({ patients }) => patients)).toContainEqual([patient.id]);
  });
});

describe('the check of a new assignment', () => {
  let next: Ref;
  beforeEach(async () => {
    next = await makePatient(viewer.orgId, { last_name: 'Ash', therapy_start: ago(60) });
    await nights(30, 26);
  });
  const checkAssign = async (who = viewer, startDate = ago(28)) =>
    (await who.gql(CHECK_ASSIGN, assignment(next, startDate))).data.checkAssignDevice;

  test('counts the nights of a deleted assignment, which come from its patient', async () => {
    await admin.query('delete from device_history where id = $1', [id]);
    const { impact } = await checkAssign();
    expect(impact.moves).toEqual([moved(patient, next, 3, ago(28), ago(26))]);
    expect(impact.patients).toMatchObject([
      { nights: 3, patient: { databaseId: next.id } },
      { nights: 3, patient: { databaseId: patient.id } },
    ]);
  });

  test('never names a patient that the viewer may not see, and counts their nights', async () => {
    const outsider = await makePatient(await makeOrganization(), { last_name: 'Elsewhere', therapy_start: ago(60) });
    await admin.query('update device_history set end_date = start_date where id = $1', [id]);
    const other = await makeHistory(outsider, machine, { start_date: ago(30) });
    await admin.query('delete from device_history where id = $1', [other]);
    const answer = await viewer.gql(CHECK_ASSIGN, assignment(next, ago(28)));
    expect(answer.data.checkAssignDevice.impact).toMatchObject({
      moves: [{ ...moved(null, next, 3, ago(28), ago(26)), fromHidden: true }],
      patients: [{ nights: 3, patient: { databaseId: next.id } }],
    });
    expect(JSON.stringify(answer)).not.toMatch(/Elsewhere/);
    await viewer.gql(ASSIGN, assignment(next, ago(28)));
    expect(
      (await admin.query('select count(*)::int as n from usage_nights where patient_id = $1', [next.id])).rows,
    ).toEqual([{ n: 3 }]);
  });

  test('that is refused says nothing about nights', async () => {
    expect(await checkAssign()).toEqual({ userErrors: [{ code: 'device-already-connected' }], impact: null });
  });
});

describe('the function of the database', () => {
  /** Calls it as staff of an organization, as an injected statement would. */
  async function asRole(who: TestViewer): Promise<unknown> {
    await admin.query('begin');
    try {
      await admin.query('set local role airlog_org');
      await admin.query("select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)", [
        String(who.orgId),
        String(who.userId),
      ]);
      return (
        await admin.query('select * from nights_moving($1, $2, null, $3, null)', [machine.id, patient.id, ago(40)])
      ).rows;
    } finally {
      await admin.query('rollback');
    }
  }

  test('refuses users without a permission for assignments, and those of other organizations', async () => {
    await night(ago(35));
    expect(await asRole(viewer)).toHaveLength(1);
    const reader = await asViewer({ orgId: viewer.orgId, can: ['org.user.device', 'view.patient'] });
    await expect(asRole(reader)).rejects.toMatchObject({ code: '42501' });
    await expect(asRole(await asViewer())).rejects.toMatchObject({ code: '42501' });
  });
});

test('what a check says is what the write does', async () => {
  const offset = fc.integer({ min: 1, max: 29 });
  const held = () =>
    admin
      .query<{ id: string; date: string; holder: number | null }>(
        'select id::text, usage_date::text as date, patient_id as holder from usage_nights where machine_id = $1 order by usage_date, id',
        [machine.id],
      )
      .then(({ rows }) => rows);
  const compliance = async ({ id: patientId }: { id: number }) =>
    (
      await viewer.gql(`query ($id: ID!) { patient(id: $id) { compliance { ${COMPLIANCE} } } }`, {
        id: String(patientId),
      })
    ).data.patient.compliance;

  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          days: offset,
          source: fc.constantFrom('wireless', 'sd', 'qr'),
          minutes: fc.constantFrom(0, 239, 240, 1440),
          state: fc.constantFrom(0, 1, 1, 1),
        }),
        { minLength: 5, maxLength: 25 },
      ),
      fc.array(fc.tuple(offset, fc.option(fc.integer({ min: 0, max: 29 })), fc.boolean()), {
        minLength: 2,
        maxLength: 3,
      }),
      async (reported, changes) => {
        machine = await makeMachine(viewer.orgId);
        const people = [
          await makePatient(viewer.orgId, { therapy_start: ago(29) }),
          await makePatient(viewer.orgId, { therapy_start: ago(20) }),
        ];
        const seen = new Set<string>();
        for (const { days, ...values } of reported)
          if (!seen.has(`${days} ${values.source}`)) {
            seen.add(`${days} ${values.source}`);
            await night(ago(days), values);
          }
        id = await makeHistory(people[0]!, machine, { start_date: ago(25) });
        let holder = 0;
        for (const [start, length, isHandedOver] of changes) {
          // Handed over: deleted, so that its nights stay with the patient until the next one has the device.
          if (isHandedOver) {
            await admin.query('delete from device_history where id = $1', [id]);
            holder = 1 - holder;
          }
          const dates = { startDate: ago(start), endDate: length === null ? null : ago(Math.min(start, length)) };
          const input = isHandedOver ? assignment(people[holder]!, ago(start)) : update(dates);
          const check = (await viewer.gql(isHandedOver ? CHECK_ASSIGN : CHECK_UPDATE, input)).data;
          const { userErrors, impact } = check.checkAssignDevice ?? check.checkUpdateDevice;
          const was = await held();
          const done = (await viewer.gql(isHandedOver ? ASSIGN : UPDATE, input)).data;
          const answer = done.assignDevice ?? done.updateDevice;
          expect([answer.userErrors, was.length]).toEqual([userErrors, seen.size]);
          if (userErrors.length > 0) return;
          id = answer.deviceHistory.databaseId;
          const now = new Map((await held()).map((row) => [row.id, row.holder]));
          const ways = Map.groupBy(
            was.filter((row) => row.holder !== now.get(row.id)),
            (row) => `${row.holder} ${now.get(row.id)}`,
          );
          expect(impact.moves).toEqual(
            [...ways.values()].map((rows) => ({
              from: rows[0]!.holder && { databaseId: rows[0]!.holder },
              fromHidden: false,
              to: now.get(rows[0]!.id) ? { databaseId: now.get(rows[0]!.id) } : null,
              nights: rows.length,
              firstDate: rows[0]!.date,
              lastDate: rows.at(-1)!.date,
            })),
          );
          for (const concerned of impact.patients)
            expect(concerned.after).toEqual(await compliance({ id: concerned.patient.databaseId }));
        }
      },
    ),
    { numRuns: 6 },
  );
});
