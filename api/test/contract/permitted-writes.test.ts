import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { scratchDatabase } from '../harness.ts';
import { complianceReportRow, orgMessageRow, seedWorld, type PrincipalName, type World } from './isolation.fixture.ts';

// SQL of the logins of staff writes what the permission matrix lets their user write, and nothing else (decisions/144).

let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
let client: pg.Client;
let other: pg.Client;
let world: World;

beforeAll(async () => {
  scratch = await scratchDatabase();
  [client, other] = [scratch.adminUrl, scratch.adminUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client];
  await Promise.all([client.connect(), other.connect()]);
  world = await seedWorld(client);
});

afterAll(async () => {
  await client?.end();
  await other?.end();
  await scratch?.drop();
});

const REFUSED = '42501';

/** Runs SQL as a principal who has these permissions alone, and takes it back. Returns the rows, or the code of the error. */
async function as(who: PrincipalName, permissions: string[], sql: string, before = ''): Promise<unknown> {
  const { role, settings } = world.principals[who];
  await client.query('begin');
  try {
    if (before) await client.query(before);
    await client.query(
      `delete from user_roles; delete from role_permissions where role_id = 901; delete from roles where id = 901;
       insert into roles (id, name, label, host, user_type) values (901, 'some', 'Some', 'org', 'Organization')`,
    );
    await client.query('insert into role_permissions (role_id, permission) select 901, unnest($1::text[])', [
      permissions,
    ]);
    await client.query(
      'insert into user_roles (org_id, user_id, role_id) select org_id, id, 901 from users where id = $1',
      [settings['app.user_id'] || null],
    );
    for (const [name, value] of Object.entries(settings))
      await client.query('select set_config($1, $2, true)', [name, value]);
    await client.query(`set local role ${role}`);
    const { command, rows, rowCount } = await client.query<Record<string, unknown>>(sql);
    return command === 'SELECT' ? rows : rowCount;
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.query('rollback');
  }
}

/** The values of a row as SQL. */
const insertOf = (table: string, row: Record<string, unknown>): string => {
  const columns = Object.keys(row)
    .map((column) => `"${column}"`)
    .join(', ');
  return `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, '${JSON.stringify(row).replaceAll("'", "''")}')`;
};

/** What only the service guards, with the reason why the database need not. */
const GUARDED_ELSEWHERE: Record<string, string> = {
  announcement_receipts: 'What a user has read: their own rows, by policy.',
  audit_log: 'Each request adds lines in the name of its user, by policy, and no one changes one.',
  follow_ups: 'Its trigger takes an act out of view only for the next one, which is added with the permission.',
  bulk_queries: 'A query of their own, by policy; each page of it is read with the permission of its list.',
  compliance_batches: 'Their own list of patients, by policy; a report of it is issued with the permission.',
  dismissed_notices: 'What a user has dismissed: their own rows, by policy.',
  inbox_items: 'What a user has read: their own rows, by policy.',
  request_ids: 'Answers to repeated requests: their own rows, by policy.',
  table_preferences: 'How a user sees a table: their own rows, by policy.',
  upload_files: 'Of an upload, which is added with the permission.',
  user_imports: 'A list of their own, by policy; each user of it is added with the permission.',
};

test('each write of staff is guarded by its permission in the database, or listed with the reason', async () => {
  const { rows } = await client.query<{ table: string; command: string; guarded: boolean }>(
    `select c.relname as table, p.command,
            exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
                     where t.tgrelid = c.oid and t.tgenabled = 'O' and t.tgtype & 2 <> 0 and t.tgtype & p.bit <> 0
                       and (f.proname = 'needs_permission' or f.prosrc ~ 'ctx_(may|may_give|manages_places)\\(')) as guarded
       from pg_class c, (values ('insert', 4), ('update', 16), ('delete', 8)) p (command, bit)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and exists (
        select from pg_roles r where r.rolname in ('airlog_org', 'airlog_support')
           and case when p.command = 'delete' then has_table_privilege(r.oid, c.oid, 'delete') else has_any_column_privilege(r.oid, c.oid, p.command) end)`,
  );
  expect(rows.length).toBeGreaterThan(50);
  const open = [...new Set(rows.filter(({ guarded }) => !guarded).map(({ table }) => table))].sort();
  expect(open).toEqual(Object.keys(GUARDED_ELSEWHERE).sort());
});

