import { raw } from '@mikro-orm/core';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type pg from 'pg';
import { Login } from '../../src/activity/login.entity.ts';
import { namesSql } from '../../src/activity/operations.ts';
import { findSession } from '../../src/sign-in/session-read.ts';
import { hashSessionId } from '../../src/sign-in/session-read.ts';
import { FIRST_PATIENTS } from '../../src/dashboard/dashboard.service.ts';
import { rebuildDerived } from '../../src/db/derived.ts';
import { lists } from '../../src/lists.ts';
import { CONDITIONS } from '../../src/shared/list.rules.ts';
import {
  definitionOf,
  foundIn,
  orderOf,
  sortOf,
  whereOf,
  type AnyList,
  type ListQuery,
} from '../../src/shared/list.ts';
import { Context } from '../../src/shared/context.ts';
import { machineReads, patientReads, type SearchRead } from '../../src/search-results/search-results.reads.ts';
import { admin, asViewer, make, makeOrganization, running, type TestViewer, usePortalHere } from '../harness.ts';

// Lists of an organization with many patients. A statement of a list reads a few rows for each one that it finds, and an
// index serves it: enumerated from lists.ts, so that a new list or column is checked without being named here.

usePortalHere();

const PATIENTS = 12_000;
/** Rows that a statement may read besides those it finds. */
const SLACK = 1500;
/**
 * What staff of a location reads besides: of users once who belongs to a location of its organization, a row for each of
 * its users (068); of iCode reports each patient of the location once, and for a count every report (186).
 */
const OF_LOCATION: Record<string, number> = { users: PATIENTS, iCodeReports: 2 * PATIENTS };
/** Lists that staff of a location counts without an index. */
const COUNTED_WHOLE = new Set(['iCodeReports']);
const SMALL_ROWS = 20;
/** Rows that it may read for each one it finds: from several tables, and some of other locations. */
const PER_ROW = 12;

/** Values that few rows have. A list or column that is missing here takes the value of its type. */
const VALUES: Record<string, string> = {
  model: 'RESmart Y-30T',
  provider: 'Scarce',
  email: 'f00042',
  phone: '5550000042',
  birth_date: '1941-01-01',
  vent_access: 'true',
  created: '2024-02-03',
};
const OF_TYPE = { text: '00042', integer: '42', date: '2026-02-03', boolean: 'false', choice: '' };

/** Lists that are read within one organization, machine or recipient, or of support staff, of which there are few rows. */
const PARTS = new Set([
  'sessions',
  'patientNotes',
  'usageDateChanges',
  'handOffs',
  'inbox',
  'bulkQueries',
  'orgMessages',
  'announcements',
  'organizations',
  'patientMigrationRows',
  'suppressedEmails',
  // Of one endpoint; its failed ones have an index.
  'webhookDeliveries',
  'roles',
  // Of at most 31 days: nights.test.ts.
  'nights',
  // Below as the lists of one user.
  'logins',
  'userChanges',
]);
/**
 * A machine's model, patient and provider are rows of other tables: an order by them sorts every row, and is refused for
 * more than 50,000 (042).
 */
const SORTED = /^by (model|patient|patient_name|provider|dme) /;

type Role = 'airlog_org' | 'airlog_limited' | 'airlog_support';
const ROLES: Role[] = ['airlog_org', 'airlog_limited', 'airlog_support'];
/** Who reads a list; every role when it is not here. */
const READERS: Record<string, Role[]> = { activity: ['airlog_support'], securityEvents: ['airlog_support'] };
/** Users with lines in the logs; the second has as many as all others together. */
const [USERS, BUSY, QUIET] = [40, 1_000_041, 1_000_007];

let viewer: TestViewer;
/** The viewer, as the lists know it: names of providers and models are looked up as this user. */
let reader: Context;
let orgId: number;
let location: number;
/** An organization with SMALL_ROWS rows among those of the large one, at the end of each order. */
let small: number;

