import { createHash, createHmac } from 'node:crypto';
import pg from 'pg';
import { generationOf, type Secrets } from './secrets.ts';
import exempt from './rls-exempt.json' with { type: 'json' };

/**
 * The logins of the runtime, and the roles that each may take: whatever a transaction does, it reaches no role of
 * another login (decisions/029).
 */
const LOGINS = {
  org: ['airlog_org', 'airlog_limited'],
  support: ['airlog_support', 'airlog_acting'],
  auth: ['airlog_auth', 'airlog_device', 'airlog_jobs'],
} as const;

export type DatabaseLogin = keyof typeof LOGINS;

/** The addresses of the runtime logins. */
export type LoginUrls = Record<DatabaseLogin, string>;

/** A role that each connection of a login has from its start, so that a single statement needs no transaction. */
const AT_CONNECT: Partial<Record<DatabaseLogin, string>> = { auth: 'airlog_auth' };

/** Returns what the names of the logins of a database begin with. Role names are cluster-wide and limited to 63 bytes. */
export const loginPrefix = (database: string): string =>
  `airlog_login_${createHash('sha256').update(database).digest('hex').slice(0, 16)}`;

/** Returns the addresses of the logins of a database, which `ensureLogins` makes: their names and passwords are derived. */
export function loginUrls(url: string, database: string, secrets: Secrets): LoginUrls {
  const urls = (Object.keys(LOGINS) as DatabaseLogin[]).map((name) => {
    const address = new URL(url);
    address.username = `${loginPrefix(database)}_${generationOf(secrets)}_${name}`;
    address.password = createHmac('sha256', secrets.sessionSecret)
      .update(`database-login:${database}:${name}`)
      .digest('hex');
    return [name, address.href];
  });
  return Object.fromEntries(urls) as LoginUrls;
}

/** Returns the address of a login on a replica: the same user, password and database there. */
export function replicaLogin(login: string, replica: string): string {
  const [, user, database] = /^(.*@)[^/]*(\/[^?]*)/.exec(login)!;
  const { host, search } = new URL(replica);
  return `${user}${host}${database}${search}`;
}

/**
 * Creates the logins of one database and returns their addresses. They inherit nothing, and take a role per
 * transaction. Their passwords are derived, never stored. Nodes with other secrets have logins of their own, so that two
 * are valid during a rotation. `admin` has a transaction open and may create roles.
 */
export async function ensureLogins(admin: pg.Client, url: string, secrets: Secrets): Promise<LoginUrls> {
  const { rows } = await admin.query<{ database: string }>('select current_database() as database');
  const { database } = rows[0]!;
  const prefix = loginPrefix(database);
  const quoted = pg.escapeIdentifier(database);
  // A temporary table would hide one of the portal's from the next request on its connection.
  await admin.query(`revoke temporary on database ${quoted} from public`);
  await admin.query(`drop role if exists ${prefix}`); // an earlier version had one login, a member of every role
  const urls = loginUrls(url, database, secrets);
  for (const name of Object.keys(LOGINS) as DatabaseLogin[]) {
    const { username: login, password } = new URL(urls[name]);
    const exists = await admin.query('select from pg_roles where rolname = $1', [login]);
    // Without NOSUPERUSER and NOBYPASSRLS, which are the default: to say them of a role that exists needs a superuser, and
    // `assertBound` refuses a login that has more.
    await admin.query(`${exists.rowCount ? 'alter' : 'create'} role ${login} login noinherit password '${password}'`);
    await admin.query(`grant ${LOGINS[name].join(', ')} to ${login}`);
    // A login may change what its connections begin with, and PostgreSQL keeps it.
    await admin.query(`alter role ${login} reset all`);
    await admin.query(`alter role ${login} in database ${quoted} reset all`);
    if (AT_CONNECT[name]) await admin.query(`alter role ${login} set role = '${AT_CONNECT[name]}'`);
  }
  return urls;
}

// A login that is a member of a table's owner could become that owner. A view runs with its owner's rights unless it
// has security_invoker.
const UNBOUND = `
  select exists (select from pg_roles r where (r.oid = l.oid or r.rolname = any ($1)) and (r.rolsuper or r.rolbypassrls))
           as "is a superuser or bypasses row-level security",
         exists (select from pg_roles r where r.oid <> l.oid and r.rolname <> all ($1) and pg_has_role(l.oid, r.oid, 'member'))
           as "may take a role that is not its own",
         l.rolinherit or current_user <> coalesce($2, session_user) as "has other rights than its own without taking a role",
         exists (select from pg_class t where t.relkind in ('r', 'p') and t.relnamespace = 'public'::regnamespace and pg_has_role(l.oid, t.relowner, 'member'))
           as "owns tables",
         exists (select from pg_class t where t.relkind in ('r', 'p') and t.relnamespace = 'public'::regnamespace
                    and t.relname <> all ($3) and not (t.relrowsecurity and t.relforcerowsecurity))
           as "may read a table without forced row-level security",
         exists (select from pg_class v join pg_rewrite w on w.ev_class = v.oid join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
                   join pg_class t on t.oid = d.refobjid and t.relrowsecurity
                  where v.relkind = 'm' or v.relkind = 'v' and coalesce(v.reloptions::text, '') !~ 'security_invoker=(true|on|yes|1)')
           as "may read a view that passes row-level security"
    from pg_roles l where l.rolname = session_user`;

/**
 * Throws when a login could see or do more than its own roles may: it is a member of another one, or row-level security
 * does not apply to it (superuser, BYPASSRLS, owner of a table, a table without it, reader of a view with its owner's
 * rights). `client` is connected as that login; `others` are tables without row-level security of a later version.
 */
export async function assertOwnRolesOnly(
  client: pg.ClientBase,
  name: DatabaseLogin,
  others: string[] = [],
): Promise<void> {
  const { rows } = await client.query<Record<string, boolean>>(UNBOUND, [
    LOGINS[name],
    AT_CONNECT[name] ?? null,
    [...Object.keys(exempt), ...others],
  ]);
  const faults = Object.keys(rows[0]!).filter((fault) => rows[0]![fault]);
  if (faults.length > 0)
    throw new Error(`The database login "${name}" ${faults.join(' and ')}: it would see every organization's rows.`);
}