test('every column of an assignment or a settings change that staff may change is guarded', async () => {
  const { rows } = await client.query<{ column: string }>(
    `select c.relname || '.' || a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relname in ('device_history', 'settings_records', 'machines') and has_column_privilege('airlog_org', c.oid, a.attname, 'update')
        and not exists (select from pg_trigger t join pg_proc f on f.oid = t.tgfoid where t.tgrelid = c.oid and f.proname = 'needs_permission'
          and t.tgtype & 16 <> 0 and a.attnum = any (t.tgattr::int2[]))`,
  );
  expect(rows).toEqual([]);
});

describe('staff without the permission', () => {
  test.each<[title: string, permission: string, sql: (w: World) => string]>([
    [
      'assigns no device',
      'create.device',
      (w) =>
        `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date, end_date) values (${w.a}, ${w.p1}, ${w.a}, ${w.spare}, '2020-01-01', '2020-02-01')`,
    ],
    [
      'ends no assignment',
      'update.device',
      (w) => `update device_history set end_date = '2099-01-01' where id = ${w.h1}`,
    ],
    ['confirms no PIN', 'update.device.pin', (w) => `update device_history set has_pin = true where id = ${w.h1}`],
    ['stores no PIN', 'update.device.pin', (w) => `update machines set pin_cipher = 'x' where id = ${w.spare}`],
    ['deletes no assignment', 'delete.device', (w) => `delete from device_history where id = ${w.h1}`],
    ['changes no patient', 'update.patient', (w) => `update patients set first_name = 'X' where id = ${w.p1}`],
    [
      'submits no settings',
      'update.device.settings',
      (w) =>
        `insert into settings_records (org_id, patient_id, history_id, values, status, is_edit, submitted_by_id) values (${w.a}, ${w.p2}, ${w.spareHistory}, '{}', 'pending', true, ${w.userA})`,
    ],
    [
      'withdraws no settings',
      'update.device.settings',
      (w) => `update settings_records set status = 'void' where history_id = ${w.h1}`,
    ],
    [
      'trusts no domain',
      'update.org.settings',
      (w) =>
        `insert into trusted_domains (org_id, name, created_by_id, created_at) values (${w.a}, 'y.test', ${w.userA}, now())`,
    ],
    ['forgets no trusted domain', 'update.org.settings', (w) => `delete from trusted_domains where org_id = ${w.a}`],
    [
      'issues no compliance report',
      'view.patient',
      (w) => insertOf('compliance_reports', complianceReportRow(w.a, w.p1, w.userA, w.a)),
    ],
  ])('%s, and with it does', async (_title, permission, sql) => {
    const others = [
      'create.device',
      'update.device',
      'update.device.pin',
      'delete.device',
      'update.patient',
      'update.device.settings',
      'update.org.settings',
      'view.patient',
    ].filter((one) => one !== permission);
    // What ends an assignment also confirms its PIN, and ends the change of settings that waits for its device.
    const near = permission.startsWith('update.device.') ? ['update.device', 'create.device', 'delete.device'] : [];
    const without = others.filter((one) => !near.includes(one));
    expect(await as('a', without, sql(world))).toBe(REFUSED);
    expect(await as('a', [permission], sql(world))).toBe(1);
  });

  test('stores no iCode report', async () => {
    const row = (
      await client.query<{ row: object }>(
        `select to_jsonb(r) - 'id' - 'visible_org_ids' as row from icode_reports r where patient_id = $1`,
        [world.p1],
      )
    ).rows[0]!;
    const sql = insertOf('icode_reports', { ...row.row, code: '1234567890123456', submitted_by_id: world.userA });
    expect(await as('a', ['view.patient', 'create.device', 'update.device'], sql)).toBe(REFUSED);
    expect(await as('a', ['upload.device.icode'], sql)).not.toBe(REFUSED);
  });

  test('removes no suppressed address', async () => {
    const sql = 'delete from suppressed_emails';
    expect(await as('support', ['viewAny.suppressed_email'], sql)).toBe(REFUSED);
    expect(await as('support', ['delete.suppressed_email'], sql)).toBe(2);
  });
});

