import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { scratchDatabase } from '../harness.ts';
import { seedWorld, type PrincipalName, type World } from './isolation.fixture.ts';

// The attacks of a review: SQL that no operation of the portal sends, as the roles of its transactions.

let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
let client: pg.Client;
let world: World;

beforeAll(async () => {
  scratch = await scratchDatabase();
  client = new pg.Client({ connectionString: scratch.adminUrl });
  await client.connect();
  world = await seedWorld(client);
});

afterAll(async () => {
  await client?.end();
  await scratch?.drop();
});

/** Runs SQL as a principal and takes it back. Returns, of the last statement, the rows, the number of changed rows, or the code of the error. */
async function as(who: PrincipalName, sql: string, before = ''): Promise<unknown> {
  const { role, settings } = world.principals[who];
  await client.query('begin');
  try {
    if (before) await client.query(before);
    for (const [name, value] of Object.entries(settings))
      await client.query('select set_config($1, $2, true)', [name, value]);
    await client.query(`set local role ${role}`);
    const { command, rows, rowCount } = [await client.query<Record<string, unknown>>(sql)].flat().at(-1)!;
    return command === 'SELECT' ? rows : rowCount;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.query('rollback');
  }
}

const REFUSED = '42501';

// C is a partner: its clinician treats the patient p2 of A. B shares nothing with A.
describe('a partner', () => {
  test.each<[string, (w: World) => string]>([
    ['shares the patient with a third organization', (w) => `update patients set dme_id = ${w.b} where id = ${w.p2}`],
    ['makes itself the provider', (w) => `update patients set dme_id = ${w.c} where id = ${w.p2}`],
    ['names another clinician', (w) => `update patients set clinician_id = ${w.userC} where id = ${w.p2}`],
    [
      'names a physician',
      (w) => `update patients set physician_org_id = ${w.c}, physician_id = ${w.userC} where id = ${w.p2}`,
    ],
    ['moves the patient to another location', (w) => `update patients set location_id = ${w.a1} where id = ${w.p2}`],
    ['forges the last report', (w) => `update patients set last_report = '2030-01-01' where id = ${w.p2}`],
    ['changes the name', (w) => `update patients set first_name = 'X', last_name = 'Y' where id = ${w.p2}`],
    ['changes the birth date', (w) => `update patients set birth_date = '1990-01-01' where id = ${w.p2}`],
    ['changes the address', (w) => `update patients set city = 'X' where id = ${w.p2}`],
    ['connects the patient', (w) => `select connect_patient(${w.p2}, ${w.c}, null, null, null)`],
    ['forges the version', (w) => `update patients set version = 9 where id = ${w.p2}`],
    [
      'reads the names of providers without a permission',
      () => `select name from patient_providers('[]', true, null, 20)`,
    ],
    ['deletes an assignment with its settings', (w) => `delete from device_history where id = ${w.h2}`],
    ['voids an assignment without a permission', (w) => `select void_assignment(${w.h2}, 'x')`],
    [
      'voids nights of a card without a permission',
      (w) => `select void_nights(${w.m2}, (select array_agg(id) from usage_nights where machine_id = ${w.m2}), 'x')`,
    ],
    [
      'gives nights back without a permission',
      (w) => `select give_back_nights(${w.m2}, (select array_agg(id) from usage_nights where machine_id = ${w.m2}))`,
    ],
    ['restores an assignment without a permission', (w) => `select restore_assignment(${w.h2})`],
    ['forges compliance', (w) => `update compliance_results set met_on = '2026-02-01' where patient_id = ${w.p2}`],
    [
      'inserts compliance',
      (w) =>
        `insert into compliance_results (org_id, patient_id, rule, rule_version, period, computed_at) values (${w.a}, ${w.p2}, 'x', 1, 90, now())`,
    ],
  ])('%s: refused', async (title, sql) => {
    const before = title.includes('without a permission') ? 'delete from user_roles' : '';
    expect(await as('c', sql(world), before)).toBe(REFUSED);
  });

  test('changes the therapy start and the note', async () => {
    expect(await as('c', `update patients set therapy_start = '2026-01-01', note = 'x' where id = ${world.p2}`)).toBe(
      1,
    );
  });

  test('deletes an assignment that has no settings', async () => {
    const before = `delete from settings_records where history_id = ${world.h2}`;
    expect(await as('c', `delete from device_history where id = ${world.h2}`, before)).toBe(1);
  });

  test('voids an assignment that has no settings, with the permission, and none that has', async () => {
    const permitted = `insert into user_roles (org_id, user_id, role_id)
      select ${world.c}, ${world.userC}, id from roles where name = 'org.clinical.admin' on conflict do nothing`;
    const sql = `select void_assignment(${world.h2}, 'x') as nights`;
    expect(await as('c', sql, permitted)).toBe(REFUSED);
    expect(await as('c', sql, 'delete from user_roles')).toBe(REFUSED);
    const before = `${permitted}; delete from settings_records where history_id = ${world.h2}`;
    expect(await as('c', sql, before)).toEqual([{ nights: 1 }]);
    // There is none of a patient that it does not see.
    expect(await as('c', `select void_assignment(${world.h1}, 'x') as nights`, before)).toEqual([{ nights: null }]);
  });
});

