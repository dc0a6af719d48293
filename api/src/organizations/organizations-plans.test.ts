import { raw } from '@mikro-orm/core';
import { beforeAll, expect, test } from '@jest/globals';
import { admin, asViewer, running, usePortalHere, type TestViewer } from '../../test/harness.ts';
import { vacuumed } from '../../test/vacuumed.ts';
import { findSession, hashSessionId } from '../sign-in/session-read.ts';
import { Context } from '../shared/context.ts';
import { CONDITIONS } from '../shared/list.rules.ts';
import { foundIn, orderOf, sortOf, whereOf, type AnyList, type ListQuery } from '../shared/list.ts';
import { organizationsList } from './organizations.list.ts';

usePortalHere();

const ORGANIZATIONS = 5000;
/** Rows that a statement may read besides those it finds, and for each one that it finds. */
const [SLACK, PER_ROW] = [1500, 3];

let support: TestViewer;
let reader: Context;
beforeAll(async () => {
  support = await asViewer({ kind: 'support' });
  await admin.query(`
    begin;
    set local session_replication_role = replica;
    insert into organizations (id, name, type_id, clinical_type_id, draft, active, created_at, visible_org_ids)
      select 1000000 + n, 'Clinic ' || lpad(n::text, 5, '0'), case when n % 1000 = 42 then 2 else 1 end, case when n % 1000 = 42 then 1 end,
             false, n % 1000 <> 43, timestamptz '2016-02-03 12:00Z' + interval '17 hours' * (n * 7919 % 5003), array[1000000 + n]
        from generate_series(1, ${ORGANIZATIONS}) n;
    insert into locations (org_id, name, city, state, country, is_primary)
      select 1000000 + n, 'Main', 'Albany', 'NY', 'US', true from generate_series(1, ${ORGANIZATIONS}) n;
    insert into users (org_id, email, first_name, last_name)
      select 1000000 + n, 'f' || n || '@example.test', 'F', 'L' from generate_series(1, ${ORGANIZATIONS}) n;
    commit`);
  await vacuumed('organizations', 'locations', 'users', 'list_counts');
  const session = await findSession(running().app, hashSessionId(support.sessionId!));
  reader = new Context(running().app, { sessionHash: null } as never, session!.viewer, 'en');
});

interface Plan {
  'Relation Name'?: string;
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}
function rowsRead(plan: Plan): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0;
  return own + (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), 0);
}
/** Tables that a plan reads from end to end, besides the reference lists. */
const scanned = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && !/_types$/.test(plan['Relation Name']!) ? [plan['Relation Name']!] : []),
  ...(plan.Plans ?? []).flatMap(scanned),
];

/** The rows that support staff finds with a statement, the rows that it reads, and the tables that no index serves. */
async function explain(sql: string): Promise<{ found: number; read: number; unserved: string[] }> {
  await admin.query('begin');
  try {
    await admin.query('set local role airlog_support');
    await admin.query("select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true)", [
      String(support.orgId),
      String(support.userId),
    ]);
    const planned = async (how: string) =>
      (await admin.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (${how}format json) ${sql}`)).rows[0]![
        'QUERY PLAN'
      ][0].Plan;
    const plan = await planned('analyze, ');
    await admin.query('set local enable_seqscan = off');
    return { found: plan['Actual Rows'], read: rowsRead(plan), unserved: scanned(await planned('')) };
  } finally {
    await admin.query('rollback');
  }
}

const VALUES: Record<string, string> = {
  id: '1000042',
  name: '00042',
  type: '2',
  status: 'false',
  created_at: '2020-02-03',
};
const definition = organizationsList as unknown as AnyList<object>;
/** Every search, order and filter of the list, except those that nearly every row passes. */
const queries: [string, ListQuery][] = [
  ['no search', {}],
  ['search', { search: '00042' }],
  ...Object.keys(definition.columns)
    .filter((column) => definition.columns[column]!.sortBy)
    .flatMap((orderBy) =>
      (['ASC', 'DESC'] as const).map((orderDir): [string, ListQuery] => [
        `by ${orderBy} ${orderDir}`,
        { orderBy, orderDir },
      ]),
    ),
  ...Object.entries(definition.columns).flatMap(([field, { type }]) =>
    CONDITIONS[type]
      .filter((condition) => !/^not_/.test(condition))
      .map((condition): [string, ListQuery] => [
        `${field} ${condition}`,
        { filters: [{ field, condition, value: VALUES[field]! }] },
      ]),
  ),
];

test('each page and count of 5,000 organizations is served by an index, and reads few rows besides those it finds', async () => {
  const faults: unknown[] = [];
  for (const [what, query] of queries) {
    const statements = await reader.run('read', async () => {
      const where = await whereOf(reader, definition, query);
      const select = () => reader.em.createQueryBuilder(foundIn(definition) as never).where(where as never);
      const order = orderOf(sortOf(reader, definition, query));
      return {
        page: select()
          .select('*' as never)
          .orderBy(order)
          .limit(50)
          .getFormattedQuery(),
        count: select().select(raw('1')).limit(10_001).getFormattedQuery(),
      };
    });
    for (const [kind, sql] of Object.entries(statements)) {
      const { found, read, unserved } = await explain(sql);
      if (unserved.length > 0 || read > SLACK + PER_ROW * found) faults.push([what, kind, { found, read, unserved }]);
    }
  }
  expect(faults).toEqual([]);
});

test.each([
  [
    'the counts of a page',
    `select o.id, (select coalesce(sum(c.rows), 0) from list_counts c where c.org_id = o.id and c.list = 'patients'),
       (select count(*) from users u where u.org_id = o.id), (select count(*) from locations l where l.org_id = o.id)
     from organizations o where o.id in (IDS)`,
  ],
  ['the primary locations of a page', 'select * from locations where org_id in (IDS) and is_primary'],
  ['what a deactivation ends', 'select * from organization_ends(1000042)'],
])('%s are read from indexes', async (_what, sql) => {
  const ids = Array.from({ length: 50 }, (_one, n) => 1_000_001 + n * 90).join(', ');
  const { read, unserved } = await explain(sql.replace('IDS', ids));
  expect(unserved).toEqual([]);
  expect(read).toBeLessThan(600);
});
