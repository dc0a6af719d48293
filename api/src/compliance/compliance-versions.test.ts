import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  superuserUrl,
  usePortal,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { happened, timeOfDatabase } from '../../test/happened.ts';
import { untilWaiting } from '../../test/locks.ts';
import { addDays } from '../shared/dates.ts';

// What triggers keep of nights, assignments and therapy start (decisions/115), whatever statement changes them.

usePortal();

const START = '2026-01-01';
const day = (number: number) => addDays(START, number - 1);

let viewer: TestViewer;

beforeEach(async () => {
  viewer = await asViewer();
});

const wear = (machine: Ref, number: number, more: Record<string, unknown> = {}) =>
  make('usage_nights', {
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    night: day(number),
    source: 'wireless',
    minutes: 300,
    arrived_at: `${day(number + 1)}T12:00:00Z`,
    ...more,
  });

/** Runs queries as the role of the jobs, which asks for any patient. */
async function asJobs<Row extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<Row[]> {
  await admin.query('begin; set local role airlog_jobs');
  try {
    return (await admin.query<Row>(sql, values)).rows;
  } finally {
    await admin.query('rollback');
  }
}

/** A moment after all that was written, apart from it also in milliseconds. */
const moment = async (): Promise<string> =>
  (
    await admin.query<{ time: string }>(
      "select (clock_timestamp() + interval '2 milliseconds')::text as time, pg_sleep(0.005)",
    )
  ).rows[0]!.time;