describe('the owner of a patient', () => {
  test.each<[string, (w: World) => string]>([
    ['changes the sharing', (w) => `update patients set dme_id = ${w.b} where id = ${w.p1}`],
    ['changes the location', (w) => `update patients set location_id = ${w.a2} where id = ${w.p1}`],
    ['changes who sees a patient', (w) => `update patients set visible_org_ids = '{${w.b}}' where id = ${w.p1}`],
    [
      "reads another organization's user by naming a clinician",
      (w) =>
        `insert into patients (org_id, first_name, last_name, clinician_org_id, clinician_id) values (${w.a}, 'X', 'Y', ${w.b}, ${w.userB})`,
    ],
    [
      "reads another organization's name by naming a provider",
      (w) => `insert into patients (org_id, first_name, last_name, dme_id) values (${w.a}, 'X', 'Y', ${w.b})`,
    ],
    [
      'names a clinician whose name it does not see',
      (w) => `select connect_patient(${w.p1}, null, ${w.userB}, null, ${w.a1})`,
    ],
    ['names a clinic as the provider', (w) => `select connect_patient(${w.p1}, ${w.c}, null, null, ${w.a1})`],
    [
      "moves the patient to another organization's location",
      (w) => `select connect_patient(${w.p1}, null, null, null, ${w.b1})`,
    ],
    ["connects another organization's patient", (w) => `select connect_patient(${w.pb}, null, null, null, null)`],
  ])('%s: refused', async (_title, sql) => {
    expect(await as('a', sql(world))).toBe(REFUSED);
  });

  test('connects it: a provider, one of its clinicians, one of a partner who treats its patients, an open location', async () => {
    const { userA, userC, p1, b, a2 } = world;
    expect(await as('a', `select connect_patient(${p1}, ${b}, ${userC}, ${userA}, ${a2})`)).toHaveLength(1);
  });

  test('who is limited to a location, or support staff that acts in no organization, cannot', async () => {
    const { p1, a1, a2 } = world;
    expect(await as('limited', `select connect_patient(${p1}, null, null, null, ${a2})`)).toBe(REFUSED);
    expect(await as('limited', `select connect_patient(${p1}, null, null, null, null)`)).toBe(REFUSED);
    expect(await as('support', `select connect_patient(${p1}, null, null, null, ${a1})`)).toBe(REFUSED);
    expect(await as('support', `update patients set first_name = 'X' where id = ${p1}`)).toBe(REFUSED);
  });

  test('changes the record and deletes an assignment with its settings', async () => {
    expect(
      await as('a', `update patients set first_name = 'X', birth_date = '1990-01-01' where id = ${world.p2}`),
    ).toBe(1);
    expect(await as('a', `delete from device_history where id = ${world.h2}`)).toBe(1);
  });
});

test.each(['a', 'c', 'support'] as const)('a PIN is added, and never replaced or removed: %s', async (who) => {
  const pin = (cipher: string) => `update machines set pin_cipher = ${cipher} where id = ${world.m2}`;
  expect(await as(who, pin("'x'"))).toBe(1);
  expect(await as(who, pin("'x'"), pin("'y'"))).toBe(REFUSED);
  expect(await as(who, pin('null'), pin("'y'"))).toBe(REFUSED);
});

