import type { Read } from './catalog.ts';

const OURS = String.raw`rolname like 'airlog\_%' and rolname not like 'airlog\_login\_%'`;

/** Returns the roles of the database with their attributes and memberships. The login of an installation is not one of them. */
export async function databaseRoles(read: Read): Promise<string[]> {
  const roles = await read<{ name: string; attributes: string }>(`
    select rolname as name, concat_ws(' ', case when rolcanlogin then 'LOGIN' else 'NOLOGIN' end, case when rolsuper then 'SUPERUSER' end,
             case when rolbypassrls then 'BYPASSRLS' else 'NOBYPASSRLS' end, case when rolcreatedb then 'CREATEDB' end,
             case when rolcreaterole then 'CREATEROLE' end, case when rolreplication then 'REPLICATION' end,
             case when not rolinherit then 'NOINHERIT' end) as attributes
      from pg_roles where ${OURS} order by rolname`);
  const members = await read<{ role: string; member: string }>(`
    select m.roleid::regrole::text as role, m.member::regrole::text as member from pg_auth_members m
     where m.member in (select oid from pg_roles where ${OURS}) order by m.roleid::regrole::text collate "C", m.member::regrole::text collate "C"`);
  return [
    ...roles.map(({ name, attributes }) => `CREATE ROLE ${name} ${attributes};`),
    ...members.map(({ role, member }) => `GRANT ${role} TO ${member};`),
  ];
}

/** Returns the extensions, the built-in functions that were changed, and the schemas with their owners and grants. */
export async function surroundings(read: Read): Promise<string[]> {
  const extensions = await read<{ name: string }>(
    "select extname as name from pg_extension where extname <> 'plpgsql' order by extname",
  );
  const leakproof = await read<{ signature: string }>(`
    select oid::regprocedure::text as signature from pg_proc where proleakproof and proname = 'texticlike' order by 1`);
  const schemas = await read<{ name: string; owner: string | null; grants: string[] }>(`
    select nspname as name, case when nspname <> 'public' then nspowner::regrole::text end as owner,
           array(select format('GRANT %s ON SCHEMA %I TO %s;', privilege_type, nspname,
                          string_agg(case grantee when 0 then 'PUBLIC' else grantee::regrole::text end, ', ' order by grantee::regrole::text collate "C"))
                   from aclexplode(nspacl) where grantee <> nspowner group by privilege_type order by privilege_type) as grants
      from pg_namespace where nspname !~ '^(pg_(catalog|toast|temp)|information_schema)' order by nspname`);
  return [
    ...extensions.map(({ name }) => `CREATE EXTENSION ${name};`),
    ...leakproof.map(({ signature }) => `ALTER FUNCTION ${signature} LEAKPROOF;`),
    ...schemas.flatMap(({ name, owner, grants }) => [
      ...(owner ? [`CREATE SCHEMA ${name} AUTHORIZATION ${owner};`] : []),
      ...grants,
    ]),
  ];
}

/** Returns the staff roles, and each permission with the roles that hold it. */
export async function permissions(read: Read): Promise<string[]> {
  const roles = await read<{ line: string }>(
    `select format('%s %s, %s host, user type %s', rpad(name || ':', 24), label, host, user_type) as line from roles order by name collate "C"`,
  );
  const held = await read<{ permission: string; roles: string[] }>(`
    select p.permission, array_agg(r.name order by r.name collate "C") as roles from role_permissions p join roles r on r.id = p.role_id
     group by p.permission order by p.permission collate "C"`);
  return [
    ...roles.map(({ line }) => `-- ${line}`),
    '--',
    ...held.flatMap(({ permission, roles: holders }) => [`-- ${permission}`, ...linesOf(holders)]),
  ];
}

/** Returns a list of names as comment lines of at most 120 characters. */
function linesOf(names: string[]): string[] {
  const lines: string[] = [];
  for (const [index, name] of names.entries()) {
    const word = index < names.length - 1 ? `${name}, ` : name;
    const last = lines.at(-1);
    if (last !== undefined && (last + word).trimEnd().length <= 120) lines[lines.length - 1] = last + word;
    else lines.push(`--     ${word}`);
  }
  return lines.map((line) => line.trimEnd());
}
