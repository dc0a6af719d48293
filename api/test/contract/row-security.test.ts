import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import exempt from '../../src/db/rls-exempt.json' with { type: 'json' };
import { scratchDatabase } from '../harness.ts';
import { seedWorld, type World } from './isolation.fixture.ts';
import { failureOf, isolationChecks, type Check } from './isolation.ts';

/** Functions that add jobs, or read or repeat those of the queue: no other role has its tables. */
const OF_THE_QUEUE = [
  'add_job',
  'failed_jobs',
  'icode_report_judged',
  'queue_states',
  'recompute_compliance',
  'recompute_provider',
  'run_failed_jobs',
];

let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
let client: pg.Client;
let world: World;
let checks: Check[];

beforeAll(async () => {
  scratch = await scratchDatabase();
  client = new pg.Client({ connectionString: scratch.adminUrl });
  await client.connect();
  world = await seedWorld(client);
  checks = await isolationChecks(client, world);
});

afterAll(async () => {
  await client?.end();
  await scratch?.drop();
});

interface Policy {
  table: string;
  name: string;
  command: 'r' | 'a' | 'w' | 'd' | '*';
  permissive: boolean;
  roles: string[];
  using: string | null;
  check: string | null;
}

async function policies(): Promise<Policy[]> {
  const { rows } = await client.query<Policy>(
    `select c.relname as table, p.polname as name, p.polcmd as command, p.polpermissive as permissive, array(select rolname::text from pg_roles where oid = any (p.polroles)) as roles,
            pg_get_expr(p.polqual, p.polrelid) as using, pg_get_expr(p.polwithcheck, p.polrelid) as check
       from pg_policy p join pg_class c on c.oid = p.polrelid order by 1, 2`,
  );
  const oneLine = (text: string | null) => text && text.replace(/\s+/g, ' ').trim();
  return rows.map((row) => ({ ...row, using: oneLine(row.using), check: oneLine(row.check) }));
}