describe('settings', () => {
  const insert = (w: World, columns: string, values: string) =>
    `insert into settings_records (org_id, patient_id, history_id, values, ${columns}) values (${w.a}, ${w.p2}, ${w.spareHistory}, '{}', ${values})`;
  const change = (w: World, set: string) => `update settings_records set ${set} where history_id = ${w.h2}`;

  test.each<[string, (w: World) => string]>([
    [
      'collected by the device are added by staff',
      (w) => insert(w, 'status, source, collected_at', "'current', 'wireless', now()"),
    ],
    ['of the past are added', (w) => insert(w, 'status, is_edit, submitted_by_id', `'past', true, ${w.userA}`)],
    [
      'pending of a colleague are added',
      (w) => insert(w, 'status, is_edit, submitted_by_id', `'pending', true, ${w.colleague}`),
    ],
    [
      'pending and answered are added',
      (w) => insert(w, 'status, is_edit, submitted_by_id, answered_at', `'pending', true, ${w.userA}, now()`),
    ],
    ['pending become current', (w) => change(w, "status = 'current'")],
    ['pending become past', (w) => change(w, "status = 'past'")],
    ['pending have failed', (w) => change(w, "status = 'failed', failure = 'refused'")],
    ['pending stay pending with a failure', (w) => change(w, "failure = 'refused'")],
    ['void are refused by the device', (w) => change(w, "status = 'void', failure = 'refused'")],
    ['are collected', (w) => change(w, "source = 'wireless', collected_at = now()")],
    ['get other values', (w) => change(w, "values = '{}'")],
    [
      'dismissed are added',
      (w) =>
        insert(
          w,
          'status, is_edit, submitted_by_id, dismissed_by_id, dismissed_by_name, dismissed_at',
          `'pending', true, ${w.userA}, ${w.userA}, 'A', now()`,
        ),
    ],
    [
      'pending are dismissed',
      (w) => change(w, `dismissed_by_id = ${w.userA}, dismissed_by_name = 'A', dismissed_at = now()`),
    ],
  ])('that %s: refused', async (_title, sql) => {
    for (const who of ['a', 'support'] as const) expect([who, await as(who, sql(world))]).toEqual([who, REFUSED]);
  });

  test.each(['current', 'past', 'failed', 'void', 'defaults'])('%s become void: refused', async (status) => {
    const before = `update settings_records set status = '${status}' where history_id = ${world.h2}`;
    expect(await as('a', change(world, "status = 'void'"), before)).toBe(REFUSED);
  });

  const failed = `update settings_records set status = 'failed' where history_id = `;
  const dismiss = (user: number, more = '') =>
    `dismissed_by_id = ${user}, dismissed_by_name = 'A', dismissed_at = now()${more}`;

  test.each<[string, (w: World) => string]>([
    ['in the name of a colleague', (w) => dismiss(w.colleague)],
    ['and become void', (w) => dismiss(w.userA, ", status = 'void'")],
    ['with another reason of the failure', (w) => dismiss(w.userA, ", failure = 'refused'")],
    ['without a time', (w) => `dismissed_by_id = ${w.userA}`],
  ])('that have failed are dismissed %s: refused', async (_title, set) => {
    expect(await as('a', change(world, set(world)), `${failed}${world.h2}`)).toBe(REFUSED);
  });

  test.each<[string, (w: World) => string]>([
    ['dismissed again', (w) => dismiss(w.userA)],
    ['taken back', () => 'dismissed_by_id = null, dismissed_by_name = null, dismissed_at = null'],
  ])('that are dismissed are %s: refused', async (_title, set) => {
    const before = `update settings_records set status = 'failed', ${dismiss(world.userA)} where history_id = ${world.h2}`;
    expect(await as('a', change(world, set(world)), before)).toBe(REFUSED);
  });

  test('that have failed are dismissed in the own name', async () => {
    expect(await as('a', change(world, dismiss(world.userA)), `${failed}${world.h2}`)).toBe(1);
  });

  test('are submitted and withdrawn', async () => {
    const submitted = `'pending', true, ${world.userA}`;
    expect(await as('a', insert(world, 'status, is_edit, submitted_by_id', submitted))).toBe(1);
    expect(await as('a', change(world, "status = 'void', failure = 'device-ended'"))).toBe(1);
    expect(await as('c', change(world, "status = 'void'"))).toBe(1);
  });
});

