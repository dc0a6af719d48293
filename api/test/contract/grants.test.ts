import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { scratchDatabase } from '../harness.ts';
import { GRANTS } from './contracts.ts';
import type { Rights } from './grants.fixture.ts';

let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  scratch = await scratchDatabase();
  client = new pg.Client({ connectionString: scratch.adminUrl });
  await client.connect();
});

afterAll(async () => {
  await client?.end();
  await scratch?.drop();
});

interface Granted {
  table: string;
  role: string;
  command: 'select' | 'insert' | 'update';
  columns: string[];
  all: boolean;
}

/** The rights of every role of the application on every table, as the catalog has them: `table role: right columns`. */
async function catalog(): Promise<string[]> {
  const { rows } = await client.query<Granted>(
    `select c.relname as table, substr(r.rolname, 8) as role, p.command,
            array_agg(a.attname::text order by a.attname) filter (where has_column_privilege(r.oid, c.oid, a.attnum, p.command)) as columns,
            bool_and(has_column_privilege(r.oid, c.oid, a.attnum, p.command)) as all
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped, pg_roles r,
            (values ('select'), ('insert'), ('update')) p (command)
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and r.rolname like 'airlog\\_%' and r.rolname not like 'airlog\\_login%'
      group by c.relname, r.rolname, p.command
     having bool_or(has_column_privilege(r.oid, c.oid, a.attnum, p.command))`,
  );
  const { rows: deleted } = await client.query<{ table: string; role: string }>(
    `select c.relname as table, substr(r.rolname, 8) as role from pg_class c, pg_roles r
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and r.rolname like 'airlog\\_%' and r.rolname not like 'airlog\\_login%'
        and has_table_privilege(r.oid, c.oid, 'delete')`,
  );
  return [
    ...rows.map(({ table, role, command, columns, all }) =>
      line(table, role, command, all ? 'all' : columns.join(' ')),
    ),
    ...deleted.map(({ table, role }) => line(table, role, 'delete', '')),
  ].sort();
}

const line = (table: string, role: string, right: string, columns: string) =>
  `${table} ${role}: ${right} ${columns}`.trim();

/** The typed table in the same form. */
function typed(): string[] {
  const lines = (table: string, role: string, { delete: deletes, ...rights }: Rights) => [
    ...Object.entries(rights).map(([right, columns]) => line(table, role, right, columns.split(' ').sort().join(' '))),
    ...(deletes ? [line(table, role, 'delete', '')] : []),
  ];
  return Object.entries(GRANTS)
    .flatMap(([table, roles]) =>
      Object.entries(roles).flatMap(([role, rights]) => [
        ...lines(table, role, rights),
        ...(role === 'org' ? lines(table, 'limited', rights) : []),
        ...(role === 'support' ? lines(table, 'acting', rights) : []),
      ]),
    )
    .sort();
}

test('each role may read, add, change and delete what the typed table says, column by column, and nothing else', async () => {
  const [granted, wanted] = [await catalog(), typed()];
  expect({
    missing: wanted.filter((one) => !granted.includes(one)),
    superfluous: granted.filter((one) => !wanted.includes(one)),
  }).toEqual({ missing: [], superfluous: [] });
});

test('a column more and a column less are both seen', async () => {
  for (const change of [
    'grant update (email) on users to airlog_org',
    'grant update on machines to airlog_org',
    'revoke update (status) on settings_records from airlog_jobs',
    'grant delete on icode_reports to airlog_support',
  ]) {
    await client.query('begin');
    await client.query(change);
    const changed = await catalog();
    await client.query('rollback');
    expect([change, changed.join() === typed().join()]).toEqual([change, false]);
  }
});
