import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
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

const READ = `query ($id: ID!, $asOf: Date) { patient(id: $id) { compliance(asOf: $asOf) {
  state compliantDays metOn correctedNights ledger { date minutes source corrected } } } }`;
const CHANGE =
  'mutation ($input: ChangeUsageDatesInput!) { changeUsageDates(input: $input) { userErrors { code message } } }';

const START = '2026-01-01';
const day = (number: number) => addDays(START, number - 1);

let viewer: TestViewer;
let patient: Ref;
let machine: Ref;
let assignment: number;

beforeEach(async () => {
  viewer = await asViewer();
  patient = await makePatient(viewer.orgId, { therapy_start: START });
  machine = await makeMachine(viewer.orgId);
  assignment = await makeHistory(patient, machine, { start_date: START });
});

const wear = (number: number, more: Record<string, unknown> = {}) =>
  make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: day(number),
    source: 'wireless',
    minutes: 300,
    arrived_at: `${day(number + 1)}T12:00:00Z`,
    ...more,
  });
const read = async (asOf: string | undefined, of = patient, who = viewer) =>
  (await who.gql(READ, { id: String(of.id), asOf })).data.patient.compliance;
/** The nights of the period that had data on a date, as days of therapy. */
const daysKnown = async (asOf: string | undefined, of = patient) =>
  (await read(asOf, of)).ledger
    .filter(({ minutes }: { minutes: number | null }) => minutes !== null)
    .map(({ date }: { date: string }) => date)
    .toReversed();

/** Moves nights, and dates the lines of the log and what the nights were until then at noon of a day of therapy. */
async function correct(on: number, source: 'WIRELESS' | 'QR', ...moves: [id: number, to: string][]): Promise<void> {
  const changes = moves.map(([id, newDate]) => ({ id: String(id), newDate }));
  const { data } = await viewer.gql(CHANGE, { input: { machineId: String(machine.id), source, changes } });
  expect(data.changeUsageDates.userErrors).toEqual([]);
  await admin.query('update usage_date_changes set created_at = $2 where machine_id = $1 and created_at > $3', [
    machine.id,
    `${day(on)}T17:00:00Z`,
    '2026-09-01',
  ]);
  await admin.query(
    'update usage_night_versions set until = $2 where night_id in (select id from usage_nights where machine_id = $1) and until > $3',
    [machine.id, `${day(on)}T17:00:00Z`, '2026-09-01'],
  );
}