test('nights, assignments and therapy start of any time are those that were there, whatever happened since', async () => {
  const act = fc.oneof(
    fc.record({
      kind: fc.constant('assign' as const),
      who: fc.nat(1),
      first: fc.integer({ min: 1, max: 6 }),
      days: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({
      kind: fc.constant('edit' as const),
      nth: fc.nat(3),
      first: fc.integer({ min: 1, max: 6 }),
      days: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({ kind: fc.constant('delete' as const), nth: fc.nat(3) }),
    fc.record({ kind: fc.constant('move' as const), nth: fc.nat(2), to: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ kind: fc.constant('grow' as const), nth: fc.nat(2) }),
    fc.record({ kind: fc.constant('invalidate' as const), nth: fc.nat(2) }),
    fc.record({ kind: fc.constant('start' as const), who: fc.nat(1), on: fc.option(fc.integer({ min: -2, max: 5 })) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      const machine = await makeMachine(viewer.orgId);
      const people = [
        await makePatient(viewer.orgId, { therapy_start: START }),
        await makePatient(viewer.orgId, { therapy_start: START }),
      ];
      const ids = people.map(({ id }) => id);
      const nights: number[] = [];
      for (const number of [1, 3, 5]) nights.push(await wear(machine, number));
      const histories: number[] = [];
      const perform = async (one: (typeof acts)[number]): Promise<void> => {
        switch (one.kind) {
          case 'assign': {
            const range = { start_date: day(one.first), end_date: day(one.first + one.days) };
            histories.push(await makeHistory(people[one.who]!, machine, range));
            return;
          }
          case 'edit':
            await admin.query('update device_history set start_date = $2, end_date = $3 where id = $1', [
              histories[one.nth],
              day(one.first),
              day(one.first + one.days),
            ]);
            return;
          case 'delete':
            await admin.query('delete from device_history where id = $1', [histories[one.nth]]);
            return;
          case 'move':
            await admin.query('update usage_nights set usage_date = $2 where id = $1', [nights[one.nth], day(one.to)]);
            return;
          case 'grow':
            await admin.query('update usage_nights set minutes = minutes + 10 where id = $1', [nights[one.nth]]);
            return;
          case 'invalidate':
            await admin.query('update usage_nights set state = 3 - state where id = $1', [nights[one.nth]]);
            return;
          case 'start':
            await admin.query('update patients set therapy_start = $2 where id = $1', [
              ids[one.who],
              one.on === null ? null : day(one.on),
            ]);
        }
      };
      const present = async () => ({
        nights: (
          await admin.query(
            `select n.patient_id as holder, n.usage_date::text as dated, n.night::text as recorded, n.minutes as used, n.state::int as validity
               from usage_nights n join patients p on p.id = n.patient_id and n.usage_date >= p.therapy_start and n.usage_date < p.therapy_start + 4
              where p.id = any ($1) order by 2, 3`,
            [ids],
          )
        ).rows,
        starts: (
          await admin.query(
            'select id as patient, therapy_start::text as start from patients where id = any ($1) and therapy_start is not null order by 1',
            [ids],
          )
        ).rows,
        assignments: (
          await admin.query(
            'select id as history, patient_id as patient, start_date::text as first, end_date::text as last from device_history where machine_id = $1 order by 1',
            [machine.id],
          )
        ).rows,
        time: await moment(),
      });
      const seen = [await present()];
      for (const one of acts) {
        // One that overlaps another assignment, or makes a third night of a date, is refused and leaves nothing.
        await perform(one).catch((error: unknown) => expect(error).toHaveProperty('constraint'));
        seen.push(await present());
      }
      for (const { time, ...then } of seen) {
        expect({
          nights: await asJobs(
            'select holder, dated::text, recorded::text, used, validity from nights_known($1, 0, 4, $2) order by 2, 3',
            [ids, time],
          ),
          starts: await asJobs(
            'select patient_id as patient, therapy_start::text as start from therapy_start_versions where patient_id = any ($1) and known @> $2::timestamptz and therapy_start is not null order by 1',
            [ids, time],
          ),
          assignments: await asJobs(
            `select history_id as history, patient_id as patient, start_date::text as first, end_date::text as last from assignment_versions
              where machine_id = $1 and known @> $2::timestamptz and act <> 'deleted' order by 1`,
            [machine.id, time],
          ),
        }).toEqual(then);
      }
      // The history counts from therapy start of now, and has the same nights.
      const { time } = seen.at(-1)!;
      const now = seen.at(-1)!.nights;
      const history = `select holder, dated::text, recorded::text, used, validity
        from (select array_agg(id) as ids, array_agg(therapy_start) as firsts, array_agg(therapy_start + 4) as ends from patients where id = any ($1)) p
        cross join lateral night_history(p.ids, p.firsts, p.ends)`;
      expect(await asJobs(`${history} where until = 'infinity' order by 2, 3`, [ids])).toEqual(now);
      expect(await asJobs(`${history} where since < $2 and until >= $2 order by 2, 3`, [ids, time])).toEqual(now);
    }),
    { numRuns: 25 },
  );
});

test('a change that waited for another one comes after it, whichever transaction began first', async () => {
  const patient = await makePatient(viewer.orgId, { therapy_start: START });
  const machine = await makeMachine(viewer.orgId);
  const assignment = await makeHistory(patient, machine, { start_date: START });
  const one = await wear(machine, 3, { minutes: 100 });
  const early = new pg.Client({ connectionString: superuserUrl() });
  const before = await moment();
  await early.connect();
  try {
    await early.query('begin; select now()');
    await moment();
    await admin.query('begin');
    await admin.query('update usage_nights set minutes = 200 where id = $1', [one]);
    await admin.query('update device_history set end_date = $2 where id = $1', [assignment, day(20)]);
    await admin.query('update patients set therapy_start = $2 where id = $1', [patient.id, day(2)]);
    const waiting = early.query('update usage_nights set minutes = 300 where id = $1', [one]);
    await untilWaiting();
    await admin.query('commit');
    await waiting;
    await early.query('update device_history set end_date = $2 where id = $1', [assignment, day(30)]);
    await early.query('update patients set therapy_start = $2 where id = $1', [patient.id, day(3)]);
    await early.query('commit');
  } finally {
    await early.end();
  }
  const after = await moment();
  const minutesAt = (time: string) => asJobs('select used from nights_known($1, 0, 90, $2)', [[patient.id], time]);
  expect([await minutesAt(before), await minutesAt(after)]).toEqual([[{ used: 100 }], [{ used: 300 }]]);
  const history = await asJobs('select used from night_history($1, $2, $3) order by since', [
    [patient.id],
    [START],
    [day(91)],
  ]);
  expect(history.map(({ used }) => used)).toEqual([100, 200, 300]);
  const { rows: ends } = await admin.query(
    'select end_date::text as end from assignment_versions where history_id = $1 order by lower(known)',
    [assignment],
  );
  expect(ends.map(({ end }) => end)).toEqual([null, day(20), day(30)]);
  const { rows: starts } = await admin.query(
    'select therapy_start::text as start from therapy_start_versions where patient_id = $1 order by lower(known) nulls first',
    [patient.id],
  );
  expect(starts.map(({ start }) => start)).toEqual([START, day(2), day(3)]);
});

describe('a result of the past', () => {
  const READ = `query ($id: ID!, $asOf: Date, $knownAt: DateTime) { patient(id: $id) { compliance(asOf: $asOf, knownAt: $knownAt) {
    state therapyStart compliantDays asOf timezone knownAt ledger { date minutes } } } }`;
  const ask = async (who: TestViewer, patient: Ref, asked: { asOf?: string; knownAt?: string } = {}) =>
    (await who.gql(READ, { id: String(patient.id), ...asked })).data.patient.compliance;
  const nightsOf = ({ ledger }: { ledger: { minutes: number | null }[] }) =>
    ledger.filter(({ minutes }) => minutes !== null).length;

  test('has the therapy start and the assignments of then, of the end of the date or of another time', async () => {
    const patient = await makePatient(viewer.orgId, { therapy_start: day(5), created_at: `${day(5)}T12:00:00Z` });
    const machine = await makeMachine(viewer.orgId);
    const id = await makeHistory(patient, machine, { start_date: day(5), created_at: `${day(5)}T12:00:00Z` });
    for (let number = 5; number <= 9; number += 1) await wear(machine, number);
    const before = await timeOfDatabase();
    await admin.query('update patients set therapy_start = $2 where id = $1', [patient.id, day(8)]);
    await admin.query('update device_history set start_date = $2 where id = $1', [id, day(7)]);
    await happened(before, `${day(12)}T17:00:00Z`);
    const facts = async (asked?: { asOf?: string; knownAt?: string }) => {
      const { therapyStart, state, knownAt, ...rest } = await ask(viewer, patient, asked);
      return [therapyStart, state, nightsOf(rest), knownAt];
    };
    expect(await facts({ asOf: day(4) })).toEqual([null, 'NO_THERAPY_START', 0, null]);
    expect(await facts({ asOf: day(11) })).toEqual([day(5), 'IN_PROGRESS', 5, null]);
    expect(await facts({ asOf: day(12) })).toEqual([day(8), 'IN_PROGRESS', 2, null]);
    // What is said later of that date.
    const later = `${day(12)}T18:00:00.000Z`;
    expect(await facts({ asOf: day(11), knownAt: later })).toEqual([day(8), 'IN_PROGRESS', 2, later]);
    const earlier = `${day(8)}T11:00:00.000Z`; // before the night of day 7 arrived
    expect(await facts({ asOf: day(11), knownAt: earlier })).toEqual([day(5), 'IN_PROGRESS', 2, earlier]);
  });

  test('ends with its day at the provider, for every viewer; without a provider at the organization', async () => {
    const provider = await asViewer({ orgId: await makeOrganization('ep', { timezone: 'America/New_York' }) });
    const clinic = await asViewer({
      orgId: await makeOrganization('clinical', { timezone: 'Pacific/Kiritimati' }),
      kind: 'clinical',
    });
    const patient = await makePatient(clinic.orgId, { therapy_start: START, dme_id: provider.orgId });
    const own = await makePatient(clinic.orgId, { therapy_start: START });
    for (const one of [patient, own]) {
      const machine = await makeMachine(provider.orgId);
      await makeHistory(one, machine, { start_date: START });
      // Midnight of day 10 is at 10:00 UTC of day 9 in Kiritimati and at 05:00 UTC of day 10 in New York.
      await wear(machine, 3, { arrived_at: `${day(9)}T09:59:59Z` });
      await wear(machine, 4, { arrived_at: `${day(9)}T10:00:00Z` });
      await wear(machine, 5, { arrived_at: `${day(10)}T04:59:59Z` });
      await wear(machine, 6, { arrived_at: `${day(10)}T05:00:00Z` });
    }
    const seen = await ask(provider, patient, { asOf: day(9) });
    expect([nightsOf(seen), seen.timezone]).toEqual([3, 'America/New_York']);
    expect(await ask(clinic, patient, { asOf: day(9) })).toEqual(seen);
    expect(await ask(clinic, patient)).toEqual(await ask(provider, patient));
    const ofClinic = await ask(clinic, own, { asOf: day(9) });
    expect([nightsOf(ofClinic), ofClinic.timezone]).toEqual([1, 'Pacific/Kiritimati']);
  });

  test('is refused for a date that has not begun at the provider, and for a time in the future, at its field', async () => {
    const patient = await makePatient(viewer.orgId, { therapy_start: START });
    const errorsOf = async (asked: object) => (await viewer.gql(READ, { id: String(patient.id), ...asked })).errors;
    const { asOf } = await ask(viewer, patient);
    const inAMinute = new Date(Date.now() + 60_000).toISOString();
    const justNow = new Date(Date.now() - 1000).toISOString();
    expect(JSON.stringify(await errorsOf({ asOf: addDays(asOf, 1) }))).toContain('"field":"asOf"');
    expect(JSON.stringify(await errorsOf({ knownAt: inAMinute }))).toContain('"field":"knownAt"');
    expect(await errorsOf({ asOf, knownAt: justNow })).toBeUndefined();
  });

  test('and one of now names its date and zone over REST', async () => {
    const patient = await makePatient(viewer.orgId, { therapy_start: START });
    const { asOf, timezone } = await ask(viewer, patient);
    const { body } = await viewer.rest('GET', `/api/patients/${patient.id}`);
    expect((body.data ?? body).compliance_met_result).toMatchObject({ as_of: asOf, timezone });
  });
});

describe('who did it', () => {
  test('is kept with each version of an assignment, also of a deleted one', async () => {
    const patient = await makePatient(viewer.orgId, { therapy_start: START });
    const machine = await makeMachine(viewer.orgId);
    const id = await makeHistory(patient, machine, { start_date: START, created_at: `${START}T15:00:00Z` });
    await admin.query('update device_history set has_pin = not has_pin where id = $1', [id]);
    const edit = await viewer.rest('PATCH', `/api/patients/${patient.id}/devices/${id}`, {
      start_date: START,
      end_date: day(30),
    });
    expect([edit.status, edit.body]).toEqual([200, expect.anything()]);
    expect((await viewer.rest('DELETE', `/api/patients/${patient.id}/devices/${id}`)).status).toBeLessThan(300);
    const { rows } = await admin.query(
      `select v.act, v.end_date::text as end, v.actor_user_id as by, v.actor_email = u.email as "isNamed", lower(v.known) = '${START}T15:00:00Z' as "isThen",
              upper_inf(v.known) as "isNow" from assignment_versions v left join users u on u.id = v.actor_user_id where history_id = $1 order by v.id`,
      [id],
    );
    const by = viewer.userId;
    expect(rows).toEqual([
      { act: 'made', end: null, by: null, isNamed: null, isThen: true, isNow: false },
      { act: 'edited', end: day(30), by, isNamed: true, isThen: false, isNow: false },
      { act: 'deleted', end: day(30), by, isNamed: true, isThen: false, isNow: true },
    ]);
  });

  test('is kept with each therapy start, and nothing with a patient who has none', async () => {
    const patient = await makePatient(viewer.orgId, { therapy_start: null });
    const versions = async () =>
      (
        await admin.query(
          `select therapy_start::text as start, actor_user_id as by, actor_name as name from therapy_start_versions where patient_id = $1 order by id`,
          [patient.id],
        )
      ).rows;
    expect(await versions()).toEqual([]);
    await admin.query("update users set last_name = 'Reed', first_name = 'Kim' where id = $1", [viewer.userId]);
    await viewer.rest('PATCH', `/api/patients/${patient.id}`, { therapy_start: START });
    await admin.query("update users set last_name = 'Other' where id = $1", [viewer.userId]);
    await admin.query('update patients set therapy_start = null where id = $1', [patient.id]);
    expect(await versions()).toEqual([
      { start: START, by: viewer.userId, name: 'Reed, Kim' },
      { start: null, by: null, name: null },
    ]);
  });

  test('is not shown to staff who does not see the patient, and is written by no one', async () => {
    const patient = await makePatient(viewer.orgId, { therapy_start: START });
    await makeHistory(patient, await makeMachine(viewer.orgId), { start_date: START });
    const countAs = async ({ orgId, userId }: TestViewer, sql: string) => {
      await admin.query('begin; set local role airlog_org');
      try {
        await admin.query("select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)", [
          String(orgId),
          String(userId),
        ]);
        return (await admin.query(sql)).rowCount;
      } finally {
        await admin.query('rollback');
      }
    };
    const foreign = await asViewer();
    for (const table of ['assignment_versions', 'therapy_start_versions']) {
      const read = `select from ${table} where patient_id = ${patient.id}`;
      expect([await countAs(viewer, read), await countAs(foreign, read)]).toEqual([1, 0]);
      await expect(countAs(viewer, `update ${table} set known = '(,)'`)).rejects.toThrow('permission denied');
      await expect(countAs(viewer, `delete from ${table}`)).rejects.toThrow('permission denied');
    }
    const history = `select * from night_history('{${patient.id}}', '{${START}}', '{${day(91)}}')`;
    await make('usage_nights', {
      machine_org_id: viewer.orgId,
      machine_id: (await admin.query('select machine_id from device_history where patient_id = $1', [patient.id]))
        .rows[0].machine_id,
      night: day(2),
      source: 'wireless',
      minutes: 100,
    });
    expect([await countAs(viewer, history), await countAs(foreign, history)]).toEqual([1, 0]);
  });
});