describe('users', () => {
  const asPlainStaff = (who: PrincipalName, sql: string) => as(who, sql, 'delete from user_roles');

  test.each(['a', 'limited', 'support'] as const)('are renamed by administrators and themselves: %s', async (who) => {
    const self = who === 'support' ? world.userB : world.userA;
    expect(await asPlainStaff(who, `update users set first_name = 'X' where id = ${self}`)).toBe(1);
    expect(await as('a', `update users set first_name = 'X' where id = ${world.colleague}`)).toBe(1);
    expect(await asPlainStaff('a', `update users set first_name = 'X' where id = ${world.colleague}`)).toBe(REFUSED);
    expect(await as('a', `update users set first_name = 'X' where id = ${world.userC}`)).toBe(0);
  });

  test.each(['active = false', 'locked = true', 'guessed_at = now()', "user_type = 'Group'", 'mvc_enabled = true'])(
    'change nothing of their own account that administrators decide: %s',
    async (set) => {
      for (const who of ['a', 'limited', 'support'] as const) {
        const self = who === 'support' ? world.userB : world.userA;
        expect(await as(who, `update users set ${set} where id = ${self}`)).toBe(REFUSED);
      }
      expect(await as('a', `update users set ${set} where id = ${world.colleague}`)).toBe(1);
      expect(await asPlainStaff('a', `update users set ${set} where id = ${world.colleague}`)).toBe(REFUSED);
    },
  );

  test.each(['a', 'limited', 'support', 'c'] as const)(
    'show their name, address and state, and no other column: %s',
    async (who) => {
      for (const column of ['phone', 'user_type', 'locale', 'guessed_at', 'created_at', 'visible_org_ids'])
        expect([column, await as(who, `select ${column} from users`)]).toEqual([column, REFUSED]);
      expect(await as(who, 'select * from users')).toBe(REFUSED);
      expect(
        await as(who, 'select id, org_id, email, first_name, last_name, active, locked, email_verified_at from users'),
      ).not.toEqual(REFUSED);
    },
  );

  test.each(['a', 'limited', 'support', 'c', 'device', 'jobs'] as const)(
    'have secrets that no role but that of the sign-in reads: %s',
    async (who) => {
      for (const table of [
        'user_credentials',
        'sessions',
        'attempt_counters',
        'socket_owners',
        'personal_access_tokens',
        'api_keys',
        'api_key_tokens',
        'mails',
        'account_links',
        'second_factors',
        'recovery_codes',
        'passkeys',
        'second_factor_challenges',
        'sms_messages',
      ])
        expect([table, await as(who, `select from ${table}`)]).toEqual([table, REFUSED]);
    },
  );

  test('at other locations are not read by staff of a location', async () => {
    expect(await as('limited', 'select id from users order by id')).toEqual([{ id: world.userA }]);
    expect(await as('a', 'select id from users order by id')).toEqual(
      [world.userA, world.userC, world.colleague].sort((x, y) => x - y).map((id) => ({ id })),
    );
  });

  test('at the same location, and who treats a visible patient, are read by staff of a location', async () => {
    const sees = (before: string) => as('limited', 'select id from users order by id', before);
    const both = [{ id: world.userA }, { id: world.colleague }];
    const at = `insert into user_locations (org_id, user_id, location_id) values (${world.a}, ${world.colleague}, `;
    expect(await sees(`${at}${world.a1})`)).toEqual(both);
    expect(await sees(`${at}${world.a3})`)).toEqual([{ id: world.userA }]);
    // Of a group with the location.
    expect(
      await sees(
        `insert into user_groups (org_id, user_id, group_id) values (${world.a}, ${world.colleague}, ${world.groupA})`,
      ),
    ).toEqual(both);
    for (const role of ['clinician', 'physician'])
      expect(
        await sees(
          `update patients set ${role}_org_id = ${world.a}, ${role}_id = ${world.colleague} where id = ${world.p1}`,
        ),
      ).toEqual(both);
  });
});

describe('the audit log', () => {
  const insert = (w: World, columns: string, values: string) =>
    `insert into audit_log (org_id, actor_user_id, operation, outcome, ${columns}) values (${w.a}, ${w.userA}, 'x', 'done', ${values})`;

  test('takes no time from its writer', async () => {
    expect(await as('a', insert(world, 'created_at', "'2020-01-01'"))).toBe(REFUSED);
    expect(await as('support', insert(world, 'created_at', "'2020-01-01'"))).toBe(REFUSED);
    expect(await as('auth', insert(world, 'created_at', "'2020-01-01'"))).toBe(REFUSED);
    expect(await as('a', insert(world, 'request_id', "'r'"))).toBe(1);
    for (const who of ['a', 'support'] as const)
      expect(await as(who, insert(world, 'read_at', "'2020-01-01'"))).toBe(REFUSED);
  });

  test.each(['a', 'limited', 'support'] as const)(
    'takes from a transaction of staff only the line of what the user did: %s',
    async (who) => {
      const line = (orgId: number, userId: number, outcome: string) =>
        `insert into audit_log (org_id, actor_user_id, operation, outcome, patient_ids) values (${orgId}, ${userId}, 'x', '${outcome}', '{1}')`;
      const { a, b, userA, userB, colleague } = world;
      const [orgId, userId] = who === 'support' ? [b, userB] : [a, userA];
      expect(await as(who, line(orgId, userId, 'done'))).toBe(1);
      for (const outcome of ['read', 'exported', 'denied', 'refused'])
        expect([outcome, await as(who, line(orgId, userId, outcome))]).toEqual([outcome, REFUSED]);
      expect(await as(who, line(a, colleague, 'done'))).toBe(REFUSED);
    },
  );

  test('is not changed or emptied by the role that adds the lines of reads, nor read by it', async () => {
    const line = `insert into audit_log (org_id, actor_user_id, operation, outcome, read_at) values (${world.b}, ${world.userB}, 'x', 'read', now())`;
    expect(await as('auth', line)).toBe(1);
    for (const sql of ["update audit_log set outcome = 'done'", 'delete from audit_log', 'select id from audit_log'])
      expect([sql, await as('auth', sql)]).toEqual([sql, REFUSED]);
  });

  test("shows an administrator the lines of the organization's users, and of a location those of its users", async () => {
    const actors = 'select distinct actor_user_id as id from audit_log order by 1';
    expect(await as('a', actors)).toEqual([{ id: world.userA }, { id: world.colleague }]);
    expect(await as('limited', actors)).toEqual([{ id: world.userA }]);
    const withoutRole = `delete from user_roles where user_id = ${world.userA}`;
    expect(await as('a', actors, withoutRole)).toEqual([{ id: world.userA }]);
  });
});