describe('as of a date, a night has the date that it had then', () => {
  test('before, between and after two corrections, and a night that came into the period or left it', async () => {
    const [one, before, stays] = [await wear(3), await wear(-20, { arrived_at: `${day(2)}T12:00:00Z` }), await wear(5)];
    await correct(40, 'WIRELESS', [one, day(7)], [before, day(8)]);
    await correct(50, 'WIRELESS', [one, day(120)], [stays, day(6)]);
    expect(await daysKnown(day(39))).toEqual([day(3), day(5)]);
    expect(await daysKnown(day(40))).toEqual([day(5), day(7), day(8)]);
    expect(await daysKnown(day(49))).toEqual([day(5), day(7), day(8)]);
    expect(await daysKnown(day(50))).toEqual([day(6), day(8)]);
    expect(await daysKnown(undefined)).toEqual([day(6), day(8)]);
    expect([(await read(day(39))).correctedNights, (await read(day(40))).correctedNights]).toEqual([0, 2]);
  });

  test('a night that was not there yet has no date, corrected or not', async () => {
    const late = await wear(3, { arrived_at: `${day(30)}T12:00:00Z` });
    await correct(40, 'WIRELESS', [late, day(4)]);
    expect(await daysKnown(day(29))).toEqual([]);
    expect(await daysKnown(day(30))).toEqual([day(3)]);
  });

  test('a wireless night that was corrected onto the date of a QR+ night did not overrule it before', async () => {
    await wear(3, { source: 'qr', minutes: 100 });
    const one = await wear(5);
    await correct(40, 'WIRELESS', [one, day(3)]);
    expect((await read(day(39))).ledger.find(({ date }: { date: string }) => date === day(3))).toMatchObject({
      minutes: 100,
      source: 'QR',
    });
    expect((await read(day(40))).ledger.find(({ date }: { date: string }) => date === day(3))).toMatchObject({
      minutes: 300,
      source: 'WIRELESS',
      corrected: true,
    });
  });

  test('and is then of the patient who had the machine on that date, also for a user who sees only that patient', async () => {
    const elsewhere = await makeOrganization();
    const next = await makePatient(viewer.orgId, { therapy_start: START });
    await admin.query('update device_history set end_date = $2 where machine_id = $1', [machine.id, day(10)]);
    await makeHistory(next, machine, { start_date: day(10) });
    await admin.query('update patients set dme_id = $2 where id = $1', [patient.id, elsewhere]);
    const partner = await asViewer({ orgId: elsewhere });
    const one = await wear(9);
    await correct(40, 'WIRELESS', [one, day(11)]);
    expect([await daysKnown(day(39)), await daysKnown(day(39), next)]).toEqual([[day(9)], []]);
    expect([await daysKnown(day(40)), await daysKnown(day(40), next)]).toEqual([[], [day(11)]]);
    const seen = (await read(day(39), patient, partner)).ledger.filter(({ minutes }: { minutes: number }) => minutes);
    expect(seen).toEqual([{ date: day(9), minutes: 300, source: 'WIRELESS', corrected: false }]);
  });

  test('after its assignment was deleted, it is of the patient whose night it was until it moved', async () => {
    const one = await wear(9);
    await viewer.rest('DELETE', `/api/patients/${patient.id}/devices/${assignment}`);
    await correct(40, 'WIRELESS', [one, day(11)]);
    expect([await daysKnown(day(39)), await daysKnown(day(40))]).toEqual([[day(9)], []]);
  });

  test('after its assignment was deleted, it is of its patient again since an undo, and of none or another one in between', async () => {
    const [one, two, three] = [await wear(9), await wear(10), await wear(11)];
    await viewer.rest('DELETE', `/api/patients/${patient.id}/devices/${assignment}`);
    const next = await makePatient(viewer.orgId, { therapy_start: START });
    await makeHistory(next, machine, { start_date: day(20) });
    await correct(40, 'WIRELESS', [one, day(12)], [two, day(22)]);
    await correct(50, 'WIRELESS', [one, day(9)], [two, day(10)]);
    expect(await daysKnown(day(39))).toEqual([day(9), day(10), day(11)]);
    for (const number of [40, 49])
      expect([await daysKnown(day(number)), await daysKnown(day(number), next)]).toEqual([[day(11)], [day(22)]]);
    for (const date of [day(50), undefined])
      expect([await daysKnown(date), await daysKnown(date, next)]).toEqual([[day(9), day(10), day(11)], []]);

    // A correction after the undo changes nothing of before.
    await correct(60, 'WIRELESS', [one, day(13)], [three, day(14)]);
    expect(await daysKnown(day(39))).toEqual([day(9), day(10), day(11)]);
    expect(await daysKnown(day(49))).toEqual([day(11)]);
    expect(await daysKnown(day(59))).toEqual([day(9), day(10), day(11)]);
    expect(await daysKnown(day(60))).toEqual([day(10)]);
  });

  test('a night that came to a patient by a correction was not theirs before, also after the assignment was deleted', async () => {
    const one = await wear(-20, { arrived_at: `${day(2)}T12:00:00Z` });
    await correct(40, 'WIRELESS', [one, day(9)]);
    await viewer.rest('DELETE', `/api/patients/${patient.id}/devices/${assignment}`);
    expect([await daysKnown(day(39)), await daysKnown(day(40))]).toEqual([[], [day(9)]]);
  });

  test('of 20 patients takes as many statements as of one', async () => {
    for (let index = 0; index < 20; index += 1) await makePatient(viewer.orgId, { therapy_start: START });
    const query = `query ($first: Int) { patients(first: $first) { edges { node { compliance(asOf: "${day(40)}") { state } } } } }`;
    const one = await countQueries(() => viewer.gql(query, { first: 1 }));
    const twenty = await countQueries(() => viewer.gql(query, { first: 20 }));
    expect(twenty.result.data.patients.edges).toHaveLength(20);
    expect(twenty.statements).toBe(one.statements);
  });
});

test('as of a date, a night has the minutes that it had then, also after it grew twice and moved', async () => {
  const one = await wear(3, { minutes: 100 });
  const replace = async (on: number, minutes: number) => {
    await admin.query('update usage_nights set minutes = $2 where id = $1', [one, minutes]);
    await admin.query('update usage_night_versions set until = $2 where night_id = $1 and until > $3', [
      one,
      `${day(on)}T17:00:00Z`,
      '2026-09-01',
    ]);
  };
  await replace(20, 200);
  await replace(30, 300);
  await correct(40, 'WIRELESS', [one, day(7)]);
  const minutesKnown = async (asOf: string | undefined) =>
    (await read(asOf)).ledger.flatMap(({ date, minutes }: { date: string; minutes: number | null }) =>
      minutes === null ? [] : [[date, minutes]],
    );
  expect(await minutesKnown(day(19))).toEqual([[day(3), 100]]);
  expect(await minutesKnown(day(20))).toEqual([[day(3), 200]]);
  expect(await minutesKnown(day(29))).toEqual([[day(3), 200]]);
  expect(await minutesKnown(day(30))).toEqual([[day(3), 300]]);
  expect(await minutesKnown(day(40))).toEqual([[day(7), 300]]);
  expect(await minutesKnown(undefined)).toEqual([[day(7), 300]]);
});