beforeAll(async () => {
  viewer = await asViewer();
  ({ orgId } = viewer);
  const provider = await make('organizations', {
    name: 'Scarce provider',
    type_id: 1,
    draft: false,
    active: true,
    timezone: 'America/New_York',
    physician_can_add_missing_pin: false,
    disallow_external_device_edit: false,
    visible_org_ids: [orgId],
    created_at: new Date(),
  });
  const place = (name: string) => make('locations', { org_id: orgId, name, country: 'US', is_primary: false });
  location = await place('here');
  small = await makeOrganization();
  const other = await place('there');
  await admin.query(`
    begin;
    set local session_replication_role = replica;
    insert into patients (id, org_id, location_id, dme_id, assigned_id, is_rules_active, first_name, last_name, email, phone, birth_date, therapy_start, last_report,
                          current_serial, visible_org_ids, compliance_met_on, compliance_closes_on, compliance_at_risk_on, compliance_cannot_be_met_on)
      select 1000000 + n, ${orgId}, case when n % 2 = 0 then ${location} else ${other} end, case when n % 3000 = 42 then ${provider} end, 'A' || lpad(n::text, 5, '0'), n % 3000 <> 42,
             'F' || lpad(n::text, 5, '0'), 'L' || lpad(n::text, 5, '0'), 'f' || lpad(n::text, 5, '0') || '@example.test', '555' || lpad(n::text, 7, '0'),
             date '1930-01-01' + n * 7919 % 12007, date '2020-01-01' + n * 7919 % 12007 / 4, date '2024-01-01' + n * 7919 % 12007 / 8, 'Q' || lpad(n::text, 9, '0'), array[${orgId}],
             case when n % 3000 > 50 then date '2025-01-01' end, case n % 3000 when 42 then current_date - 1 else current_date + 30 end, current_date + case n % 3000 when 43 then -1 when 44 then -1 else 1 end, current_date + case n % 3000 when 43 then -1 else 2 end
        from generate_series(1, ${PATIENTS}) n;
    insert into machines (id, org_id, location_id, serial, model_id, visible_org_ids, visible_location_ids)
      select 1000000 + n, ${orgId}, ${location}, 'Q' || lpad(n::text, 9, '0'), case when n % 3000 = 42 then 6 else 1 end, array[${orgId}], array[case when n % 2 = 0 then ${location} else ${other} end]
        from generate_series(1, ${PATIENTS}) n;
    insert into device_history (id, org_id, patient_id, machine_org_id, machine_id, start_date, end_date)
      select 1000000 + n, ${orgId}, 1000000 + n, ${orgId}, 1000000 + n, date '2019-01-01' + n * 7919 % 12007 / 8, case when n % 3000 = 43 then date '2026-02-03' end
        from generate_series(1, ${PATIENTS}) n;
    insert into modules (org_id, machine_id, serial, last_connected_at)
      select ${orgId}, 1000000 + n, 'M', case when n % 3000 = 42 then now() - interval '9 days' else now() end from generate_series(1, ${PATIENTS}) n;
    insert into connections (org_id, patient_id, machine_org_id, machine_id, start_time)
      select ${orgId}, 1000000 + n, ${orgId}, 1000000 + n, timestamptz '2021-02-03 12:00Z' + interval '3 hours' * (n * 7919 % 12007) from generate_series(1, ${PATIENTS}) n;
    insert into settings_records (org_id, patient_id, history_id, status, values, is_edit, submitted_at, created_at)
      select ${orgId}, 1000000 + n, 1000000 + n, case n % 3000 when 42 then 'failed' when 44 then 'pending' when 45 then 'void' else 'current' end,
             jsonb_build_object('mode', repeat('x', 400)), n % 3000 in (42, 44, 45) or n % 3 = 1, now() - interval '9 days',
             timestamptz '2021-02-03 13:00Z' + interval '3 hours' * (n * 7919 % 12007)
        from generate_series(1, ${PATIENTS}) n;
    insert into settings_records (org_id, patient_id, history_id, status, failure, values, is_edit, submitted_at, created_at)
      select ${orgId}, 1000000 + n, 1000000 + n, case n % 3000 when 42 then 'failed' when 43 then 'failed' when 45 then 'void' when 46 then 'void' else 'past' end,
             case n % 3000 when 42 then 'refused' when 43 then 'expired' when 45 then 'device-ended' end, jsonb_build_object('mode', repeat('x', 400)), true, at, at
        from generate_series(1, ${PATIENTS}) n cross join lateral (select timestamptz '2021-02-03 12:00Z' + interval '3 hours' * (n * 7919 % 12007) as at) submitted;
    insert into mobile_users (id, org_id, patient_id, email, platform, active, registered_at, last_seen_at, visible_org_ids, location_id)
      select 1000000 + n, ${orgId}, 1000000 + n, 'f' || lpad(n::text, 5, '0') || '@example.test', case when n % 3 = 0 then 'ios' else 'android' end, n % 3000 <> 43,
             timestamptz '2021-02-03 12:00Z' + interval '3 hours' * (n * 7919 % 12007), timestamptz '2021-02-03 12:00Z' + interval '3 hours' * (n * 7919 % 12007), array[${orgId}],
             case when n % 2 = 0 then ${location} else ${other} end
        from generate_series(1, ${PATIENTS}) n;
    insert into mobile_users (id, org_id, patient_id, email, platform, active, registered_at, last_seen_at, visible_org_ids)
      select 2000000 + n, ${small}, 2000000 + n, 'z' || n || '@example.test', 'ios', true, timestamptz '2030-01-01' + interval '1 hour' * n, timestamptz '2030-01-01' + interval '1 hour' * n, array[${small}]
        from generate_series(1, ${SMALL_ROWS}) n;
    insert into icode_reports (id, org_id, patient_id, serial, collected, code, codec, codec_version, icode_period, compliant_days, best30, minutes, ahi, sni, leak,
                               submitted_by_id, created_at, visible_org_ids)
      select 1000000 + n, case when n % 3000 = 42 then 42 else ${orgId} end, 1000000 + n, 'Q' || lpad(n::text, 9, '0'), date '2020-01-01' + n * 104729 % 12007 / 4, '1', 'ic1', 1,
             30, 20, 20, 300, 1, 1, 1, case when n % 3000 = 42 then 42 when n % 3000 <> 43 then 1000001 + n % ${USERS} end,
             timestamptz '2021-02-03 12:00Z' + interval '3 hours' * (n * 7919 % 12007), array[${orgId}]
        from generate_series(1, ${PATIENTS}) n;
    insert into icode_reports (id, org_id, patient_id, serial, collected, code, codec, codec_version, icode_period, compliant_days, best30, minutes, ahi, sni, leak,
                               created_at, visible_org_ids)
      select 2000000 + n, ${small}, 2000000 + n, 'Z' || n, '2030-01-01', '1', 'ic1', 1, 30, 20, 20, 300, 1, 1, 1, timestamptz '2030-01-01' + interval '1 hour' * n, array[${small}]
        from generate_series(1, ${SMALL_ROWS}) n;
    insert into users (id, org_id, email, first_name, last_name)
      select 1000000 + n, ${orgId}, 'f' || lpad(n::text, 5, '0') || '@example.test', 'F' || lpad(n::text, 5, '0'), 'L' || lpad(n::text, 5, '0')
        from generate_series(1, ${PATIENTS}) n;
    insert into user_accounts (id, org_id, email, first_name, last_name, user_type, is_clinician, notification_type, mvc_enabled, active, locked, email_verified_at,
                               invitation_expires_at, two_factor_app_enabled, two_factor_sms_enabled, has_api, last_successful_login, created_at, version)
      select u.id, u.org_id, u.email, u.first_name, u.last_name, case n % 3000 when 42 then 'Location' when 43 then 'Group' else 'Organization' end, true, 'Email',
             n % 3000 = 42, n % 3000 <> 43, n % 3000 = 44, case when n % 3000 not in (45, 46) then now() end, case n % 3000 when 45 then now() + interval '1 day' end,
             false, false, false, timestamptz '2021-02-03 12:00Z' + interval '3 hours' * (n * 7919 % 12007), timestamptz '2021-02-03 12:00Z' + interval '3 hours' * (n * 7919 % 12007), 1
        from users u cross join lateral (select u.id - 1000000 as n) numbered where u.id > 1000000;
    insert into user_locations (org_id, user_id, location_id)
      select ${orgId}, 1000000 + n, case when n % 20 in (2, 4, 6) or n <= ${USERS + 1} then ${location} else ${other} end from generate_series(1, ${PATIENTS}) n;
    commit`);
  await admin.query(`
    begin;
    set local session_replication_role = replica;
    insert into logins (org_id, user_id, session_hash, ip, user_agent, login_at, logout_at)
      select ${orgId}, 1000001 + n % ${USERS}, convert_to('long' || n, 'UTF8'), '10.0.0.' || n % 200, 'Agent ' || lpad((n % 200)::text, 5, '0'),
             timestamptz '2025-01-01' + interval '1 hour' * n, case when n % 3 = 0 then timestamptz '2025-01-01 01:00Z' + interval '1 hour' * n end
        from generate_series(1, ${PATIENTS}) n;
    insert into user_changes (org_id, user_id, event, changes, created_at)
      select ${orgId}, 1000001 + n % ${USERS}, 'updated', '{}', timestamptz '2025-01-01' + interval '1 hour' * n from generate_series(1, ${PATIENTS}) n;
    insert into audit_log (org_id, actor_user_id, operation, outcome, created_at)
      select case when n % 3000 = 48 then 42 else ${orgId} end, case when n % 2 = 0 then ${BUSY} when n % 3000 = 43 then 42 else 1000001 + n % ${USERS} end,
             case when n % 3000 in (42, 43) then 'Query.rare00042' else 'Query.often' || n % 20 end,
             case n % 3000 when 42 then 'denied' when 44 then 'refused' when 46 then 'exported' else case when n % 4 < 2 then 'read' else 'done' end end,
             timestamptz '2025-01-01' + interval '1 hour' * n
        from generate_series(1, ${PATIENTS}) n;
    insert into security_events (hour, kind, org_id, account, address, count, request_id, first_at, last_at)
      select timestamptz '2025-01-01' + interval '1 hour' * n, case n % 3000 when 42 then 'csrf' else 'sign_in' end, case when n % 3000 = 42 then 42 else ${orgId} end,
             'f' || lpad((n % 40000)::text, 5, '0') || '@example.test', '10.' || lpad((n % 40000)::text, 5, '0'), 1, 'x',
             timestamptz '2025-01-01' + interval '1 hour' * n, timestamptz '2025-01-01' + interval '1 hour' * n
        from generate_series(1, ${PATIENTS}) n;
    commit`);
  await rebuildDerived(admin);
  await admin.query(
    'vacuum analyze mobile_users, icode_reports, users, user_accounts, user_locations, logins, user_changes, audit_log, security_events, patients, machines, device_history, device_states, device_index, modules, connections, settings_records, organizations',
  );
}, 240_000);

