import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  usePortalHere,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { matchHandOffJob } from './hand-offs.jobs.ts';

// Whose the days of a machine are that was handed over more than once (decisions/092): of the owner until day -20, of B
// until day -10, of the owner again until day -5, and of C since then.

usePortalHere();

const dayFrom = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
const NIGHTS = [-30, -15, -8, -2];

let [owner, b, c, partner, support, clinic]: TestViewer[] = [];
let machine: Awaited<ReturnType<typeof makeMachine>>;
let [history, ownPatient]: number[] = [];

/** A hand-off of the machine that was accepted. */
async function handOver(to: TestViewer, day: number): Promise<void> {
  const time = new Date(Date.now() + day * 86_400_000);
  await make('hand_offs', {
    ...{
      org_id: to.orgId,
      user_id: to.userId,
      side: 'asker',
      kind: 'device',
      state: 'accepted',
      serial: machine.serial,
    },
    ...{ asked_by: 'Do*, Jan*', machine_org_id: machine.orgId, machine_id: machine.id, starts_on: dayFrom(day) },
    ...{ created_at: time, expires_at: time, ended_at: time },
  });
  await admin.query('select machine_refresh_visible_orgs($1)', [machine.id]);
}

beforeAll(async () => {
  [owner, b, c, partner, support, clinic] = await Promise.all([
    ...Array.from({ length: 4 }, () => asViewer()),
    asViewer({ kind: 'support' }),
    asViewer({ kind: 'clinical' }),
  ]);
  machine = await makeMachine(owner!.orgId, { pin: '4321' });
  const patient = await makePatient(owner!.orgId, { dme_id: partner!.orgId, location_id: null });
  ownPatient = patient.id;
  history = await makeHistory(patient, machine, { start_date: dayFrom(-60), end_date: dayFrom(-40) });
  await handOver(b!, -20);
  await handOver(owner!, -10);
  await handOver(c!, -5);
  await admin.query('delete from usage_nights where machine_id = $1', [machine.id]);
  for (const days of NIGHTS)
    await admin.query(
      `insert into usage_nights (machine_org_id, machine_id, night, usage_date, source, minutes) values ($1, $2, $3, $3, 'wireless', 300)`,
      [machine.orgId, machine.id, dayFrom(days)],
    );
  await admin.query(
    `insert into usage_date_changes (machine_org_id, machine_id, night_id, source, night, old_date, new_date, actor_user_id, email)
       select machine_org_id, machine_id, id, source, night, night, night + 1, 1, 'a@b.test' from usage_nights where machine_id = $1`,
    [machine.id],
  );
  await admin.query(
    "insert into modules (org_id, machine_id, serial, last_connected_at) values ($1, $2, 'M-1', now())",
    [machine.orgId, machine.id],
  );
});

/** A patient of a clinic that a provider equips. */
const equipped = (by: TestViewer) =>
  makePatient(clinic!.orgId, { dme_id: by.orgId, location_id: null, therapy_start: null });

const REFUSED = '42501';
const CONSTRAINT = '23514';

/** Runs SQL as the database role of a viewer, and takes it back. Returns the rows, the number of changed rows, or the code of the error. */
async function as(who: TestViewer, sql: string, role = 'airlog_org', acting = ''): Promise<unknown> {
  await admin.query('begin');
  try {
    await admin.query(
      "select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true), set_config('app.acting_org_id', $3, true)",
      [String(who.orgId), String(who.userId), acting],
    );
    await admin.query(`set local role ${role}`);
    const { command, rows, rowCount } = await admin.query(sql);
    return command === 'SELECT' ? rows : rowCount;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await admin.query('rollback');
  }
}