test('the function of the database answers about patients that the caller sees, and about no others', async () => {
  await wear(3);
  const nightsAs = async ({ orgId, userId }: TestViewer) => {
    await admin.query('begin');
    try {
      await admin.query('set local role airlog_org');
      await admin.query("select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)", [
        String(orgId),
        String(userId),
      ]);
      return (await admin.query("select * from nights_known($1, 0, 90, '2026-06-01')", [[patient.id]])).rowCount;
    } finally {
      await admin.query('rollback');
    }
  };
  expect([await nightsAs(viewer), await nightsAs(await asViewer())]).toEqual([1, 0]);
});

test('as of a time, nights are those of then, whatever was corrected and undone since, also of deleted assignments', async () => {
  const dated = fc.integer({ min: 1, max: 6 }).map(day);
  const assigned = fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 }), fc.boolean());
  await fc.assert(
    fc.asyncProperty(
      fc.array(assigned, { minLength: 1, maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(2), fc.option(dated, { freq: 2 })), { minLength: 3, maxLength: 9 }),
      async (assignments, corrections) => {
        machine = await makeMachine(viewer.orgId);
        const people = [
          await makePatient(viewer.orgId, { therapy_start: START }),
          await makePatient(viewer.orgId, { therapy_start: START }),
        ];
        const ids: number[] = [];
        for (const number of [1, 3, 5]) ids.push(await wear(number));
        for (const [who, first, days, isDeleted] of assignments) {
          const range = { start_date: day(first), end_date: day(first + days) };
          // One that overlaps another is refused.
          const id = await makeHistory(people[who]!, machine, range).catch(() => 0);
          if (isDeleted) await admin.query('delete from device_history where id = $1', [id]);
        }
        const now = async () => {
          const { rows } = await admin.query(
            'select patient_id as holder, usage_date::text as dated, night::text as recorded from usage_nights where patient_id = any ($1) order by 2, 3',
            [people.map(({ id }) => id)],
          );
          // Between two corrections, also in the milliseconds of the log.
          const { rows: clock } = await admin.query(
            "select (clock_timestamp() + interval '2 milliseconds')::text as time, pg_sleep(0.005)",
          );
          return { time: clock[0].time, nights: rows };
        };
        const seen = [await now()];
        for (const [nth, to] of corrections) {
          await admin.query('begin');
          const { rows } = await admin.query('select usage_date::text as date from usage_nights where id = $1', [
            ids[nth],
          ]);
          const next = to ?? day(2 * nth + 1);
          const log = `insert into usage_date_changes (machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email)
            select machine_org_id, machine_id, id, source, night, $2::date, $3::date, 1, 'a@b.test' from usage_nights where id = $1 and $2::date <> $3::date`;
          try {
            await admin.query('update usage_nights set usage_date = $2 where id = $1', [ids[nth], next]);
            await admin.query(log, [ids[nth], rows[0].date, next]);
            await admin.query('commit');
          } catch (error) {
            expect(error).toMatchObject({ constraint: 'usage_nights_two_a_date' });
            await admin.query('rollback');
          }
          seen.push(await now());
        }
        await admin.query('begin; set local role airlog_jobs');
        try {
          for (const { time, nights } of seen) {
            const { rows } = await admin.query(
              'select holder, dated::text, recorded::text from nights_known($1, 0, 90, $2) order by 2, 3',
              [people.map(({ id }) => id), time],
            );
            expect(rows).toEqual(nights);
          }
        } finally {
          await admin.query('rollback');
        }
      },
    ),
    { numRuns: 20 },
  );
});

describe('a patient has a stored result from therapy start on', () => {
  const resultOf = async (id: number) =>
    (
      await admin.query<{ start: string; closes: string; met: string | null }>(
        'select therapy_start::text as start, closes_on::text as closes, met_on::text as met from compliance_results where patient_id = $1',
        [id],
      )
    ).rows[0];
  const insert = async (start: string | null): Promise<number> => {
    const { rows } = await admin.query<{ id: number }>(
      `insert into patients (org_id, first_name, last_name, therapy_start) values ($1, 'Ada', 'New', $2) returning id`,
      [viewer.orgId, start],
    );
    return rows[0]!.id;
  };

  test('who is entered with it, without a night', async () => {
    const id = await insert(START);
    let found: Awaited<ReturnType<typeof resultOf>>;
    while (!(found = await resultOf(id))) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(found).toEqual({ start: START, closes: day(93), met: null });
  });

  test('and no job when there is nothing to count from', async () => {
    const id = await insert(null);
    const { rowCount } = await admin.query('select from pgboss.job where singleton_key = $1', [String(id)]);
    expect(rowCount).toBe(0);
  });
});
