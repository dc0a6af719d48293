import type pg from 'pg';
import { CHANGE, newRowsOf, REFUSED_STATEMENTS } from './contracts.ts';
import { primaryKeys, PRINCIPALS, type PrincipalName, type World } from './isolation.fixture.ts';

type Row = Record<string, unknown>;

export interface Check {
  table: string;
  title: string;
  as: PrincipalName;
  sql: string;
  /** Keys seen, rows changed, or refused by row-level security. */
  expected: string[] | number | 'refused';
}

const SEES_ALL = new Set<PrincipalName>(['support', 'auth', 'definer', 'jobs']);

/** Only the user who owns these rows sees them, not even support staff. */
const ONES_OWN = new Set([
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
]);

/** The users that a principal with update.user changes: those of the own organization, not the partners that it sees. Acting: and oneself. */
const OWN_USERS = { a: 2, limited: 1, b: 2, c: 1, support: 5, acting: 3, anonymous: 0 };

/** The settings of the own organization, not its partners', with update.org.settings, and not as staff of a location. */
const OWN_SETTINGS = { a: 1, limited: 'refused', b: 1, c: 'refused', acting: 1, anonymous: 0 } as const;

/** Locations and groups: not as staff of a location, and support staff needs update.org for another organization's. */
const OF_ADMINISTRATORS = { limited: 'refused', support: 'refused', acting: 3 } as const;

/** One's own saved query, not that which a colleague shares. */
const OWN_QUERIES = { a: 1, limited: 1, b: 1, support: 1, acting: 1 } as const;

/** Rows of users, of which no user deletes their own, by the principal: the others that they see. */
const OF_COLLEAGUES: Record<string, Partial<Record<PrincipalName, number | 'refused'>>> = {
  user_roles: { a: 1, limited: 0, b: 0, c: 0, support: 3, acting: 2 },
  user_locations: { a: 1, limited: 0, b: 0, c: 0, support: 2, acting: 2 },
  user_groups: { a: 1, limited: 0, b: 0, c: 0, support: 2, acting: 2 },
  // Only one that waits for a confirmation is discarded.
  uploads: { a: 'refused', limited: 'refused', b: 'refused', support: 'refused', acting: 'refused' },
  saved_queries: OWN_QUERIES,
  patients: { definer: 'refused' }, // nor a patient with devices
  // Groups that have users or locations; staff of a location, and support staff without update.org.
  org_groups: { a: 'refused', limited: 'refused', b: 'refused', support: 'refused', acting: 'refused' },
  org_group_locations: { limited: 'refused', support: 'refused' },
  // Statements that need a permission are refused whatever rows they find.
  device_history: { c: 'refused', anonymous: 'refused' }, // a partner deletes no assignment that has settings
};

/** A column that airlog_definer may change: one that its functions maintain. */
const DERIVED = (table: string) =>
  ({
    change_epochs: 'epoch = gen_random_uuid()',
    compliance_results: 'state = null',
    modules: 'last_connected_at = null',
    hand_offs: 'pin_cipher = null',
    locations: 'closed_at = now()',
    org_groups: 'version = 2',
    user_accounts: 'phone = null',
    sessions: 'acting_org_id = null',
    personal_access_tokens: 'revoked_at = now()',
    api_keys: 'revoked_at = now()',
    service_accounts: 'deleted_at = now()',
    user_imports: "state = 'failed'",
    bulk_queries: "state = 'running'",
    compliance_batches: "state = 'failed'",
    recent_organizations: 'visited_at = now()',
    mails: 'attempts = 2',
    account_links: 'expires_at = now()',
    logins: 'logout_at = now()',
    user_changes: "changes = '{}'",
    security_events: 'count = 2',
    usage_nights: 'overruled = true',
    usage_night_returns: 'patient_id = null',
    assignment_versions: "known = '(,)'",
    therapy_start_versions: "known = '(,)'",
    night_voids: 'given_back_at = now(), given_back_by = 1, given_back_email = email',
  })[table] ?? "visible_org_ids = '{}'";

const literal = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

function insert(table: string, row: Row): string {
  const columns = Object.keys(row)
    .map((column) => `"${column}"`)
    .join(', ');
  return `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, ${literal([row])}::jsonb)`;
}

/** Changes that would hide a visible row, or take over another organization's row. */
function moves(w: World): Omit<Check, 'as'>[] {
  return [
    {
      table: 'device_history',
      title: "another organization's machine on an own assignment",
      sql: `update device_history set machine_org_id = ${w.b}, machine_id = ${w.spareB} where id = ${w.h1}`,
      expected: 'refused',
    },
    {
      table: 'settings_records',
      title: "settings onto another patient's device",
      sql: `update settings_records set org_id = ${w.b}, patient_id = ${w.pb}, history_id = ${w.hb}`,
      expected: 'refused',
    },
    {
      table: 'patients',
      title: 'taking a patient over',
      sql: `update patients set org_id = ${w.b}`,
      expected: 'refused',
    },
    {
      table: 'patients',
      title: 'widening who sees a patient',
      sql: `update patients set visible_org_ids = '{${w.b}}'`,
      expected: 'refused',
    },
  ];
}

/** Whether a trigger refuses a statement of a principal that has no permission, whatever rows it finds. */
const isRefused = (table: string, statement: 'update' | 'delete', as: PrincipalName) =>
  (as === 'c' || as === 'anonymous') && (REFUSED_STATEMENTS[table]?.includes(statement) ?? false);

