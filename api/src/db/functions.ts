import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type pg from 'pg';
import type { Applied } from './migrations.ts';

/** A file with them: the number of their state, and its checksum. Kept by `npm run schema`. */
export const VERSION_FILE = 'VERSION';

interface FunctionFile {
  /** File name without .sql, and name of the function that it defines. */
  name: string;
  /** The whole function: its definition, owner and grants. */
  sql: string;
}

/** The functions of the database, as this version of the portal has them. */
export interface Functions {
  files: FunctionFile[];
  /** Of each two states of the files, and of the migrations, the later one has the higher number; 0 without files. */
  version: number;
  /** SHA-256 of all files, in hex. */
  checksum: string;
}

const text = (path: string): string => readFileSync(path, 'utf8').replaceAll('\r\n', '\n'); // git on Windows may write either

/** Returns the files of a folder, sorted by name, and their checksum. Throws for a name out of order or used twice. */
export function readFunctionFiles(folder: string): Pick<Functions, 'files' | 'checksum'> {
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const files = paths
    .filter((path) => path.endsWith('.sql'))
    .map((path) => ({ name: basename(path, '.sql'), sql: text(join(folder, path)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const [index, { name }] of files.entries()) {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`Name the file ${name}.sql as the function that it defines.`);
    if (files[index + 1]?.name === name) throw new Error(`The function ${name} has two files.`);
  }
  return { files, checksum: createHash('sha256').update(JSON.stringify(files)).digest('hex') };
}

/** Returns the functions of a folder with the number of their state. Throws when the number is missing. */
export function readFunctions(folder: string): Functions {
  const read = readFunctionFiles(folder);
  if (read.files.length === 0) return { ...read, version: 0 };
  const [, version] = /^([1-9]\d*) [0-9a-f]{64}\n$/.exec(text(join(folder, VERSION_FILE))) ?? [];
  if (!version)
    throw new Error(`${basename(folder)}/${VERSION_FILE} is not one number and checksum. Run: npm run schema`);
  return { ...read, version: Number(version) };
}

// The functions of the portal in the schema: not those of extensions, and none that another login made.
const OURS = `
  from pg_proc p join pg_language l on l.oid = p.prolang
 where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
   and (pg_get_userbyid(p.proowner) = current_user or pg_get_userbyid(p.proowner) like 'airlog\\_%')
   and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`;

// CREATE OR REPLACE keeps the owner and the grants that a function has: what a file no longer grants would stay.
const RESET = `do $$
  declare f record;
  begin
    for f in select p.oid::regprocedure as name, (select string_agg(distinct quote_ident(pg_get_userbyid(grantee)), ', ')
               from aclexplode(p.proacl) where grantee not in (0, p.proowner)) as grantees
             ${OURS} and (p.proacl is not null or pg_get_userbyid(p.proowner) <> current_user) loop
      if f.grantees is not null then execute format('revoke all on function %s from %s', f.name, f.grantees); end if;
      execute format('grant execute on function %s to public', f.name);
      execute format('alter function %s owner to current_user', f.name);
    end loop;
  end $$`;

// Bodies are read when all functions are there, so that the order of the files does not matter.
const CHECK = `do $$
  declare f record;
  begin
    for f in select p.oid, p.proname as name, l.lanname as language ${OURS} loop
      begin
        if f.language = 'sql' then perform fmgr_sql_validator(f.oid); else perform plpgsql_validator(f.oid); end if;
      exception when others then
        raise exception using message = format('Function %s: %s', f.name, sqlerrm), errcode = sqlstate;
      end;
    end loop;
  end $$`;

/** Runs a statement about a function, whose name an error then has. */
async function about(client: pg.Client, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (error) {
    if (error instanceof Error) error.message = `Function ${name}: ${error.message}`; // its code stays
    throw error;
  }
}

/** Creates functions without reading their bodies. A role needs CREATE on the schema to become the owner of one. */
async function create(client: pg.Client, files: FunctionFile[]): Promise<void> {
  const owners = [
    ...new Set(files.flatMap(({ sql }) => [...sql.matchAll(/ owner to (\w+);/g)].map(([, role]) => role))),
  ];
  await client.query('set local check_function_bodies = off');
  if (owners.length > 0) await client.query(`grant create on schema public to ${owners.join(', ')}`);
  for (const { name, sql } of files) await about(client, name, sql);
  if (owners.length > 0) await client.query(`revoke create on schema public from ${owners.join(', ')}`);
  await client.query('set local check_function_bodies = on');
}

/**
 * Creates the functions that a migration names and the database lacks: a trigger, a policy or a generated column cannot
 * wait for them. None is replaced before all tables are there. A transaction is open.
 */
export async function createNamed(client: pg.Client, { files }: Functions, migration: string): Promise<void> {
  const wanted = files.filter(({ name }) => new RegExp(`\\b${name}\\(`).test(migration));
  if (wanted.length === 0) return;
  const { rows } = await client.query<{ name: string }>(`select p.proname as name ${OURS} and p.proname = any ($1)`, [
    wanted.map(({ name }) => name),
  ]);
  const missing = wanted.filter((file) => !rows.some(({ name }) => name === file.name));
  if (missing.length > 0) await create(client, missing);
}

/**
 * Makes the functions of the database those of the files: creates, replaces, and drops any other one. A transaction is
 * open. Throws when a file fails, or something depends on a function that has no file.
 */
export async function applyFunctions(client: pg.Client, { files }: Functions): Promise<void> {
  await client.query(RESET);
  const { rows: before } = await client.query<{ place: string }>(`select p.ctid as place ${OURS}`);
  await create(client, files);
  // What no file has written is where it was.
  const { rows: others } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name ${OURS} and p.ctid = any ($1::tid[])`,
    [before.map(({ place }) => place)],
  );
  for (const { name } of others) await about(client, `${name}, which has no file`, `drop function ${name}`);
  const { rows: made } = await client.query<{ name: string }>(`select distinct p.proname as name ${OURS}`);
  const hasNoTwin = (names: { name: string }[]) => (one: { name: string }) =>
    !names.some(({ name }) => name === one.name);
  const wrong = files.find(hasNoTwin(made)) ?? made.find(hasNoTwin(files));
  if (wrong) throw new Error(`A file of functions is named as the one that it defines: ${wrong.name} is not.`);
  await client.query(CHECK);
}

/** The row of the table of migrations which has the version of the database (`stateOf`). */
export const STATE = 'functions';

/**
 * Whether the functions of a database, whose rows of the table of migrations these are, are not those of the files. They
 * are not those of a later version (`laterVersion`): a node never replaces them by earlier ones.
 */
export function areOutdated(rows: Applied[], { checksum, files }: Functions): boolean {
  const [, state] = rows.find(({ name }) => name === STATE)?.checksum.split(' ') ?? [];
  return state === undefined ? files.length > 0 : state !== checksum;
}