test('a compliance report of staff without a signature is refused: figures that the portal did not compute have none', async () => {
  const unsigned = {
    ...complianceReportRow(world.a, world.p1, world.userA, world.a),
    key_id: null,
    signature: null,
    audit_sequence: null,
    audit_hash: null,
  };
  expect(await as('a', ['view.patient'], insertOf('compliance_reports', unsigned))).toBe(REFUSED);
});

describe('a message of support staff', () => {
  const send = (html: string, sender = world.userB) =>
    insertOf('org_messages', { ...orgMessageRow(world.a, world.userA, world.b, sender), html }) +
    ' returning sent_by_id, sent_by_org_id';
  const SEND = ['send.org.message'];

  test('needs the permission, and is of the user who sends it whatever the statement names', async () => {
    expect(await as('support', [], send('x'))).toBe(REFUSED);
    const named = { ...orgMessageRow(world.a, world.userA, world.a, world.colleague), id: 9000 };
    const { settings, role } = world.principals.support;
    await client.query('begin');
    await client.query(
      `insert into role_permissions (role_id, permission) values (1, 'send.org.message') on conflict do nothing`,
    );
    for (const [name, value] of Object.entries(settings))
      await client.query('select set_config($1, $2, true)', [name, value]);
    await client.query(`set local role ${role}`);
    await client.query(insertOf('org_messages', named));
    const { rows } = await client.query('select sent_by_org_id, sent_by_id from org_messages where id = 9000');
    await client.query('rollback');
    expect(rows).toEqual([{ sent_by_org_id: world.b, sent_by_id: world.userB }]);
  });

  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT src=//evil.example></SCRIPT>',
    '<b onclick="x()">x</b>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="http://plain.example">x</a>',
    '<a href="https://x.example" target="_top">x</a>',
    '<img src=x onerror=alert(1)>',
    '<b',
    'a < b',
  ])('with what the portal never sends is refused: %s', async (html) => {
    expect(await as('support', SEND, send(html))).toBe(REFUSED);
  });

  test.each([
    'Plain text &amp; signs &lt;3',
    '<p>One <b>bold</b>, <i>two</i>, <em>three</em>, <strong>four</strong><br /></p><ul><li><code>x</code></li></ul><ol></ol>',
    '<a href="https://example.test/a?b=1&amp;c=2">link</a> <a>no link</a>',
  ])('with the tags of the portal is sent: %s', async (html) => {
    expect(await as('support', SEND, send(html))).toBe(1);
  });
});

describe('the turn to seal the logs', () => {
  test('is of the role of jobs: no login of staff reads or locks it', async () => {
    for (const who of ['a', 'limited', 'c', 'support', 'acting', 'device', 'auth'] as const)
      for (const sql of [
        'select from seal_turns',
        'select from seal_turns for update',
        'lock table seal_turns in access share mode',
        'update seal_turns set id = true',
      ])
        expect([who, sql, await as(who, [], sql)]).toEqual([who, sql, REFUSED]);
  });

  test('is free while a login of staff holds every advisory lock that it likes', async () => {
    await other.query('begin');
    await other.query('set local role airlog_org');
    await other.query('select pg_try_advisory_lock(4716059), pg_try_advisory_xact_lock(4716059)');
    await client.query('begin');
    await client.query('set local role airlog_jobs');
    const { rows } = await client.query('select 1 as turn from seal_turns for update skip locked');
    await client.query('rollback');
    await other.query('rollback');
    await other.query('select pg_advisory_unlock_all()');
    expect(rows).toEqual([{ turn: 1 }]);
  });
});