describe('the dates of a machine', () => {
  const collision = (id: number) => `select machine_collision(${id}, '2020-01-01', null, null) as code`;
  const HELD = [{ code: 'device-already-connected' }];
  const NOTHING = [{ code: null }];

  test('are answered only to a viewer who sees the machine', async () => {
    expect(await as('a', collision(world.m1))).toEqual(HELD);
    expect(await as('a', collision(world.mb))).toEqual(NOTHING);
    expect(await as('b', collision(world.m1))).toEqual(NOTHING);
    expect(await as('c', collision(world.m1))).toEqual(NOTHING);
    expect(await as('c', collision(world.m2))).toEqual(HELD);
    expect(await as('limited', collision(world.m1))).toEqual(HELD);
    expect(await as('limited', collision(world.m2))).toEqual(NOTHING);
    expect(await as('support', collision(world.mb))).toEqual(HELD);
    expect(await as('acting', collision(world.m1))).toEqual(HELD);
    expect(await as('acting', collision(world.mb))).toEqual(NOTHING);
    expect(await as('device', collision(world.m1))).toBe(REFUSED);
  });
});

describe('a migration of patients', () => {
  const STATES = ['waiting', 'running', 'done', 'failed', 'undoing', 'undone', 'undo_failed'];
  /** What may follow each state. A state that has not ended may also stay, with other counts. */
  const FOLLOWS: Record<string, string[]> = {
    waiting: ['waiting', 'running', 'failed'],
    running: ['running', 'done', 'failed'],
    done: ['undoing'],
    failed: ['undoing'],
    undoing: ['undoing', 'undone', 'undo_failed'],
    undone: [],
    undo_failed: ['undoing'],
  };
  const may = `insert into role_permissions (role_id, permission) select role_id, 'migrate.org' from user_roles on conflict do nothing`;
  const is = (state: string, until = "now() + interval '1 minute'") =>
    `${may}; update patient_migrations set state = '${state}', undo_until = ${until}`;
  const one = (set: string) =>
    `update patient_migrations set ${set} where id = (select min(id) from patient_migrations)`;

  test.each(['support', 'jobs'] as const)('becomes only what follows its state: %s', async (who) => {
    const outcomes = new Map<string, unknown>();
    for (const was of STATES)
      for (const becomes of STATES)
        outcomes.set(`${was} ${becomes}`, await as(who, one(`state = '${becomes}'`), is(was)));
    const expected = STATES.flatMap((was) =>
      STATES.map((becomes) => [`${was} ${becomes}`, FOLLOWS[was]!.includes(becomes) ? 1 : REFUSED]),
    );
    expect([...outcomes]).toEqual(expected);
  });

  test('is undone within 24 hours of its end, which no writer chooses', async () => {
    expect(await as('support', one("state = 'undoing'"), is('done', "now() - interval '1 second'"))).toBe(REFUSED);
    for (const set of ['undo_until = null', 'ended_at = now()', 'started_at = now()'])
      expect([set, await as('support', one(set), is('running'))]).toEqual([set, REFUSED]);
    const ended = `${one("state = 'done'")} returning undo_until - ended_at = interval '24 hours' and ended_at = now()::timestamptz(3) as kept`;
    expect(await as('support', `with ended as (${ended}) select kept from ended`, is('running'))).toEqual([
      { kept: true },
    ]);
  });
});