describe('of no patient', () => {
  test.each<[string, () => TestViewer, number[], string]>([
    ['the owner, who received it once more', () => owner!, [-30, -8], 'airlog_org'],
    ['an organization that handed it on', () => b!, [-15], 'airlog_org'],
    ['the organization that has it', () => c!, [-2], 'airlog_org'],
    ['a partner that sees a patient who had it before the first hand-off', () => partner!, [-30], 'airlog_org'],
    ['support staff in no organization', () => support!, NIGHTS, 'airlog_support'],
    ['support staff that acts for the owner', () => support!, [-30, -8], 'airlog_acting'],
  ])('%s reads the nights and the corrections of its own days', async (_who, who, days, role) => {
    const acting = role === 'airlog_acting' ? String(owner!.orgId) : '';
    const read = async (table: string, column: string) =>
      (
        (await as(
          who(),
          `select ${column}::text as day from ${table} where machine_id = ${machine.id} order by 1`,
          role,
          acting,
        )) as {
          day: string;
        }[]
      ).map(({ day }) => day);
    expect(await read('usage_nights', 'usage_date')).toEqual(days.map(dayFrom));
    expect(await read('usage_date_changes', 'old_date')).toEqual(days.map(dayFrom));
  });

  test('what the former holder corrected is not shown to the organization that has the machine, with the address of its user', async () => {
    const read = (who: TestViewer) =>
      as(who, `select email from usage_date_changes where machine_id = ${machine.id} and old_date = '${dayFrom(-2)}'`);
    const age = (time: string) =>
      admin.query(`update usage_date_changes set created_at = created_at - $2::interval where machine_id = $1`, [
        machine.id,
        time,
      ]);
    expect(await read(c!)).toHaveLength(1);
    await age('6 days');
    expect([await read(c!), await read(b!)]).toEqual([[], []]);
    await age('-6 days');
  });

  test('the module is shown to the organization that has the machine now, and to support staff', async () => {
    const modules = `select serial from modules where machine_id = ${machine.id}`;
    for (const who of [owner!, b!, partner!]) expect(await as(who, modules)).toEqual([]);
    expect(await as(c!, modules)).toHaveLength(1);
    expect(await as(support!, modules, 'airlog_support')).toHaveLength(1);
  });

  test('the module is shown to a clinic too whose patient has the machine now', async () => {
    const modules = `select serial from modules where machine_id = ${machine.id}`;
    const { id, orgId } = await equipped(c!);
    for (const [ends, shown] of [
      [null, 1],
      [dayFrom(-2), 0],
    ] as const) {
      const assigned = await makeHistory({ id, orgId }, machine, { start_date: dayFrom(-3), end_date: ends });
      expect(await as(clinic!, modules)).toHaveLength(shown);
      await admin.query('delete from device_history where id = $1', [assigned]);
    }
    expect(await as(b!, modules)).toEqual([]);
  });

  test.each<[string, () => TestViewer, number, number, unknown]>([
    ['the owner within its own days', () => owner!, -30, -31, 1],
    ['the owner to a day of another organization', () => owner!, -30, -15, CONSTRAINT],
    ["the owner a night of another organization's day", () => owner!, -15, -16, REFUSED],
    ['the organization that has it to an earlier day', () => c!, -2, -6, CONSTRAINT],
  ])('%s corrects a date: %#', async (_who, who, from, to, outcome) => {
    const { rows } = await admin.query('select id::text from usage_nights where machine_id = $1 and night = $2', [
      machine.id,
      dayFrom(from),
    ]);
    const moves = JSON.stringify([{ id: rows[0].id, date: dayFrom(to) }]);
    const done = await as(who(), `select change_usage_dates(${machine.id}, 'wireless', '${moves}')`);
    expect(Array.isArray(done) ? done.length : done).toBe(outcome);
  });

  test('a night returns to the patient of a deleted assignment by who has the day, not by who only sees the patient', async () => {
    const former = await equipped(b!);
    const deleted = await makeHistory(former, machine, { start_date: dayFrom(-16), end_date: dayFrom(-14) });
    await admin.query('delete from device_history where id = $1', [deleted]);
    // The clinic sees the machine, and the night that was moved to its other patient.
    const seen = await makeHistory(await equipped(c!), machine, { start_date: dayFrom(-5), end_date: dayFrom(-4) });
    const move = (day: number) =>
      admin.query('update usage_nights set usage_date = $3 where machine_id = $1 and night = $2 returning id::text', [
        machine.id,
        dayFrom(-15),
        dayFrom(day),
      ]);
    const undo = async (who: TestViewer, from: number) => {
      const { rows } = await move(from);
      const moves = JSON.stringify([{ id: rows[0].id, date: dayFrom(-15) }]);
      return [
        await as(who, `select holder from nights_returning(${machine.id}, '${moves}')`),
        await as(who, `select change_usage_dates(${machine.id}, 'wireless', '${moves}') as patients`),
      ];
    };
    try {
      expect(await undo(clinic!, -5)).toEqual([[], CONSTRAINT]);
      for (const who of [clinic!, owner!]) expect(await undo(who, -14)).toEqual([[], REFUSED]);
      expect(await undo(b!, -14)).toEqual([[{ holder: former.id }], [{ patients: [former.id] }]]);
    } finally {
      await move(-15);
      await admin.query('delete from device_history where id = $1', [seen]);
      await admin.query('update usage_nights set org_id = null, patient_id = null where patient_id = $1', [former.id]);
    }
  });
});

