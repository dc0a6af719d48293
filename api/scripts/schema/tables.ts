import { byName, grants, onOneLine, wrapped, type Read, type Statements } from './catalog.ts';

interface Column {
  name: string;
  column: string;
  type: string;
  required: boolean;
  expression: string | null;
  identity: string;
  generated: string;
}

function column({ column: name, type, required, expression, identity, generated }: Column): string {
  const parts = [name, type];
  if (required) parts.push('NOT NULL');
  if (identity) parts.push(`GENERATED ${identity === 'a' ? 'ALWAYS' : 'BY DEFAULT'} AS IDENTITY`);
  else if (generated) parts.push(`GENERATED ALWAYS AS (${expression}) ${generated === 's' ? 'STORED' : 'VIRTUAL'}`);
  else if (expression !== null) parts.push(`DEFAULT ${expression}`);
  return `  ${parts.join(' ')}`;
}

const columns = async (read: Read): Promise<Statements> =>
  byName(
    await read<Column>(`
      select c.relname as name, quote_ident(a.attname) as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
             pg_get_expr(d.adbin, d.adrelid) as expression, a.attidentity as identity, a.attgenerated as generated
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       order by c.relname, a.attnum`),
    column,
  );

// PostgreSQL 18 stores NOT NULL as a constraint too; it is printed with its column.
const constraints = async (read: Read): Promise<Statements> =>
  byName(
    await read<{ name: string; constraint: string; definition: string }>(`
      select c.relname as name, quote_ident(k.conname) as constraint, pg_get_constraintdef(k.oid, true) as definition
        from pg_constraint k join pg_class c on c.oid = k.conrelid
       where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'x', 'f', 'c')
       order by c.relname, array_position(array['p', 'u', 'x', 'f', 'c'], k.contype::text), k.conname`),
    ({ constraint, definition }) => `  CONSTRAINT ${constraint} ${onOneLine(definition)}`,
  );

const indexes = async (read: Read): Promise<Statements> =>
  byName(
    await read<{ name: string; definition: string }>(`
      select c.relname as name, pg_get_indexdef(i.indexrelid, 0, true) as definition
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
       where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
       order by c.relname, x.relname`),
    ({ definition }) => `${definition};`,
  );

const triggers = async (read: Read): Promise<Statements> =>
  byName(
    await read<{ name: string; definition: string; enabled: string }>(`
      select c.relname as name, pg_get_triggerdef(t.oid, true) as definition, t.tgenabled as enabled
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
       where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
       order by c.relname, t.tgname`),
    ({ definition, enabled }) =>
      `${wrapped(onOneLine(definition).split(/ (?=EXECUTE FUNCTION )/))};${enabled === 'O' ? '' : ` -- tgenabled ${enabled}`}`,
  );

interface Policy {
  name: string;
  policy: string;
  permissive: boolean;
  command: string;
  roles: string;
  using: string | null;
  check: string | null;
}

const policies = async (read: Read): Promise<Statements> =>
  byName(
    await read<Policy>(`
      select c.relname as name, quote_ident(p.polname) as policy, p.polpermissive as permissive,
             case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end as command,
             (select string_agg(case r when 0 then 'PUBLIC' else r::regrole::text end, ', ' order by r::regrole::text collate "C") from unnest(p.polroles) r) as roles,
             pg_get_expr(p.polqual, p.polrelid, true) as using, pg_get_expr(p.polwithcheck, p.polrelid, true) as check
        from pg_policy p join pg_class c on c.oid = p.polrelid
       where c.relnamespace = 'public'::regnamespace
       order by c.relname, p.polname`),
    ({ name, policy, permissive, command, roles, using, check }) =>
      wrapped([
        `CREATE POLICY ${policy} ON ${name}${permissive ? '' : ' AS RESTRICTIVE'} FOR ${command} TO ${roles}`,
        ...(using === null ? [] : [`USING (${onOneLine(using)})`]),
        ...(check === null ? [] : [`WITH CHECK (${onOneLine(check)})`]),
      ]) + ';',
  );

interface Table {
  name: string;
  partitioned: string | null;
  options: string | null;
  secured: boolean;
  forced: boolean;
}

/** Returns each table with everything about it, sorted by name. `functions` are the trigger functions by table. */
export async function tables(read: Read, functions: Statements): Promise<{ name: string; text: string }[]> {
  const all = await read<Table>(`
    select relname as name, case relkind when 'p' then pg_get_partkeydef(oid) end as partitioned,
           array_to_string(reloptions, ', ') as options, relrowsecurity as secured, relforcerowsecurity as forced
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`);
  const [column, constraint, index, trigger, policy, grant] = [
    await columns(read),
    await constraints(read),
    await indexes(read),
    await triggers(read),
    await policies(read),
    await grants(read),
  ];
  return all.map(({ name, partitioned, options, secured, forced }) => {
    const body = [...(column.get(name) ?? []), ...(constraint.get(name) ?? [])].join(',\n');
    const create = `CREATE TABLE ${name} (\n${body}\n)${partitioned ? ` PARTITION BY ${partitioned}` : ''}${options ? ` WITH (${options})` : ''};`;
    const security = [
      ...(secured
        ? [`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY${forced ? ', FORCE ROW LEVEL SECURITY' : ''};`]
        : []),
      ...(policy.get(name) ?? []),
    ];
    const parts = [
      [create],
      index.get(name) ?? [],
      trigger.get(name) ?? [],
      functions.get(name) ?? [],
      security,
      grant.get(name) ?? [],
    ];
    const text = parts.filter((part) => part.length > 0).map((part) => part.join('\n'));
    return { name, text: text.join('\n\n') };
  });
}

interface View {
  name: string;
  kind: string;
  options: string | null;
  definition: string;
  /** The one table that it reads; null when it reads several. */
  only: string | null;
}

/** Returns each view with its options and grants, sorted by name. */
export async function views(read: Read): Promise<{ name: string; text: string }[]> {
  const grant = await grants(read);
  const rows = await read<View>(`
    select relname as name, case relkind when 'm' then 'MATERIALIZED VIEW' else 'VIEW' end as kind,
           array_to_string(reloptions, ', ') as options, pg_get_viewdef(c.oid, true) as definition,
           (select case when count(distinct d.refobjid) = 1 then min(d.refobjid::regclass::text) end
              from pg_rewrite w join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_class'::regclass
             where w.ev_class = c.oid and d.refobjid <> c.oid) as only
      from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by relname`);
  return rows.map(({ name, kind, options, definition, only }) => {
    // PostgreSQL 15 names the table before each column; later versions do so only when there are several.
    const text = only === null ? definition : definition.replaceAll(`${only}.`, '');
    return {
      name,
      text: [
        `CREATE ${kind} ${name}${options ? ` WITH (${options})` : ''} AS\n${text.trimEnd()}`,
        ...(grant.get(name) ?? []),
      ].join('\n'),
    };
  });
}