test('staff gives no time to a function with other rights, except where a question or a job has one', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select p.proname as name from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace
        and 'timestamptz'::regtype = any (p.proargtypes::oid[])
        and (has_function_privilege('airlog_org', p.oid, 'execute') or has_function_privilege('airlog_support', p.oid, 'execute')) order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['enqueue_job', 'night_evidence', 'nights_known', 'nights_voided']);
});

test('a request of a hand-off bears the name of who asked, whatever the statement says', async () => {
  const ask = `select ask_hand_off('device', '{"serial": "X", "asked_by": "Dr. Who"}', null); select asked_by from hand_offs order by id desc limit 1`;
  const named = `update users set first_name = 'Victoria', last_name = 'Ng' where id = ${world.userA}`;
  expect(await as('a', ask, named)).toEqual([{ asked_by: 'N*, Vic*****' }]);
});

test.each([
  [true, 'done'],
  [false, 'inactive'],
])('a request of an organization whose being active is %s is answered with %s', async (active, outcome) => {
  const request = `insert into hand_offs (id, org_id, user_id, side, kind, serial, asked_by, expires_at`;
  const requests = `update organizations set active = ${active} where id = ${world.b};
    ${request}) values (900, ${world.b}, ${world.userB}, 'asker', 'device', 'X', 'N*', now() + interval '1 day');
    ${request}, other_org_id, other_id) values (901, ${world.a}, null, 'holder', 'device', 'X', 'N*', now() + interval '1 day', ${world.b}, 900)`;
  const accept = `select accept_hand_off(901, (now() at time zone timezone)::date, null) as outcome from organizations where id = ${world.a}`;
  expect(await as('a', accept, requests)).toEqual([{ outcome }]);
});