// For each test: the statements of one request have ten seconds.
beforeEach(async () => {
  const session = await findSession(running().app, hashSessionId(viewer.sessionId!));
  reader = new Context(running().app, { sessionHash: null } as never, session!.viewer, 'en');
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Rows that the scans of a plan have read, found or not. */
function rowsRead(plan: Plan): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0;
  return own + (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
}

/** Tables that a plan reads from end to end. Of a plan without sequential scans, those for which no index serves. */
const scanned = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name']!] : []),
  ...(plan.Plans ?? []).flatMap(scanned),
];

/** Tables of a handful of rows. */
const SMALL = new Set(['organizations', 'machine_models']);
/** No index finds what differs from a text. Nearly every row does, so the count ends at 10,000 of them. */
const DIFFERS = / not_(contain|equal) /;

interface Read {
  found: number;
  read: number;
  /** Tables that no index serves. */
  unserved: string[];
}

/** Runs a statement for a role and returns how many rows it found and how many it read. */
async function explain(role: Role | 'airlog_acting', sql: string, org = orgId): Promise<Read> {
  const [locations, user] = [role === 'airlog_limited' ? location : '', viewer.userId];
  const planned = (how: string) => `explain (${how}format json) ${sql};`;
  try {
    // One query of several statements; the clock is not asked for each row.
    const answers = (await admin.query(`
      begin;
      set local role ${role};
      select set_config('app.org_id', '${org}', true), set_config('app.acting_org_id', '${org}', true),
             set_config('app.user_id', '${user}', true), set_config('app.location_ids', '${locations}', true);
      ${planned('analyze, timing off, buffers off, ')}
      set local enable_seqscan = off;
      ${planned('')}`)) as unknown as pg.QueryResult<{ 'QUERY PLAN': [{ Plan: Plan }] }>[];
    const [plan, forced] = [answers[3], answers[5]].map((answer) => answer!.rows[0]!['QUERY PLAN'][0].Plan);
    const unserved = scanned(forced!).filter((table) => !SMALL.has(table));
    return { found: plan!['Actual Rows'], read: rowsRead(plan!), unserved };
  } finally {
    await admin.query('rollback');
  }
}

/** The statements of a list: its page, and the rows that its count counts. */
async function statementsOf(
  ctx: Context,
  definition: AnyList<object>,
  query: ListQuery,
): Promise<{ page: string; counted: string }> {
  const where = await whereOf(ctx, definition, query);
  const select = () => ctx.em.createQueryBuilder(foundIn(definition) as never).where(where as never);
  const order = orderOf(sortOf(ctx, definition, query));
  // One column of the sign-ins is not granted.
  const columns = foundIn(definition) === (Login as unknown) ? ['id', 'ip', 'userAgent', 'loginAt', 'logoutAt'] : '*';
  return {
    page: select()
      .select(columns as never)
      .orderBy(order)
      .limit(50)
      .getFormattedQuery(),
    counted: select().select(raw('1')).limit(10_001).getFormattedQuery(),
  };
}

const ofUser = (list: AnyList<object>, key: string, id: number): AnyList<object> => ({ ...list, where: { [key]: id } });
const registered = Object.entries(lists).filter(([name]) => !PARTS.has(name));
/** The logs of one user. A search reads the sign-ins and the changes of that user, and of what the user did the lines that it finds. */
const logs: [string, AnyList<object>][] = [
  ['logins of a user', ofUser(lists.logins!, 'userId', QUIET)],
  ['userChanges of a user', ofUser(lists.userChanges!, 'userId', QUIET)],
  ['activity of a user', ofUser(lists.activity!, 'actorUserId', BUSY)],
];

/** Every search, order and filter of a list. */
function queriesOf(definition: AnyList<object>): [string, ListQuery][] {
  const { columns } = definition;
  const sorts = Object.keys(columns).filter((column) => columns[column]!.sortBy);
  return [
    ['no search', {}],
    ['search', { search: '00042' }],
    // Only serial numbers have an index of pairs of letters, and patients have none (036, 040).
    ...(definition === lists.machines ? [['search of two letters', { search: 'ZX' }] as [string, ListQuery]] : []),
    ...sorts.flatMap((orderBy) =>
      (['ASC', 'DESC'] as const).map((orderDir): [string, ListQuery] => [
        `by ${orderBy} ${orderDir}`,
        { orderBy, orderDir },
      ]),
    ),
    ...Object.entries(columns).flatMap(([field, { type, choices, isFilter }]) =>
      (isFilter === false ? [] : CONDITIONS[type]).flatMap((condition) =>
        (choices ?? [VALUES[field] ?? OF_TYPE[type]]).map((value): [string, ListQuery] => [
          `${field} ${condition} ${value}`,
          { filters: [{ field, condition, value }] },
        ]),
      ),
    ),
  ];
}

describe.each([...registered, ...logs])('the list %s reads few rows besides those it finds', (name, definition) => {
  test.each(READERS[name] ?? ROLES)(
    'as %s',
    async (role) => {
      const tooMany: unknown[] = [];
      for (const [what, query] of queriesOf(definition)) {
        if (SORTED.test(what) && name.startsWith('machines')) continue;
        const { page, counted } = await reader.run('read', () => statementsOf(reader, definition, query));
        const count = await explain(role, counted);
        const slack = SLACK + (role === 'airlog_limited' ? (OF_LOCATION[name] ?? 0) : 0);
        const isWhole = role === 'airlog_limited' && COUNTED_WHOLE.has(name);
        if (
          count.read > slack + PER_ROW * count.found ||
          (count.unserved.length > 0 && !DIFFERS.test(what) && !isWhole)
        )
          tooMany.push([`count: ${what}`, count]);
        // Of a list that is not narrowed, the total is kept and not counted.
        const shown = await explain(role, page);
        if (
          shown.read > slack + PER_ROW * Math.max(shown.found, Math.min(count.found, 200)) ||
          shown.unserved.length > 0
        )
          tooMany.push([`page: ${what}`, shown, count.found]);
      }
      expect(tooMany.map((one) => JSON.stringify(one))).toEqual([]);
    },
    120_000,
  );
});

test.each(
  ['mobileUsers', 'iCodeReports'].flatMap((name) =>
    (['airlog_org', 'airlog_acting'] as const).map((role) => [name, role] as const),
  ),
)('the pages of the list %s of a small organization begin with its rows, as %s', async (name, role) => {
  const definition = lists[name]!;
  for (const [what, query] of queriesOf(definition)) {
    const { page, counted } = await reader.run('read', () => statementsOf(reader, definition, query));
    const [shown, count] = [await explain(role, page, small), await explain(role, counted, small)];
    expect([what, shown.read <= 5 * SMALL_ROWS, count.read <= 5 * SMALL_ROWS]).toEqual([what, true, true]);
  }
});

// What a user jumps to by typing: each read is the beginning of a list, under the same rule as its page.
describe.each([
  '00042',
  'f00042 L00042',
  'MRN-0',
  '42',
  '1941-01-01',
  '02/03/1950',
  'l0',
  'zz',
  'l0 f0',
  'ZX',
  'q 000',
])('the search results of %s read few rows besides those they find', (search) => {
  test.each(ROLES)('as %s', async (role) => {
    const words = search.split(' ');
    const reads = [...patientReads(words), ...machineReads(words, reader.viewer)] as SearchRead<object>[];
    expect(reads.length).toBeGreaterThan(0);
    for (const { source, query } of reads) {
      const statements = await reader.run('read', () => statementsOf(reader, definitionOf(reader, source), query));
      const shown = await explain(role, statements.page);
      expect([query, shown.unserved]).toEqual([query, []]);
      expect(shown.read).toBeLessThan(SLACK + PER_ROW * shown.found);
    }
  });
});

test.each<[Role, string]>([
  ['airlog_support', 'true'],
  ...ROLES.map((role): [Role, string] => [role, `l.actor_user_id = ${BUSY}`]),
])('the names of the operations are read a line each, as %s where %s', async (role, within) => {
  const { found, read, unserved } = await explain(role, namesSql(within));
  expect([found, unserved]).toEqual([within === 'true' ? expect.any(Number) : 11, []]);
  expect(read).toBeLessThan(SLACK); // of 12,000 lines
});

test('each list is checked, or is part of something small', () => {
  expect([...registered.map(([name]) => name), ...PARTS].sort()).toEqual(Object.keys(lists).sort());
});

test.each(ROLES)(
  'the first rows of the home page read few rows besides those that need attention, as %s',
  async (role) => {
    const { found, read, unserved } = await explain(role, FIRST_PATIENTS);
    expect([read <= SLACK + PER_ROW * found, unserved]).toEqual([true, []]);
    expect(found).toBeGreaterThan(0);
  },
);

test.each(ROLES)('the total of a list is a sum of few rows, as %s', async (role) => {
  const total = await explain(
    role,
    `select sum(rows) from list_counts where list = 'patients' and org_id = ${role === 'airlog_support' ? 0 : orgId}`,
  );
  expect(total.read).toBeLessThan(1000);
});

describe('more matching rows than are counted', () => {
  const MANY = 'searchTerm=example.test';

  test('end a count at 10,000 in GraphQL, which says so; the total of the list is exact', async () => {
    const { data } = await viewer.gql(
      '{ patients(search: "example.test") { totalCount totalCountIsCapped unfilteredCount unfilteredCountIsCapped } }',
    );
    expect(data.patients).toEqual({
      totalCount: 10_000,
      totalCountIsCapped: true,
      unfilteredCount: PATIENTS,
      unfilteredCountIsCapped: false,
    });
  });

  test('end a count at 10,000 in a table, whose pages go on', async () => {
    const first = await viewer.rest('GET', `/api/patients/datatable?${MANY}`);
    expect(first.body).toMatchObject({ total: 10_000, total_is_capped: true, recordsTotal: PATIENTS, last_page: 201 });
    const later = await viewer.rest('GET', `/api/patients/datatable?${MANY}&page=230`);
    expect(later.body).toMatchObject({ from: 11_451, to: 11_500, last_page: 231, current_page: 230 });
    expect(later.body.next_page_url).toContain('page=231');
    const last = await viewer.rest('GET', `/api/patients/datatable?${MANY}&page=24&limit=500&orderBy=last_name`);
    expect(last.body.data.at(-1).last_name).toBe(`L${PATIENTS}`);
  });

  test('are 10,001 and more: 10,000 are counted exactly', async () => {
    const upTo = async (id: number) =>
      (await viewer.rest('GET', `/api/patients/datatable?filters[id][less_than_equal]=${id}&limit=5`)).body;
    expect(await upTo(1_010_000)).toMatchObject({ total: 10_000, total_is_capped: false, last_page: 2000 });
    expect(await upTo(1_010_001)).toMatchObject({ total: 10_000, total_is_capped: true, last_page: 2001 });
  });

  test('cap a count by status, and leave the small ones exact', async () => {
    const { data } = await viewer.gql('{ userStatusCounts { status count countIsCapped } }');
    expect(data.userStatusCounts).toEqual([
      { status: 'INACTIVE', count: 4, countIsCapped: false },
      { status: 'ACTIVE', count: 10_000, countIsCapped: true },
      { status: 'INVITED', count: 4, countIsCapped: false },
      { status: 'EXPIRED', count: 4, countIsCapped: false },
      { status: 'LOCKED', count: 4, countIsCapped: false },
    ]);
  });

  test('cap a card of the home page', async () => {
    const { data } = await viewer.gql('{ dashboard { cards { kind count countIsCapped } } }');
    const cards = new Map(data.dashboard.cards.map((card: { kind: string }) => [card.kind, card]));
    expect(cards.get('COMPLIANCE_MET')).toEqual({ kind: 'COMPLIANCE_MET', count: 10_000, countIsCapped: true });
    expect(cards.get('INVITED')).toEqual({ kind: 'INVITED', count: 4, countIsCapped: false });
  });
});

describe('an order by a value of another table', () => {
  const first = 2_000_001;
  const table = async (column: string, filters: string) =>
    (await viewer.rest('GET', `/api/machines/datatable?orderBy=${column}&limit=1&${filters}`)).body;
  // Without the triggers, which keep what no list of machines reads.
  const makeMachines = (from: number, to: number) =>
    admin.query(`
      begin;
      set local session_replication_role = replica;
      insert into machines (id, org_id, serial, model_id, visible_org_ids)
        select n, ${orgId}, 'R' || lpad(n::text, 9, '0'), 1, array[${orgId}] from generate_series(${from}, ${to}) n;
      commit`);

  test('sorts 50,000 rows and refuses 50,001', async () => {
    await makeMachines(first, first + 50_000);
    for (const column of ['model', 'patient', 'provider', 'dme']) {
      const few = `filters[id][greater_than_equal]=${first}&filters[id][less_than]=${first + 50_000}`;
      expect((await table(column, few)).data).toHaveLength(1);
      const many = await table(column, `filters[id][greater_than_equal]=${first}`);
      expect([many.code, Object.keys(many.errors)]).toEqual(['list.order_by_many', ['orderBy']]);
    }
    expect((await table('serial', `filters[id][greater_than_equal]=${first}`)).data).toHaveLength(1);
  }, 120_000);
});

describe('pages end at row 50,000', () => {
  const page = async (query: string) => {
    const { status, body } = await viewer.rest('GET', `/api/patients/datatable?limit=500&${query}`);
    return [status, body.code ?? body.data.length];
  };

  test('of a list that may have more rows', async () => {
    expect(await page('searchTerm=example.test&page=100')).toEqual([200, 0]);
    expect(await page('searchTerm=example.test&page=101')).toEqual([422, 'list.depth']);
  });

  test('and a later page of a shorter list is empty', async () => {
    expect(await page('page=101')).toEqual([200, 0]);
    expect(await page('searchTerm=00042&page=101')).toEqual([200, 0]);
  });
});
