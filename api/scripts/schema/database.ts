import pg from 'pg';
import type { Read } from './catalog.ts';
import { functions } from './functions.ts';
import { databaseRoles, permissions, surroundings } from './roles.ts';
import { tables, views } from './tables.ts';

const HEADER = [
  '-- The whole database, printed by `npm run schema` from the catalog of a freshly migrated one. Do not edit.',
  "-- A table's columns, keys, indexes, triggers, policies and grants are together. Tables are sorted by name.",
  '-- Why a thing is as it is: the comments in api/src/db/migrations/ and api/src/db/functions/.',
  '',
].join('\n');

/** Kinds of objects that no section prints: extend this printer before a migration creates one. */
const UNPRINTED = `
  select 'type ' || typname as object from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
     and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = t.oid and deptype = 'e')
  union all select 'sequence ' || relname from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'S'
     and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('i', 'a'))
  union all select 'foreign table ' || relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'f'
  union all select 'rule ' || rulename from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace = 'public'::regnamespace and rulename <> '_RETURN'
  union all select 'aggregate ' || proname from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'a'
     and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  union all select 'event trigger ' || evtname from pg_event_trigger
  union all select 'default privileges of ' || defaclrole::regrole from pg_default_acl
  union all select 'statistics ' || stxname from pg_statistic_ext
  order by 1`;

const section = (title: string, lines: string[], separator = '\n'): string =>
  lines.length === 0 ? '' : `-- ${'='.repeat(20)} ${title} ${'='.repeat(20)}\n\n${lines.join(separator)}\n`;

const titled = ({ name, text }: { name: string; text: string }): string => `-- ${'-'.repeat(20)} ${name}\n\n${text}\n`;

/**
 * Returns the whole database as text: the same on every supported version of PostgreSQL.
 * Throws when the database has an object of a kind that the text would leave out.
 */
export async function databaseText(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const read: Read = async (sql) => (await client.query(sql)).rows;
  try {
    await client.query('set search_path = public');
    const unprinted = await read<{ object: string }>(UNPRINTED);
    if (unprinted.length > 0)
      throw new Error(`api/scripts/schema does not print: ${unprinted.map(({ object }) => object).join(', ')}`);
    const { ofTables, others } = await functions(read);
    const sections = [
      HEADER,
      section('Roles of the database', await databaseRoles(read)),
      section('Extensions and schemas', await surroundings(read)),
      section('Roles of the staff and their permissions', await permissions(read)),
      section('Functions', others, '\n\n'),
      section('Tables', (await tables(read, ofTables)).map(titled)),
      section('Views', (await views(read)).map(titled)),
    ];
    return `${sections.filter(Boolean).join('\n').trimEnd()}\n`;
  } finally {
    await client.end();
  }
}