describe('every table of the schema', () => {
  test('has row-level security enabled and forced, or is listed in rls-exempt.json with a reason', async () => {
    const { rows } = await client.query<{ name: string; bound: boolean }>(
      `select relname as name, relrowsecurity and relforcerowsecurity as bound from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    expect(
      rows
        .filter(({ bound }) => !bound)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(exempt).sort());
    expect(Object.keys(exempt).length).toBeLessThanOrEqual(8);
    for (const reason of Object.values(exempt)) expect(reason.length).toBeGreaterThan(20);
  });

  test('has a permissive policy for each granted command; exempt tables are read-only', async () => {
    const { rows: granted } = await client.query<{
      table: string;
      role: string;
      command: string;
      bound: boolean;
      covered: boolean;
    }>(
      `select c.relname as table, r.rolname as role, p.command, c.relrowsecurity as bound,
              exists (select from pg_policy o where o.polrelid = c.oid and o.polpermissive and o.polcmd in ('*', p.letter) and exists (
                select from unnest(o.polroles) holder where pg_has_role(r.oid, holder, 'usage'))) as covered
         from pg_class c, pg_roles r, (values ('select', 'r'), ('insert', 'a'), ('update', 'w'), ('delete', 'd')) p (command, letter)
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and r.rolname like 'airlog\\_%' and r.rolname not like 'airlog\\_login%'
          and case when p.command = 'delete' then has_table_privilege(r.oid, c.oid, 'delete') else has_any_column_privilege(r.oid, c.oid, p.command) end`,
    );
    expect(granted.length).toBeGreaterThan(60);
    expect(granted.filter(({ bound, covered }) => bound && !covered)).toEqual([]);
    expect(granted.filter(({ bound, command }) => !bound && command !== 'select')).toEqual([]);
  });

  test('grants nothing to PUBLIC, and TRUNCATE, REFERENCES and TRIGGER to no role', async () => {
    const { rows } = await client.query(
      `select c.relname, acl.grantee::regrole::text, acl.privilege_type from pg_class c, aclexplode(c.relacl) acl
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and acl.grantee <> c.relowner
          and (acl.grantee = 0 or acl.privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE'))`,
    );
    expect(rows).toEqual([]);
  });
});

// The documented shapes as PostgreSQL prints them. A new shape is a decision: measure it (no OR, an index condition),
// then add it.
const OWN = '(org_id = ctx_org())';
const VISIBLE = '(visible_org_ids @> ARRAY[ctx_org()])';
const ofParent = (
  table: 'patients' | 'machines' | 'uploads' | 'usage_nights' | 'patient_migrations' | 'patient_notes',
  alias: string,
  key: string,
  child: string,
) => `(EXISTS ( SELECT FROM ${table} ${alias} WHERE (${alias}.id = ${child}.${key})))`;
/** Looked up for each row: a list that joins few of many rows would read every patient otherwise (093). */
const OF_ONE_PATIENT = (table: string) =>
  `(EXISTS ( SELECT FROM patients p WHERE (p.id = ${table}.patient_id) OFFSET 0))`;
const OWN_DAYS: Record<string, string> = {
  usage_nights: 'usage_nights.usage_date <@ ctx_machine_days(m.id)',
  usage_date_changes: 'usage_date_changes.created_at >= ctx_machine_day_since(m.id, usage_date_changes.old_date)',
};
const ofOneOf = (table: string) =>
  `CASE WHEN (patient_id IS NULL) THEN (EXISTS ( SELECT FROM machines m WHERE ((m.id = ${table}.machine_id) AND CASE WHEN m.handed_over THEN (${OWN_DAYS[table]}) ELSE true END))) ELSE ${ofParent('patients', 'p', 'patient_id', table)} END`;
/** Of a machine that was handed over, to the organization that has it now, and to those that see its patient. */
const OF_HELD_MACHINE =
  '(EXISTS ( SELECT FROM machines m WHERE ((m.id = modules.machine_id) AND CASE WHEN m.handed_over THEN ctx_has_machine(m.id) ELSE true END)))';
const SHAPES = (table: string): Record<string, string> => ({
  [OWN]: 'own rows',
  '(id = ctx_org())': 'the own organization',
  '((org_id = ctx_org()) AND (actor_user_id = ctx_user()))': 'own rows, signed by the user',
  "((org_id = ctx_org()) AND (actor_user_id = ctx_user()) AND (outcome = 'done'::text))":
    'the user, for what their transaction did',
  '((org_id = ctx_org()) AND (user_id = ctx_user()))': "the user's own rows",
  '((org_id = ctx_org()) AND is_shared)': 'what users of the own organization share',
  '((org_id = COALESCE(ctx_acting(), ctx_org())) AND is_shared)':
    'the users of the organization that it works in share it',
  '(COALESCE(audience_org_id, ctx_org()) = ctx_org())': 'announcements to every organization, and to the own',
  '((org_id = ctx_org()) AND (user_id <> ctx_user()))': "colleagues' rows",
  "((org_id = ctx_org()) AND CASE WHEN (user_id = ctx_user()) THEN true ELSE ( SELECT ctx_may('view.user'::text) AS ctx_may) END)":
    "the user's own log, and those of others for administrators",
  "((org_id = ctx_org()) AND CASE WHEN (actor_user_id = ctx_user()) THEN true ELSE ( SELECT ctx_may('view.user'::text) AS ctx_may) END)":
    'what the user did, and what others did for administrators',
  [VISIBLE]: 'shareable roots',
  [`(${VISIBLE} AND ${ofParent('patients', 'p', 'patient_id', table)})`]: 'of these the children of a patient',
  [`((work_org_id = ctx_org()) AND ${OF_ONE_PATIENT(table)})`]: 'what the organization decided about a patient',
  [`((org_id = ctx_org()) AND ${OF_ONE_PATIENT(table)})`]: 'what partners decided about a patient of the organization',
  [ofParent('patient_notes', 'n', 'note_id', table)]: 'children of a note',
  [ofParent('patients', 'p', 'patient_id', table)]: 'children of a patient',
  [OF_ONE_PATIENT(table)]: 'children of a patient in a long list',
  [OF_HELD_MACHINE]: 'children of a machine, for the organization that has it',
  [ofParent('uploads', 'u', 'upload_id', table)]: 'children of an upload',
  [ofParent('usage_nights', 'n', 'night_id', table)]: 'children of a night',
  [`(${ofParent('patients', 'p', 'patient_id', table)} AND ${ofParent('machines', 'm', 'machine_id', table)})`]:
    'children of both',
  [ofOneOf(table)]:
    'children of a patient, or, while no patient has them, of a machine on the days on which the organization had it',
});
const OF_A_DEVICE = (table: string): string[] => [
  '(id = ctx_machine())',
  ofParent('machines', 'm', 'machine_id', table),
  `(EXISTS ( SELECT FROM device_history h WHERE (h.id = ${table}.history_id)))`,
  `(EXISTS ( SELECT FROM device_history h WHERE ((h.machine_id = ${table}.machine_id) AND (h.patient_id = ${table}.patient_id))))`,
  `CASE WHEN (patient_id IS NULL) THEN ${ofParent('machines', 'm', 'machine_id', table)} ELSE (EXISTS ( SELECT FROM device_history h WHERE ((h.machine_id = ${table}.machine_id) AND (h.patient_id = ${table}.patient_id)))) END`,
];
const NARROWING = (table: string): string[] => [
  'false', // changes: also those of deleted rows, whose location is not known; webhooks: they are sent changes
  '(location_id = ANY (ctx_locations()))',
  '(visible_location_ids && ctx_locations())',
  // Oneself, colleagues of one's locations, and who treats a patient that one sees.
  'CASE WHEN (id = ctx_user()) THEN true ' +
    'WHEN (EXISTS ( SELECT FROM user_locations l WHERE ((l.user_id = users.id) AND (l.location_id = ANY (ctx_locations()))))) THEN true ' +
    'WHEN (EXISTS ( SELECT FROM (user_groups g JOIN org_group_locations gl ON ((gl.group_id = g.group_id))) ' +
    'WHERE ((g.user_id = users.id) AND (gl.location_id = ANY (ctx_locations()))))) THEN true ' +
    'WHEN (EXISTS ( SELECT FROM patients p WHERE (p.clinician_id = users.id))) THEN true ' +
    'ELSE (EXISTS ( SELECT FROM patients p WHERE (p.physician_id = users.id))) END',
  '(EXISTS ( SELECT FROM user_accounts a WHERE (a.id = users.id)))',
  // Oneself, and colleagues of one's locations and groups.
  'CASE WHEN (id = ctx_user()) THEN true ' +
    'WHEN (EXISTS ( SELECT FROM user_locations l WHERE ((l.user_id = user_accounts.id) AND (l.location_id = ANY (ctx_locations()))))) THEN true ' +
    'ELSE (EXISTS ( SELECT FROM (user_groups g JOIN org_group_locations gl ON ((gl.group_id = g.group_id))) ' +
    'WHERE ((g.user_id = user_accounts.id) AND (gl.location_id = ANY (ctx_locations()))))) END',
  '(EXISTS ( SELECT FROM user_accounts u WHERE (u.id = user_roles.user_id)))',
  // The logs of who is seen.
  '(EXISTS ( SELECT FROM user_accounts a WHERE (a.id = logins.user_id)))',
  '(EXISTS ( SELECT FROM user_accounts a WHERE (a.id = user_changes.user_id)))',
  '(EXISTS ( SELECT FROM user_accounts a WHERE (a.id = audit_log.actor_user_id)))',
  '(EXISTS ( SELECT FROM user_accounts a WHERE (a.id = security_events.user_id)))',
  'ctx_in_group(group_id)',
  '(user_id = ctx_user())', // uploads: a device has no location before it was matched
  `CASE WHEN (patient_id IS NULL) THEN (submitted_by_id = ctx_user()) ELSE ${ofParent('patients', 'p', 'patient_id', table)} END`,
];

/** Support staff within one organization: what the organization itself sees, and the own rows as a user (decisions/062). */
const ACTING = (table: string): string[] => [
  '(org_id = ctx_acting())',
  '(id = ctx_acting())',
  '(target_org_id = ctx_acting())',
  '(visible_org_ids @> ARRAY[ctx_acting()])',
  '(COALESCE(audience_org_id, ctx_acting()) = ctx_acting())',
  ofParent('patients', 'p', 'patient_id', table),
  OF_HELD_MACHINE,
  ofParent('uploads', 'u', 'upload_id', table),
  ofParent('usage_nights', 'n', 'night_id', table),
  ofParent('patient_migrations', 'm', 'migration_id', table),
  ofParent('patient_notes', 'n', 'note_id', table),
  OF_ONE_PATIENT(table),
  `((work_org_id = ctx_acting()) AND ${OF_ONE_PATIENT(table)})`,
  `((visible_org_ids @> ARRAY[ctx_acting()]) AND ${ofParent('patients', 'p', 'patient_id', table)})`,
  `(${ofParent('patients', 'p', 'patient_id', table)} AND ${ofParent('machines', 'm', 'machine_id', table)})`,
  ofOneOf(table),
  'CASE WHEN (id = ctx_user()) THEN true ELSE (org_id = ctx_acting()) END',
  'CASE WHEN (id = ctx_user()) THEN true ELSE (visible_org_ids @> ARRAY[ctx_acting()]) END',
  '(EXISTS ( SELECT FROM user_accounts u WHERE (u.id = user_roles.user_id)))',
  '(EXISTS ( SELECT FROM user_accounts a WHERE (a.id = logins.user_id)))',
  '(EXISTS ( SELECT FROM user_accounts a WHERE (a.id = user_changes.user_id)))',
  '(EXISTS ( SELECT FROM user_accounts a WHERE (a.id = audit_log.actor_user_id)))',
];
/** Tables of which support staff within one organization reads every row. */
const NOT_NARROWED = [
  'organizations', // the names, of which they choose the next one; changes are narrowed
  'suppressed_emails', // addresses of no organization
];

describe('every policy', () => {
  test('has one of the documented shapes, without OR', async () => {
    const all = await policies();
    expect(all.length).toBeGreaterThan(50);
    const strange = all.filter(({ table, name, permissive, roles, using, check }) => {
      const expressions = [using, check].filter((expression) => expression !== null);
      if (!permissive && roles.join() === 'airlog_acting')
        return !expressions.every((expression) => ACTING(table).includes(expression));
      if (!permissive)
        return (
          !expressions.every((expression) => NARROWING(table).includes(expression)) || roles.join() !== 'airlog_limited'
        );
      const seesAll =
        roles.length === 1 && ['airlog_support', 'airlog_auth', 'airlog_definer', 'airlog_jobs'].includes(roles[0]!);
      if (roles.join() === 'airlog_device')
        return !expressions.every((expression) => OF_A_DEVICE(table).includes(expression));
      // Support staff sees every row of the organizations, but of users' own rows only their own, like any user.
      const own =
        [
          'announcement_receipts',
          'bulk_queries',
          'compliance_batches',
          'dismissed_notices',
          'inbox_items',
          'recent_organizations',
          'request_ids',
          'saved_queries',
          'table_preferences',
          'user_imports',
        ].includes(table) || /^own_(update|insert)_support$/.test(name);
      if (roles.join() === 'airlog_support' && own)
        return !expressions.every((expression) => /^the user/.test(SHAPES(table)[expression] ?? ''));
      return seesAll
        ? !expressions.every((expression) => expression === 'true' || expression === '(user_id <> ctx_user())')
        : roles.join() !== 'airlog_org' || !expressions.every((expression) => expression in SHAPES(table));
    });
    expect(strange).toEqual([]);
    expect(all.filter(({ using, check }) => / OR /i.test(`${using} ${check}`))).toEqual([]);
  });
});

test('each table whose rows support staff reads is narrowed while it acts in one organization', async () => {
  const all = await policies();
  const tables = (wanted: (policy: Policy) => boolean) => [...new Set(all.filter(wanted).map(({ table }) => table))];
  const open = tables(({ roles, using, permissive, command }) =>
    [permissive, using === 'true', roles.join() === 'airlog_support', command === 'r' || command === '*'].every(
      Boolean,
    ),
  );
  const narrowed = tables(
    ({ roles, command }) => roles.join() === 'airlog_acting' && (command === 'r' || command === '*'),
  );
  expect(open.filter((table) => !narrowed.includes(table))).toEqual(NOT_NARROWED);
});

describe('the isolation suite', () => {
  test('keeps organizations, locations, partners, support and the anonymous context apart in every tenant table', async () => {
    expect(checks.length).toBeGreaterThan(150);
    await client.query('begin');
    const failures: string[] = [];
    for (const check of checks) failures.push((await failureOf(client, world, check)) ?? '');
    await client.query('rollback');
    expect(failures.filter(Boolean)).toEqual([]);
  });

  test('fails when any one policy is dropped or opened', async () => {
    const survivors: string[] = [];
    let mutants = 0;
    for (const { table, name, roles, using, check } of await policies()) {
      const on = `policy ${name} on ${table}`;
      const mutations = [`drop ${on}`];
      if (using !== null && using !== 'true')
        mutations.push(`alter ${on} using (true)${check === null ? '' : ' with check (true)'}`);
      if (check !== null && check !== 'true') mutations.push(`alter ${on} with check (true)`);
      // Runs the checks of the changed table first, and among them those of the policy's role: the first failure is the answer.
      const distance = (one: Check) =>
        Number(one.table !== table) * 2 + Number(!roles.includes(world.principals[one.as].role));
      const ordered = checks.toSorted((one, other) => distance(one) - distance(other));
      for (const mutation of mutations) {
        mutants += 1;
        await client.query('begin');
        await client.query(mutation);
        let killed = false;
        for (const one of ordered) if ((killed = (await failureOf(client, world, one)) !== null)) break;
        await client.query('rollback');
        if (!killed) survivors.push(mutation);
      }
    }
    expect(mutants).toBeGreaterThan(70);
    expect(survivors).toEqual([]);
  });
});

describe('foreign keys, to which row-level security does not apply', () => {
  test('between tenant tables include the organization', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select k.conname as name from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
        where k.contype = 'f' and child.relrowsecurity and parent.relrowsecurity
          -- The id of an organization row is its own organization. The legacy directory has none, and migrations are of support staff alone.
          and parent.relname not in ('organizations', 'legacy_locations', 'patient_migrations')
          and not exists (select from unnest(k.confkey) n join pg_attribute a on a.attrelid = parent.oid and a.attnum = n where a.attname = 'org_id')`,
    );
    expect(rows).toEqual([]);
  });

  test('of several columns cannot be partly null, which would leave them unchecked', async () => {
    const { rows } = await client.query<{ table: string; org: string; id: string }>(
      `select child.relname as table, max(a.attname) filter (where a.attname like '%org_id') as org, max(a.attname) filter (where a.attname not like '%org_id') as id
         from pg_constraint k join pg_class child on child.oid = k.conrelid, unnest(k.conkey) n join pg_attribute a on a.attnum = n
        where k.contype = 'f' and cardinality(k.conkey) > 1 and a.attrelid = k.conrelid
        group by k.oid, child.relname having bool_or(not a.attnotnull and a.attname like '%org_id')`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const { table, org, id } of rows) {
      await expect(client.query(`update ${table} set ${org} = null, ${id} = 1`)).rejects.toMatchObject({
        code: '23514',
      });
    }
  });
});

describe('functions with the rights of their owner', () => {
  test('belong to airlog_definer (those that add or read jobs: to airlog_jobs), fix their search path and are closed to PUBLIC', async () => {
    const { rows } = await client.query<{ name: string; owner: string; path: string; open: boolean }>(
      `select p.proname as name, p.proowner::regrole::text as owner, array(select c from unnest(p.proconfig) c where c like 'search_path=%')::text as path, has_function_privilege('public', p.oid, 'execute') as open
         from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows)
      expect(row).toEqual({
        ...row,
        owner: OF_THE_QUEUE.includes(row.name) ? 'airlog_jobs' : 'airlog_definer',
        path: '{"search_path=public, pg_temp"}',
        open: false,
      });
  });
});

describe('the audit log', () => {
  test('can be written and read by the application roles, but not changed, deleted or emptied', async () => {
    const { rows } = await client.query<{ role: string; may: string[] }>(
      `select r.rolname as role, array(select p from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) p where case when p = 'insert' then has_any_column_privilege(r.oid, 'audit_log', p) else has_table_privilege(r.oid, 'audit_log', p) end) as may
         from pg_roles r where r.rolname like 'airlog\\_%' and r.rolname not like 'airlog\\_login%' order by 1`,
    );
    expect(Object.fromEntries(rows.map(({ role, may }) => [role, may]))).toEqual({
      airlog_acting: ['select', 'insert'],
      airlog_auth: ['insert'],
      airlog_definer: ['select', 'delete'], // archive_lines(), which only the owner may call
      airlog_device: [],
      airlog_jobs: ['select', 'insert'],
      airlog_limited: ['select', 'insert'],
      airlog_org: ['select', 'insert'],
      airlog_support: ['select', 'insert'],
    });
  });
});