describe('an assignment', () => {
  test.each<[string, () => TestViewer, number, number | null, unknown]>([
    ['of the owner before the first hand-off', () => owner!, -30, -20, 1],
    ['of the owner over a hand-off', () => owner!, -30, -19, CONSTRAINT],
    ['of the owner between two hand-offs', () => owner!, -10, -5, 1],
    ['of the owner without an end', () => owner!, -8, null, CONSTRAINT],
    ['of an organization that handed it on, in its days', () => b!, -20, -10, 1],
    ['of an organization that handed it on, a day longer', () => b!, -20, -9, CONSTRAINT],
    ['of the organization that has it', () => c!, -5, null, 1],
    ['of the organization that has it, a day earlier', () => c!, -6, null, CONSTRAINT],
  ])('%s', async (_what, who, from, to, outcome) => {
    const { id, orgId } = await makePatient(who().orgId, { location_id: null });
    await expectAssigned(who(), { id, orgId }, [from, to], outcome);
  });

  test.each<[string, () => TestViewer, () => TestViewer, number, number | null, unknown]>([
    ['of the provider that has it', () => c!, () => c!, -4, null, 1],
    ['of the provider that has it, made by the clinic', () => c!, () => clinic!, -4, null, 1],
    ['of the provider that has it, on an earlier day', () => c!, () => c!, -6, null, CONSTRAINT],
    ['of a provider that handed it on, in its days', () => b!, () => b!, -20, -10, 1],
    ['of a provider that handed it on, without an end', () => b!, () => b!, -8, null, CONSTRAINT],
  ])("to a clinic's patient %s", async (_what, by, who, from, to, outcome) => {
    // The clinic sees the machine since a patient of the clinic had it.
    const seen = await makeHistory(await equipped(c!), machine, { start_date: dayFrom(-5), end_date: dayFrom(-4) });
    await expectAssigned(who(), await equipped(by()), [from, to], outcome);
    await admin.query('delete from device_history where id = $1', [seen]);
  });

  test('to a new patient of a clinic is checked by the days of the provider too, as when it is made', async () => {
    const seen = await makeHistory(await equipped(c!), machine, { start_date: dayFrom(-5), end_date: dayFrom(-4) });
    const input = (by: TestViewer) => ({
      ...{ firstName: 'Ada', lastName: 'Byron', city: 'Albany', state: 'NY', dmeId: String(by.orgId) },
      ...{ currentSerial: machine.serial, devicePin: '4321' },
    });
    const check =
      'query ($input: CreatePatientInput!) { checkCreatePatient(input: $input) { userErrors { field code } } }';
    const refused = async (by: TestViewer) =>
      (await clinic!.gql(check, { input: input(by) })).data.checkCreatePatient.userErrors;
    expect(await refused(b!)).toEqual([{ field: 'currentSerial', code: 'device.handed_over' }]);
    expect(await refused(c!)).toEqual([]);
    const create =
      'mutation ($input: CreatePatientInput!) { createPatient(input: $input) { patient { databaseId currentSerial } userErrors { field code } } }';
    const { data } = await clinic!.gql(create, { input: input(c!) });
    expect(data.createPatient).toMatchObject({ patient: { currentSerial: machine.serial }, userErrors: [] });
    await admin.query('delete from device_history where id = $1 or patient_id = $2', [
      seen,
      data.createPatient.patient.databaseId,
    ]);
  });

  /** Assigns the machine and takes it back; the dry run and the statement agree. */
  async function expectAssigned(
    who: TestViewer,
    { id, orgId }: Ref,
    [from, to]: [number, number | null],
    outcome: unknown,
  ): Promise<void> {
    const dates = `'${dayFrom(from)}', ${to === null ? 'null' : `'${dayFrom(to)}'`}`;
    expect(
      await as(
        who,
        `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date, end_date) values (${orgId}, ${id}, ${machine.orgId}, ${machine.id}, ${dates})`,
      ),
    ).toBe(outcome);
    const moving = await as(who, `select night_id from nights_moving(${machine.id}, ${id}, null, ${dates})`);
    expect(Array.isArray(moving) ? 1 : moving).toBe(outcome === 1 ? 1 : REFUSED);
  }

  test('that ended before the hand-off is not made longer than the own days', async () => {
    const end = (days: number) => `update device_history set end_date = '${dayFrom(days)}' where id = ${history}`;
    expect(await as(owner!, end(-20))).toBe(1);
    expect(await as(owner!, end(-19))).toBe(CONSTRAINT);
    expect(await as(owner!, end(-45))).toBe(1);
  });

  test('of the owner from today on is refused with the day of the hand-off', async () => {
    const { id } = await makePatient(owner!.orgId, { location_id: null, therapy_start: null });
    const { data } = await owner!.gql(
      'mutation ($input: AssignDeviceInput!) { assignDevice(input: $input) { userErrors { field code message } } }',
      { input: { patientId: String(id), serialNumber: machine.serial, startDate: dayFrom(0) } },
    );
    const [year, month, day] = dayFrom(-5).split('-');
    expect(data.assignDevice.userErrors).toEqual([
      {
        field: 'startDate',
        code: 'device.handed_over',
        message: `Your organization handed this device over on ${month}/${day}/${year}. Request it under Hand-offs to assign it again.`,
      },
    ]);
  });
});

