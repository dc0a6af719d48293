import type { Migration } from '../../src/db/migrations.ts';
import { oldestVersion } from '../../src/db/later.ts';
import type { Read } from './catalog.ts';

/** The newest migration that was made before there were rules for nodes of two versions (decisions/163). */
export const BEFORE_RULES = '112';

/** Returns the functions that code of the portal may call: one line for each and each role that may. */
export async function signatures(read: Read): Promise<string> {
  const rows = await read<{ line: string }>(`
    select distinct format('%s: %s(%s) %s', case acl.grantee when 0 then 'PUBLIC' else acl.grantee::regrole::text end,
             p.proname, pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid)) collate "C" as line
      from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
     where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and p.prorettype <> 'trigger'::regtype
       and acl.grantee <> p.proowner
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
     order by 1`);
  return `${rows.map(({ line }) => line).join('\n')}\n`;
}

/**
 * Compares the functions with those that code of earlier versions may call. Returns the list as it is from now on, and a
 * fault for each line that is gone without a migration that says which versions still work, and names the function.
 */
export function keptSignatures(
  list: string,
  now: string,
  migrations: Pick<Migration, 'name' | 'sql'>[],
): { list: string; faults: string[] } {
  const there = new Set(now.split('\n').filter(Boolean));
  const ends = migrations.filter(
    (one) => one.name.slice(0, 3) > BEFORE_RULES && /^-- oldest: /m.test(one.sql) && oldestVersion([one]) > 1,
  );
  const lost = list.split('\n').filter((line) => {
    const [, name] = /: (\w+)\(/.exec(line) ?? [];
    return name && !there.has(line) && !ends.some(({ sql }) => new RegExp(`\\b${name}\\b`).test(sql));
  });
  return {
    list: `${[...there, ...lost].sort().join('\n')}\n`,
    faults: lost.map(
      (line) =>
        `The function "${line}" is gone, which nodes of an earlier version may call. Keep it, and give the new one another name; or name it in a migration with the line "-- oldest: VERSION" (decisions/163).`,
    ),
  };
}