describe('a job of staff', () => {
  /** A row with the id 900 of a user, what the job that follows it says of it, and the change after which none follows it. */
  const KINDS: Record<
    string,
    { of: (user: number) => string; data: (user: number) => object; key: string; at?: string; past: string }
  > = {
    'deliver-settings': {
      of: (user) =>
        `insert into settings_records (id, org_id, patient_id, history_id, values, status, is_edit, submitted_by_id, expires_at)
          values (900, ${world.a}, ${world.p2}, ${world.spareHistory}, '{}', 'pending', true, ${user}, '2030-01-01T00:00Z')`,
      data: () => ({ settingsRecordId: 900 }),
      key: 'settings:900',
      at: '2030-01-01T00:00Z',
      past: `update settings_records set status = 'void' where id = 900`,
    },
    'import-users': {
      of: (
        user,
      ) => `insert into user_imports (id, org_id, user_id, target_org_id, state, rows, row_count, refused_count)
        values (900, ${world.a}, ${user}, ${world.a}, 'waiting', '[]', 0, 0)`,
      data: (user) => ({ importId: 900, userId: user }),
      key: '900',
      past: `update user_imports set state = 'running' where id = 900`,
    },
    'issue-compliance-reports': {
      of: (user) =>
        `insert into compliance_batches (id, org_id, user_id, rule, as_of, patient_ids) values (900, ${world.a}, ${user}, 'x', '2026-01-01', '{1}')`,
      data: (user) => ({ batchId: 900, userId: user }),
      key: '900',
      past: `update compliance_batches set state = 'running' where id = 900`,
    },
    'run-bulk-query': {
      of: (user) =>
        `insert into bulk_queries (id, org_id, user_id, actor, query, variables, list, page_size, file_key)
          values (900, ${world.a}, ${user}, 'session', '{ x }', '{}', 'patients', 100, 'bulk/1/x')`,
      data: () => ({ bulkQueryId: 900 }),
      key: '900',
      past: `update bulk_queries set state = 'running' where id = 900`,
    },
    'match-hand-off': {
      of: (user) => `insert into hand_offs (id, org_id, user_id, side, kind, serial, asked_by, expires_at)
        values (900, ${world.a}, ${user}, 'asker', 'device', 'X', 'X', '2030-01-01T00:00Z')`,
      data: () => ({ handOffId: 900 }),
      key: 'match:900',
      past: 'update hand_offs set looked_up_at = now() where id = 900',
    },
    'expire-hand-off': {
      of: (user) => `insert into hand_offs (id, org_id, user_id, side, kind, serial, asked_by, expires_at)
        values (900, ${world.a}, ${user}, 'asker', 'device', 'X', 'X', '2030-01-01T00:00Z')`,
      data: () => ({ handOffId: 900 }),
      key: 'expire:900',
      at: '2030-01-01T00:00Z',
      past: `update hand_offs set state = 'withdrawn', ended_at = now() where id = 900`,
    },
    'migrate-patients': {
      of: (user) => `insert into patient_migrations (id, org_id, user_id, target_org_id, location_id, dme_id)
        values (900, ${world.a}, ${user}, ${world.a}, ${world.a1}, 'X')`,
      data: (user) => ({ migrationId: 900, userId: user }),
      key: '900',
      past: `update patient_migrations set state = 'failed' where id = 900`,
    },
    'read-upload': {
      of: (
        user,
      ) => `insert into uploads (id, org_id, user_org_id, user_id, sent_by, digest, storage_key, file_count, byte_count)
        values (900, ${world.a}, ${world.a}, ${user}, 'X', '\\x${'00'.repeat(32)}', '1/${randomUUID()}', 1, 1)`,
      data: () => ({ uploadId: 900 }),
      key: '900',
      past: `update uploads set state = 'parsing' where id = 900`,
    },
  };
  const add = (kind: string, data: object, key: string, at?: string) =>
    `select enqueue_job('${kind}', '${JSON.stringify(data)}', '${key}', ${at ? `'${at}'` : 'null'})`;
  /** Allowed: this database has no queue of any kind. */
  const NO_QUEUE = '42704';

  test.each(Object.keys(KINDS))(
    'is that of a row of its own, with the data, key and time of that row: %s',
    async (kind) => {
      const { of, data, key, at } = KINDS[kind]!;
      const { userA, colleague } = world;
      expect(await as('a', add(kind, data(userA), key, at), of(userA))).toBe(NO_QUEUE);
      expect(await as('a', add(kind, data(userA), '901', at), of(userA))).toBe(REFUSED);
      expect(await as('a', add(kind, { ...data(userA), more: 1 }, key, at), of(userA))).toBe(REFUSED);
      for (const who of ['a', 'b', 'support'] as const)
        for (const named of [userA, colleague])
          expect([who, await as(who, add(kind, data(named), key, at), of(colleague))]).toEqual([who, REFUSED]);
      if (kind !== 'migrate-patients')
        expect(await as('a', add(kind, data(userA), key, '2029-01-01'), of(userA))).toBe(REFUSED);
    },
  );

  test.each(Object.keys(KINDS))('is not added any more once its row is past it: %s', async (kind) => {
    const { of, data, key, at, past } = KINDS[kind]!;
    expect(await as('a', add(kind, data(world.userA), key, at), `${of(world.userA)}; ${past}`)).toBe(REFUSED);
  });

  test.each(['match-hand-off', 'expire-hand-off'])(
    'is not that of the holder of what was asked for: %s',
    async (kind) => {
      const { of, data, key, at } = KINDS[kind]!;
      const asked = of(world.userB)
        .replace(`(900, ${world.a}`, `(901, ${world.b}`)
        .concat(`; update hand_offs set side = 'holder', other_org_id = ${world.b}, other_id = 901 where id = 900`);
      expect(await as('a', add(kind, data(world.userA), key, at), `${of(world.userA)}; ${asked}`)).toBe(REFUSED);
    },
  );

  test('of a migration that is undone is that of the user who undoes it', async () => {
    const { of, data, key } = KINDS['migrate-patients']!;
    const { userA, colleague } = world;
    const undoing = `${of(colleague)}; update patient_migrations set state = 'undoing', undone_by = ${userA} where id = 900`;
    expect(await as('a', add('migrate-patients', data(userA), key), undoing)).toBe(NO_QUEUE);
    const others = undoing
      .replace(of(colleague), of(userA))
      .replace(`undone_by = ${userA}`, `undone_by = ${colleague}`);
    expect(await as('a', add('migrate-patients', data(userA), key), others)).toBe(REFUSED);
  });

  test('is of no other kind, and no other role but that of the queue adds one', async () => {
    const mail = add('send-mail', { mailId: 1 }, '1');
    for (const who of ['a', 'limited', 'c', 'support', 'acting', 'device', 'auth'] as const) {
      expect([who, await as(who, mail)]).toEqual([who, REFUSED]);
      expect([who, await as(who, mail.replace('enqueue_job', 'add_job'))]).toEqual([who, REFUSED]);
    }
    expect(await as('jobs', mail)).toBe(NO_QUEUE);
  });
});

