import type { StoredKey } from '../shared/file-store.ts';

/** A connection as the owner of the tables. */
export interface OwnerConnection {
  host: string;
  port: number;
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** Uploads of one statement. */
const PAGE = 500;
/** The schemas of the portal. Others of the database are an operator's. */
const SCHEMAS = "('public', 'pgboss')";
/** The extensions that the portal makes. */
export const EXTENSIONS = ['btree_gist', 'pg_trgm'];
/** Roles that the owner is a member of: it owns what they own, and reads what they read. */
const OF_OWNER = ['airlog_auth', 'airlog_definer', 'airlog_jobs'];
/** Owners of functions, who need CREATE on the schema when they become that. */
const FUNCTION_OWNERS = 'airlog_definer, airlog_jobs';
const TABLES = `pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text in ${SCHEMAS}`;

// A role reads all rows of a table without row-level security, and of another one by a permissive policy without a condition,
// unless a restrictive policy is for it, too.
const READS_SOME = `
  select c.oid::regclass::text as name from ${TABLES}
     and (not has_table_privilege(c.oid, 'select')
       or row_security_active(c.oid) and (
         not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*') and pg_get_expr(p.polqual, p.polrelid) = 'true'
                        and exists (select from unnest(p.polroles) role where role = 0 or pg_has_role(role, 'usage')))
         or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('r', '*')
                        and exists (select from unnest(p.polroles) role where role = 0 or pg_has_role(role, 'usage')))))
   order by 1`;

/** Throws when the login does not read every row of every table, which a dump would not show. */
export async function assertReadsAll(client: OwnerConnection): Promise<void> {
  const { rows } = await client.query<{ name: string }>(READS_SOME);
  if (rows.length > 0)
    throw new Error(
      `The login of DATABASE_URL does not read every row of ${rows.map(({ name }) => name).join(', ')}. Take the owner of the tables, after \`npm run migrate\` of this version.`,
    );
}

/** Returns the major version of the server. */
export async function serverVersion(client: OwnerConnection): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int / 10000 as version",
  );
  return rows[0]!.version;
}

/** Returns the names of the schemas that are not the portal's. */
export async function otherSchemas(client: OwnerConnection): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'pgboss', 'information_schema')`,
  );
  return rows.map(({ name }) => name);
}

/** Returns how many rows each table has, as the transaction sees them. */
export async function countRows(client: OwnerConnection): Promise<{ name: string; rows: number }[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', c.relnamespace::regnamespace, c.relname) as name from ${TABLES} order by 1`,
  );
  const counts: { name: string; rows: number }[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${name}`);
    counts.push({ name, rows: Number(rows[0]!.count) });
  }
  return counts;
}

/**
 * Returns SQL that makes the roles of the portal where they are missing, and their memberships: without passwords, and
 * without the logins of the nodes, which `npm run migrate` makes. The owner, who may create roles, runs it.
 */
export async function rolesSql(client: OwnerConnection): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `with own as (select oid, rolname from pg_roles where rolname like 'airlog\\_%' and not rolcanlogin),
          membership as (
            select g.rolname as role, m.rolname as member from pg_auth_members a join own g on g.oid = a.roleid join own m on m.oid = a.member
            union select rolname, current_user from own where rolname = any ($1))
     select line from (
       select 1 as nth, rolname as name, format('  if to_regrole(%L) is null then create role %I nologin nobypassrls; end if;', quote_ident(rolname), rolname) as line from own
       union all
       select 2, role || ' ' || member, format('  if not pg_has_role(%2$L, %1$L, ''usage'') then grant %1$I to %2$I; end if;', role, member) from membership) lines
      order by nth, name collate "C"`,
    [OF_OWNER],
  );
  return `do $$ begin\n${rows.map(({ line }) => line).join('\n')}\nend $$;\n`;
}

/** Yields the keys of the uploads until a time whose files are kept, and of the archived lines of the audit log. */
export async function* namedKeys(client: OwnerConnection, until: string): AsyncGenerator<StoredKey> {
  for (let last = 0; ;) {
    const { rows } = await client.query<{ id: number; key: string; places: number[] }>(
      `select u.id, u.storage_key as key, array(select f.place from upload_files f where f.upload_id = u.id order by f.place) as places
         from uploads u where u.id > $1 and u.files_removed_at is null and u.created_at <= $2 order by u.id limit ${PAGE}`,
      [last, until],
    );
    for (const { key, places } of rows) yield { key, places, isCommitted: true };
    if (rows.length < PAGE) break;
    last = rows.at(-1)!.id;
  }
  const { rows: archives } = await client.query<{ key: string }>(
    'select file_key as key from audit_archives where archived_at <= $1 order by id',
    [until],
  );
  for (const { key } of archives) yield { key, places: [0], isCommitted: true };
}

/** Returns the name of the login to which the tables belong. */
export async function tableOwner(client: OwnerConnection): Promise<string> {
  const { rows } = await client.query<{ owner: string }>(
    "select relowner::regrole::text as owner from pg_class where oid = 'public.migrations'::regclass",
  );
  return rows[0]!.owner;
}

/** Throws unless the login may restore what `owner` owned, into this database, which is empty. */
export async function assertEmptyDatabase(client: OwnerConnection, owner: string): Promise<void> {
  const { rows } = await client.query<{ login: string; mayCreateRoles: boolean; owns: boolean; count: number }>(
    `select current_user::regrole::text as login, r.rolsuper or r.rolcreaterole as "mayCreateRoles", pg_has_role(d.datdba, 'usage') as owns,
            (select count(*)::int from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relnamespace::regnamespace::text in ${SCHEMAS}
                and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')) as count
       from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`,
  );
  const { login, mayCreateRoles, owns, count } = rows[0]!;
  if (count > 0)
    throw new Error(`The database is not empty: it has ${count} tables. Nothing was changed. Give an empty one.`);
  if (login !== owner)
    throw new Error(`The tables of the backup belong to ${owner}: restore with a login of that name, not ${login}.`);
  if (!mayCreateRoles || !owns)
    throw new Error(
      `The login ${login} must own the database, and may create roles (CREATEROLE). Nothing was changed.`,
    );
}

/** Does work in which functions get their owners. */
export async function givingFunctions(client: OwnerConnection, work: () => Promise<void>): Promise<void> {
  await client.query(`grant create on schema public to ${FUNCTION_OWNERS}`);
  try {
    await work();
  } finally {
    await client.query(`revoke create on schema public from ${FUNCTION_OWNERS}`);
  }
}