test('when others have the machine is not revealed to an organization on their days', async () => {
  const { id, orgId } = await makePatient(c!.orgId, { location_id: null });
  await admin.query(
    `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date) values ($1, $2, $3, $4, $5)`,
    [orgId, id, machine.orgId, machine.id, dayFrom(-3)],
  );
  const collision = (from: number, to: number) =>
    `select machine_collision(${machine.id}, '${dayFrom(from)}', '${dayFrom(to)}', null) as code`;
  expect(await as(owner!, collision(-2, -1))).toEqual([{ code: null }]);
  expect(await as(c!, collision(-2, -1))).toEqual([{ code: 'device-already-connected' }]);
  expect(await as(c!, collision(-50, -45))).toEqual([{ code: null }]);
  expect(await as(owner!, collision(-50, -45))).toEqual([{ code: 'device-start-date-overlaps' }]);
  await admin.query('delete from device_history where patient_id = $1', [id]);
});

test('an iCode report adds no night on a day of another organization than those of its patient', async () => {
  const added = async (collected: number, { orgId, id }: Ref = { orgId: owner!.orgId, id: ownPatient! }) => {
    await admin.query('begin');
    await admin.query(
      `insert into icode_reports (org_id, patient_id, machine_org_id, machine_id, serial, collected, code, codec, codec_version, icode_period, compliant_days, best30, minutes, ahi, sni, leak, saturated, visible_org_ids)
         values ($1, $2, $6, $3, $4, $5, '1', 'ic1', 1, 1, 1, 1, 300, 1, 1, 1, '{}', '{}')`,
      [orgId, id, machine.id, machine.serial, dayFrom(collected), machine.orgId],
    );
    const { rowCount } = await admin.query("select from usage_nights where machine_id = $1 and source = 'qr'", [
      machine.id,
    ]);
    await admin.query('rollback');
    return rowCount;
  };
  expect([await added(-21), await added(-14)]).toEqual([1, 0]);
  const patient = await equipped(c!);
  expect([await added(-1, patient), await added(-14, patient)]).toEqual([1, 0]);
});

const LIST = 'query { handOffs(first: 9) { edges { node { databaseId side state serial } } } }';
const ASK = `mutation ($input: AskForDeviceInput!) { askForDevice(input: $input) { handOff { databaseId } userErrors { code } } }`;
async function ask(who: TestViewer): Promise<void> {
  const { data } = await who.gql(ASK, { input: { serialNumber: machine.serial, pinNumber: '4321' } });
  await runJob(matchHandOffJob, { handOffId: data.askForDevice.handOff.databaseId });
}
const received = async (who: TestViewer): Promise<{ databaseId: number }[]> =>
  (await who.gql(LIST)).data.handOffs.edges
    .map(({ node }: { node: { side: string } }) => node)
    .filter(({ side }: { side: string }) => side === 'HOLDER');

test('the owner asks the organization that has the machine now, without a patient too, and not itself', async () => {
  await ask(owner!);
  await ask(c!);
  const counts = await Promise.all([owner!, b!, c!].map(received));
  expect(counts.map(({ length }) => length)).toEqual([0, 0, 1]);
});

test("a received machine is assigned to a clinic's patient, and the clinic hands it over", async () => {
  const { id } = await equipped(c!);
  const { data } = await c!.gql(
    'mutation ($input: AssignDeviceInput!) { assignDevice(input: $input) { userErrors { field code message } } }',
    { input: { patientId: String(id), serialNumber: machine.serial, startDate: dayFrom(-3) } },
  );
  expect(data.assignDevice.userErrors).toEqual([]);
  await ask(b!);
  const [request] = await received(clinic!);
  const answer = await clinic!.gql(
    'mutation ($input: AcceptHandOffInput!) { acceptHandOff(input: $input) { handOff { state } userErrors { code } } }',
    { input: { handOffId: String(request!.databaseId), startsOn: dayFrom(0) } },
  );
  expect(answer.data.acceptHandOff).toEqual({ handOff: { state: 'ACCEPTED' }, userErrors: [] });
});