describe('a mail of staff', () => {
  const write = (user: number, template: string) => `select queue_mail(${user}, '${template}')`;
  const ADDED = '42704'; // allowed: this database has no queue of any kind
  const invited = () => `update users set email_verified_at = null where id = ${world.colleague}`;

  test('is one of its acts on a user that it administers, with the permission of the act', async () => {
    const { colleague, userB, userC } = world;
    const withoutRole = 'delete from user_roles';
    for (const [template, before] of [
      ['invitation', invited()],
      ['password-reset-by-administrator', `update users set email_verified_at = now() where id = ${colleague}`],
      ['access-changed', 'select 1'],
      ['phone-changed', 'select 1'],
    ] as const) {
      for (const who of ['a', 'support'] as const)
        expect([template, who, await as(who, write(colleague, template), before)]).toEqual([template, who, ADDED]);
      expect([template, await as('a', write(colleague, template), `${before}; ${withoutRole}`)]).toEqual([
        template,
        REFUSED,
      ]);
      for (const other of [userB, userC])
        expect([template, await as('a', write(other, template), before)]).toEqual([template, 'P0002']);
      expect([template, await as('acting', write(userB, template), before)]).toEqual([template, 'P0002']);
      // A colleague at another location.
      expect([template, await as('limited', write(colleague, template), before)]).toEqual([template, 'P0002']);
    }
    expect(await as('a', write(colleague, 'invitation'), `update users set email_verified_at = now()`)).toBe(REFUSED);
    expect(await as('a', write(colleague, 'password-reset-by-administrator'), invited())).toBe(REFUSED);
  });

  test('by staff of a location is to themselves, and to who is at that location, themselves or by a group', async () => {
    const { a: org, a1, groupA, userA, colleague } = world;
    const mail = write(colleague, 'phone-changed');
    expect(await as('limited', mail)).toBe('P0002');
    expect(await as('limited', mail, `insert into user_locations values (${org}, ${colleague}, ${a1})`)).toBe(ADDED);
    expect(await as('limited', mail, `insert into user_groups values (${org}, ${colleague}, ${groupA})`)).toBe(ADDED);
    const alone = 'delete from user_locations; delete from user_groups';
    expect(await as('limited', write(userA, 'phone-changed'), alone)).toBe(ADDED);
  });

  test('with an invitation is also that of who may only create users, in the transaction that creates the user', async () => {
    const invite = write(world.colleague, 'invitation');
    const creates = `${invited()}; delete from role_permissions where permission = 'update.user.invitation'`;
    const now = `update users set created_at = now() where id = ${world.colleague}`;
    const earlier = now.replace('now()', `now() - interval '1 second'`);
    expect(await as('a', invite, `${creates}; ${now}`)).toBe(ADDED);
    expect(await as('a', invite, `${creates}; ${earlier}`)).toBe(REFUSED);
    const none = `delete from role_permissions where permission = 'create.user'`;
    expect(await as('a', invite, `${creates}; ${now}; ${none}`)).toBe(REFUSED);
  });

  test.each(['password-reset', 'password-changed', 'second-factor-added', 'token-created', 'anything'])(
    'is none of the sign-in: %s',
    async (template) => {
      for (const who of ['a', 'support', 'acting'] as const)
        expect([who, await as(who, write(world.colleague, template))]).toEqual([who, REFUSED]);
    },
  );
});

describe('a device', () => {
  const night = (machine: number) =>
    `insert into usage_nights (machine_org_id, machine_id, night, source, minutes) values (${world.a}, ${machine}, '2026-02-02', 'wireless', 1)`;
  const session = (patient: number) =>
    `insert into connections (org_id, patient_id, machine_org_id, machine_id, start_time) values (${world.a}, ${patient}, ${world.a}, ${world.m1}, now())`;

  test('writes connections for its own patient and for no other', async () => {
    expect(await as('device', session(world.p1))).toBe(1);
    expect(await as('device', session(world.p2))).toBe(REFUSED);
  });

  test('writes its own nights, and names no patient: the database finds whose they are', async () => {
    expect(await as('device', night(world.m1))).toBe(1);
    expect(await as('device', night(world.m2))).toBe(REFUSED);
    const named = night(world.m1).replace('(machine_org_id', '(org_id, patient_id, machine_org_id');
    expect(await as('device', named.replace('values (', `values (${world.a}, ${world.p2}, `))).toBe(REFUSED);
  });

  test('updates a night of a patient whose assignment was deleted since', async () => {
    const before = `delete from device_history where id = ${world.h1}`;
    expect(await as('device', 'update usage_nights set minutes = 2', before)).toBe(1);
    expect(await as('device', "update connections set exit_flag = 'x'", before)).toBe(1);
  });
});
