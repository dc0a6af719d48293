import { admin } from './harness.ts';

/** The time of the database, before an act that `happened` dates. */
export const timeOfDatabase = async (): Promise<string> =>
  (await admin.query<{ time: string }>('select date_trunc($$milliseconds$$, clock_timestamp())::text as time')).rows[0]!
    .time;

/** The tables whose times say since when the portal knows what compliance is computed from, and what it shows with it. */
export const RECORDED_TABLES = [
  'assignment_versions',
  'device_history',
  'icode_reports',
  'night_voids',
  'patients',
  'therapy_start_versions',
  'uploads',
  'usage_date_changes',
  'usage_night_versions',
  'usage_nights',
];

/** SQL of every column of these tables with times. */
export const RECORDED_COLUMNS = `
  select c.table_name as table, c.column_name as column, c.udt_name as type from information_schema.columns c
   where c.table_schema = 'public' and c.udt_name in ('timestamptz', 'tstzrange') and c.is_generated = 'NEVER' and c.table_name = any ($1)
   order by 1, 2`;

/**
 * Dates everything that was recorded since a time (of `timeOfDatabase`) as if it had happened from another time on: every
 * time in RECORDED_TABLES. Triggers do not run: nothing else changes.
 */
export async function happened(since: string, at: string): Promise<void> {
  const { rows } = await admin.query<{ table: string; column: string; type: string }>(RECORDED_COLUMNS, [
    RECORDED_TABLES,
  ]);
  const moved = (value: string) =>
    `case when ${value} >= '${since}' then ${value} - ('${since}'::timestamptz - '${at}'::timestamptz) else ${value} end`;
  const statements = [...Map.groupBy(rows, ({ table }) => table)].map(([table, columns]) => {
    const range = columns.find(({ type }) => type === 'tstzrange')?.column;
    // One by one, in their order: no two versions hold at once.
    if (range)
      return `for place in select v.ctid from ${table} v where lower(v.${range}) >= '${since}' or upper(v.${range}) >= '${since}' order by lower(v.${range}) nulls first loop
          update ${table} v set ${range} = tstzrange(${moved(`lower(v.${range})`)}, ${moved(`upper(v.${range})`)}, '(]') where v.ctid = place;
        end loop;`;
    const names = columns.map(({ column }) => column);
    return `update ${table} set ${names.map((name) => `${name} = ${moved(name)}`).join(', ')}
             where ${names.map((name) => `${name} >= '${since}'`).join(' or ')};`;
  });
  // Statements of one query are one transaction.
  await admin.query(
    `set local session_replication_role = replica; do $do$ declare place tid; begin ${statements.join('\n')} end $do$`,
  );
}
