import { admin } from './harness.ts';

/** Columns that time changes: a session notes its last request once a minute, and a node that it runs. */
const TIMES: Record<string, string> = { sessions: 'last_seen_at', nodes: 'seen_at' };
/** The text of a row, without such a column. */
const rowOf = (table: string) => (TIMES[table] ? `(to_jsonb(t) - '${TIMES[table]}')::text` : 't::text');
const hashOf = (row: string) => `md5(coalesce(string_agg(${row}, '' order by ${row}), ''))`;

async function digests(tables: string, where: (table: string) => string): Promise<Record<string, string>> {
  const { rows } = await admin.query<{ name: string }>(tables);
  const parts = rows.map(({ name }) => `(select ${hashOf(rowOf(name))} from ${name} t ${where(name)}) as "${name}"`);
  return (await admin.query<Record<string, string>>(`select ${parts.join(', ')}`)).rows[0]!;
}

/**
 * A digest of every row of every table, by table; not of the seals and the sweeps, which jobs note at any time, and not of
 * the counts of what was refused, which are added a second later.
 */
export const digestOfAllRows = (): Promise<Record<string, string>> =>
  digests(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('audit_seals', 'seal_keys', 'security_events', 'file_sweeps') order by 1",
    () => '',
  );

/** A digest of every row that belongs to an organization, and of the organization itself, by table. */
export const digestOfOrganization = (orgId: number): Promise<Record<string, string>> =>
  digests(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace union select 'organizations' order by 1`,
    (table) => `where t.${table === 'organizations' ? 'id' : 'org_id'} = ${orgId}`,
  );
