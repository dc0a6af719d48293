import type pg from 'pg';

/** Statements by the name of their table, view or function. */
export type Statements = Map<string, string[]>;

/** Returns the rows of a query on the catalog. */
export type Read = <Row extends pg.QueryResultRow>(sql: string) => Promise<Row[]>;

/** Returns an expression of the catalog on one line. */
export const onOneLine = (expression: string): string => expression.replace(/\s+/g, ' ').trim();

/** Returns the parts of a statement on one line, or each on its own line when one is not enough. */
export function wrapped(parts: string[]): string {
  const line = parts.join(' ');
  return line.length <= 120 ? line : parts.join('\n  ');
}

/** Returns the statements of each name, in the order of the rows. */
export function byName<Row extends { name: string }>(rows: Row[], print: (row: Row) => string): Statements {
  const statements: Statements = new Map();
  for (const row of rows) statements.set(row.name, [...(statements.get(row.name) ?? []), print(row)]);
  return statements;
}

interface Grant extends pg.QueryResultRow {
  name: string;
  privilege: string;
  /** Null: the whole table. */
  columns: string | null;
  roles: string;
  grantable: boolean;
}

/** Returns the GRANT statements of each table and view: one for each privilege and set of columns, the owner's own left out. */
export async function grants(read: Read): Promise<Statements> {
  const rows = await read<Grant>(`
    with granted as (
      select c.relname as name, acl.privilege_type as privilege, null as columns, acl.grantee, acl.is_grantable as grantable
        from pg_class c, aclexplode(c.relacl) acl
       where c.relnamespace = 'public'::regnamespace and acl.grantee <> c.relowner
      union all
      select c.relname, acl.privilege_type, string_agg(a.attname, ', ' order by a.attnum), acl.grantee, acl.is_grantable
        from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) acl
       where c.relnamespace = 'public'::regnamespace and acl.grantee <> c.relowner and not a.attisdropped
       group by 1, 2, 4, 5
    )
    select name, privilege, columns, grantable, string_agg(case grantee when 0 then 'PUBLIC' else grantee::regrole::text end, ', '
             order by grantee::regrole::text collate "C") as roles
      from granted group by name, privilege, columns, grantable
     order by name, array_position(array['SELECT', 'INSERT', 'UPDATE', 'DELETE'], privilege), privilege, columns collate "C" nulls first, grantable`);
  return byName(rows, ({ name, privilege, columns, roles, grantable }) => {
    const list = columns === null ? '' : ` (${columns})`;
    return wrapped([`GRANT ${privilege}${list}`, `ON ${name} TO ${roles}${grantable ? ' WITH GRANT OPTION' : ''};`]);
  });
}