/** The rows that a change without a condition changes, where they are fewer than those that the principal sees. */
function changedRows(table: string, as: PrincipalName): number | 'refused' | undefined {
  const rows: Record<string, Partial<Record<PrincipalName, number | 'refused'>>> = {
    // Statements that need a permission are refused whatever rows they find.
    device_history: { anonymous: 'refused' },
    machines: { anonymous: 'refused' },
    patients: { anonymous: 'refused' },
    settings_records: { anonymous: 'refused' },
    announcements: { support: 'refused' }, // without update.announcement
    patient_migrations: { support: 'refused' }, // without migrate.org
    patient_migration_rows: { support: 'refused' },
    mobile_users: { c: 'refused' }, // a partner
    patient_notes: { c: 'refused', support: 'refused', acting: 'refused' }, // of other authors
    // Among them those of colleagues: a refused upload is sent again by the user who does it.
    uploads: { a: 'refused', support: 'refused', acting: 'refused' },
    saved_queries: OWN_QUERIES,
    users: OWN_USERS,
    organizations: OWN_SETTINGS,
    locations: OF_ADMINISTRATORS,
    org_groups: OF_ADMINISTRATORS,
  };
  // What support staff may not do, it may not do in one organization either.
  const refusedBoth = as === 'acting' && rows[table]?.support === 'refused' ? 'refused' : undefined;
  return rows[table]?.[as] ?? refusedBoth;
}

interface Privileges {
  table: string;
  role: string;
  reads: boolean;
  changes: boolean;
  deletes: boolean;
  inserts: boolean;
}

/**
 * Runs every isolation check: reads of all tables by all principals, and each write that a role's grants allow.
 * Enumerated from the catalog.
 */
export async function isolationChecks(client: pg.ClientBase, w: World): Promise<Check[]> {
  const keys = await primaryKeys(client);
  const { rows: privileges } = await client.query<Privileges>(
    `select c.relname as table, r.rolname as role, has_any_column_privilege(r.oid, c.oid, 'select') as reads, has_any_column_privilege(r.oid, c.oid, 'update') as changes,
            has_table_privilege(r.oid, c.oid, 'delete') as deletes, has_any_column_privilege(r.oid, c.oid, 'insert') as inserts
       from pg_class c, pg_roles r
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
        and r.rolname in ('airlog_org', 'airlog_limited', 'airlog_support', 'airlog_acting', 'airlog_auth', 'airlog_definer', 'airlog_device', 'airlog_jobs')`,
  );
  const written = newRowsOf(w);
  const checks: Check[] = [];
  for (const as of PRINCIPALS) {
    for (const { table, reads, changes, deletes, inserts } of privileges.filter(
      ({ role }) => role === w.principals[as].role,
    )) {
      const fixture = w.rows.get(table);
      if (!fixture) throw new Error(`Table ${table} has no row in the isolation fixture.`);
      const seen = fixture
        .filter(({ seenBy }) => (SEES_ALL.has(as) && !ONES_OWN.has(table)) || seenBy.includes(as))
        .map(({ key }) => key);
      if (reads)
        checks.push({
          table,
          as,
          title: 'reads',
          sql: `select ${keys.get(table)} as key from ${table}`,
          expected: seen.sort(),
        });
      // Writes without a condition: a condition would also apply the read policy and hide a hole in the write policy.
      if (changes) {
        const set = as === 'definer' ? DERIVED(table) : CHANGE[table];
        if (!set) throw new Error(`Table ${table} has no harmless change in the isolation suite.`);
        checks.push({
          table,
          as,
          title: 'changes',
          sql: `update ${table} set ${set}`,
          expected: isRefused(table, 'update', as) ? 'refused' : (changedRows(table, as) ?? seen.length),
        });
      }
      const removed = OF_COLLEAGUES[table]?.[as] ?? seen.length;
      const deleted = isRefused(table, 'delete', as) ? 'refused' : removed;
      if (deletes) checks.push({ table, as, title: 'deletes', sql: `delete from ${table}`, expected: deleted });
      // Acting in A: the rows of support staff, narrowed by the same policies that narrow what it reads.
      if (
        inserts &&
        as !== 'acting' &&
        !written.some(([name, who]) => name === table && w.principals[who].role === w.principals[as].role)
      )
        throw new Error(`No insert of ${w.principals[as].role} into ${table} is tried.`);
    }
  }
  for (const [table, as, row, allowed] of written)
    checks.push({
      table,
      as,
      title: allowed ? 'inserts' : "inserts another organization's row",
      sql: insert(table, row),
      expected: allowed ? 1 : 'refused',
    });
  for (const move of moves(w)) checks.push({ ...move, as: 'a' });
  checks.push({
    table: 'patients',
    as: 'c',
    title: 'a partner removes its own access',
    sql: 'update patients set clinician_id = null, clinician_org_id = null',
    expected: 'refused',
  });
  return checks;
}

const REFUSED = new Set(['42501', '23503']); // row-level security or a missing privilege; a composite foreign key

/** Runs one check inside the open transaction and rolls its changes back. Returns what was wrong, or null. */
export async function failureOf(
  client: pg.ClientBase,
  w: World,
  { table, title, as, sql, expected }: Check,
): Promise<string | null> {
  const { role, settings } = w.principals[as];
  const context = Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ');
  let found: unknown;
  try {
    const results = (await client.query(
      `savepoint one; select ${context}; set local role ${role}; ${sql}`,
    )) as unknown as pg.QueryResult<{ key: string }>[];
    const last = results.at(-1)!;
    found = Array.isArray(expected) ? last.rows.map(({ key }) => key).sort() : last.rowCount;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    found = REFUSED.has(code ?? '') ? 'refused' : message;
  }
  await client.query('rollback to savepoint one');
  return JSON.stringify(found) === JSON.stringify(expected)
    ? null
    : `${as} ${title} ${table}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`;
}
