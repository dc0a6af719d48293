import { byName, type Read, type Statements } from './catalog.ts';

export interface Functions {
  /** Trigger functions by the one table that uses them. */
  ofTables: Statements;
  /** Every other function. */
  others: string[];
}

interface FunctionRow {
  name: string;
  definition: string;
  signature: string;
  kind: string;
  owner: string | null;
  /** Null: the default, every role. */
  executors: string[] | null;
  /** The one table whose triggers call it; null for any other function. */
  table: string | null;
}

function print({ definition, signature, kind, owner, executors }: FunctionRow): string {
  const lines = [`${definition.trimEnd().replace(/^CREATE OR REPLACE /, 'CREATE ')};`];
  if (owner) lines.push(`ALTER ${kind} ${signature} OWNER TO ${owner};`);
  if (executors && !executors.includes('PUBLIC')) lines.push(`REVOKE EXECUTE ON ${kind} ${signature} FROM PUBLIC;`);
  const others = executors?.filter((role) => role !== 'PUBLIC') ?? [];
  if (others.length > 0) lines.push(`GRANT EXECUTE ON ${kind} ${signature} TO ${others.join(', ')};`);
  return lines.join('\n');
}

/** Returns every function of the schema with its owner and the roles that may execute it. */
export async function functions(read: Read): Promise<Functions> {
  const rows = await read<FunctionRow>(`
    select p.proname as name, p.oid::regprocedure::text as signature,
           replace(pg_get_functiondef(p.oid), format('%s public.%I(', case p.prokind when 'p' then 'PROCEDURE' else 'FUNCTION' end, p.proname),
                   format('%s %I(', case p.prokind when 'p' then 'PROCEDURE' else 'FUNCTION' end, p.proname)) as definition,
           case p.prokind when 'p' then 'PROCEDURE' else 'FUNCTION' end as kind,
           nullif(p.proowner, (select datdba from pg_database where datname = current_database()))::regrole::text as owner,
           case when p.proacl is not null then array(
             select case acl.grantee when 0 then 'PUBLIC' else acl.grantee::regrole::text end collate "C" from aclexplode(p.proacl) acl
              where acl.grantee <> p.proowner order by 1) end as executors,
           (select case when count(distinct t.tgrelid) = 1 then min(c.relname) end from pg_trigger t join pg_class c on c.oid = t.tgrelid
             where t.tgfoid = p.oid and not t.tgisinternal) as "table"
      from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p', 'w')
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
     order by p.proname, signature`);
  return {
    ofTables: byName(
      rows.filter((row) => row.table !== null).map((row) => ({ ...row, name: row.table! })),
      print,
    ),
    others: rows.filter((row) => row.table === null).map(print),
  };
}
