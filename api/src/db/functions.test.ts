import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { databaseText } from '../../scripts/schema/database.ts';
import { copyTemplate, emptyDatabase, OWNER, type TestDatabase } from '../../test/template.ts';
import { VERSION_FILE } from './functions.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let client: pg.Client;
let folders: { migrations: string; functions: string };
let version: number;

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'airlog-functions-'));
  folders = { migrations: join(folder, 'migrations'), functions: join(folder, 'functions') };
  for (const path of Object.values(folders)) mkdirSync(path);
  mkdirSync(join(folders.functions, 'area'));
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  version = 0;
  write('001-first', 'create table steps (id int, step text)');
});
afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(join(folders.migrations, '..'), { recursive: true, force: true });
});

const write = (name: string, sql: string) => writeFileSync(join(folders.migrations, `${name}.sql`), sql);
/** Gives the state of the functions this number. */
const number = (wanted: number) =>
  writeFileSync(join(folders.functions, VERSION_FILE), `${(version = wanted)} ${'0'.repeat(64)}\n`);
/** Writes a function as a later version has it. */
function define(name: string, sql: string): void {
  writeFileSync(join(folders.functions, 'area', `${name}.sql`), sql);
  number(version + 1);
}
function remove(name: string): void {
  rmSync(join(folders.functions, 'area', `${name}.sql`));
  number(version + 1);
}
const returns = (name: string, value: number) =>
  `create or replace function ${name}() returns int language sql as 'select ${value}';`;
const run = () => migrate(database.ownerUrl, folders);
const refusal = async (): Promise<string> => run().then(String, (error: Error) => error.message);
const value = async (call: string): Promise<unknown> =>
  (await client.query<{ value: unknown }>(`select ${call} as value`)).rows[0]!.value;
const functions = async (): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`,
    )
  ).rows.map(({ name }) => name);

describe('a start', () => {
  test('makes the functions of the files, whatever calls which', async () => {
    define('a', `create or replace function a() returns int language sql as 'select b() + 1';`);
    define('b', returns('b', 2));
    expect(await run()).toBe(1);
    expect(await value('a()')).toBe(3);
  });

  test('replaces an edited function without a migration, and keeps the rows', async () => {
    define('a', returns('a', 1));
    await run();
    await client.query("insert into steps values (1, 'kept')");
    define('a', returns('a', 2));
    expect(await run()).toBe(0);
    expect([await value('a()'), await value('(select step from steps)')]).toEqual([2, 'kept']);
  });

  test('touches no function when no file has changed', async () => {
    define('a', returns('a', 1));
    await run();
    const made = () => value("(select xmin::text from pg_proc where proname = 'a')");
    const before = await made();
    await run();
    expect(await made()).toBe(before);
  });

  test('replaces an edited function under the same number too, as in development', async () => {
    define('a', returns('a', 1));
    await run();
    define('a', returns('a', 2));
    number(1);
    await run();
    expect(await value('a()')).toBe(2);
  });

  test('drops a function whose file is gone, and one that a migration left', async () => {
    define('a', returns('a', 1));
    define('b', returns('b', 1));
    await run();
    remove('b');
    write('002-second', returns('helper', 1));
    expect(await run()).toBe(1);
    expect(await functions()).toEqual(['a()']);
  });

  test('leaves no function with the arguments of before', async () => {
    define('a', returns('a', 1));
    await run();
    define('a', `create or replace function a(more int) returns int language sql as 'select more';`);
    await run();
    expect(await functions()).toEqual(['a(integer)']);
  });

  test('keeps the functions of extensions and of other logins', async () => {
    define('a', returns('a', 1));
    await run();
    await client.query(`create extension pg_trgm; ${returns('of_other', 1)}; create role airlogtest_other;
      grant create on schema public to airlogtest_other; alter function of_other() owner to airlogtest_other`);
    try {
      define('a', returns('a', 2));
      await run();
      expect(await functions()).toEqual(expect.arrayContaining(['of_other()', 'similarity(text,text)']));
    } finally {
      await client.query('drop owned by airlogtest_other; drop role airlogtest_other');
    }
  });

  test('gives a function the owner and the grants of its file, and no other', async () => {
    const rights = () =>
      value(`(select array[pg_get_userbyid(proowner)::text, has_function_privilege('airlog_org', oid, 'execute')::text,
        has_function_privilege('airlog_jobs', oid, 'execute')::text] from pg_proc where proname = 'a')`);
    const owned = 'revoke all on function a() from public; alter function a() owner to airlog_definer;';
    define('a', `${returns('a', 1)} ${owned} grant execute on function a() to airlog_org;`);
    await run();
    expect(await rights()).toEqual(['airlog_definer', 'true', 'false']);
    define('a', `${returns('a', 1)} ${owned} grant execute on function a() to airlog_jobs;`);
    await run();
    expect(await rights()).toEqual(['airlog_definer', 'false', 'true']);
    define('a', returns('a', 1));
    await run();
    expect(await rights()).toEqual([OWNER, 'true', 'true']);
    expect(await value("has_schema_privilege('airlog_definer', 'public', 'create')")).toBe(false);
  });

  test('makes the function that a migration names before the migration, and replaces none before it', async () => {
    define('a', returns('a', 1));
    await run();
    define('a', returns('a', 2));
    define('b', `create or replace function b(s steps) returns int language sql as 'select s.added';`);
    define(
      'stamp',
      `create or replace function stamp() returns trigger language plpgsql as 'begin new.added := a(); return new; end';`,
    );
    write(
      '002-second',
      `alter table steps add added int;
       create trigger stamp before insert on steps for each row execute function stamp();
       insert into steps (step) values ('before the functions')`,
    );
    expect(await run()).toBe(1);
    await client.query("insert into steps (step) values ('after them')");
    expect((await client.query('select b(s) as added from steps s order by 1')).rows).toEqual([
      { added: 1 },
      { added: 2 },
    ]);
  });

  test('of nodes that start together applies the files once', async () => {
    define('a', returns('a', 1));
    expect((await Promise.all([run(), run(), run()])).sort()).toEqual([0, 0, 1]);
    expect(await value('a()')).toBe(1);
  });
});

describe('an older node', () => {
  /** The database of version 2, whose functions and migrations are later; the files are those of version 1 again. */
  async function later(migration = ''): Promise<void> {
    define('a', returns('a', 1));
    await run();
    define('a', returns('a', 2));
    define('b', returns('b', 1));
    number(2);
    write('002-second', `${migration}\nalter table steps add note text`);
    await run();
    rmSync(join(folders.migrations, '002-second.sql'));
    remove('b');
    define('a', returns('a', 1));
    number(1);
  }

  test('works with a later version that only added to the database, and changes nothing', async () => {
    await later();
    const state = () => value("(select json_agg(m order by name) || ' ' from migrations m)");
    const before = await state();
    expect(await run()).toBeNull();
    expect(await run()).toBeNull(); // it starts again
    expect([await value('a()'), await value('b()'), await state()]).toEqual([2, 1, before]);
  });

  test('works with a later version that says that it does', async () => {
    await later('-- oldest: 1');
    expect(await run()).toBeNull();
  });

  test('does not start when the later version needs another one, and says which', async () => {
    await later('-- oldest: 2');
    expect(await refusal()).toBe(
      'The database is of a later version of the portal (2), which works with versions from 2 on; this one is 1. Start one of those: all data stay. Nothing was changed.',
    );
    expect(await value('a()')).toBe(2);
  });

  test('does not start when an earlier migration of the later version needs another one', async () => {
    write('001-first', '-- oldest: 2\ncreate table steps (id int, step text)');
    await later();
    expect(await refusal()).toContain('works with versions from 2 on');
  });

  test('does not start, and applies nothing, when the later version lacks a migration that it has', async () => {
    await later();
    write('003-third', "insert into steps (step) values ('late')");
    expect(await refusal()).toBe(
      'The database is of a later version of the portal (2) that does not have the migration 003-third of this one. Start that version. Nothing was changed.',
    );
    expect((await client.query('select from steps')).rowCount).toBe(0);
  });

  test('does not start when a migration that both have differs', async () => {
    await later();
    write('001-first', 'create table steps (id bigint, step text)');
    expect(await refusal()).toContain('The migration 001-first has changed');
  });

  test('is the newest again when its own migration is later', async () => {
    await later();
    write('002-second', '\nalter table steps add note text');
    define('b', returns('b', 3));
    number(3);
    expect(await run()).toBe(0);
    expect([await value('a()'), await value('b()')]).toEqual([1, 3]);
  });
});

describe('a start is refused, and changes no function, when', () => {
  beforeEach(async () => {
    define('a', returns('a', 1));
    define('b', returns('b', 1));
    await run();
    await client.query('create view reader as select b() as b');
    define('a', returns('a', 2));
  });

  test.each<[string, () => void, RegExp]>([
    ['a file is no SQL', () => define('b', 'create function'), /^Function b: syntax error at end of input$/],
    [
      'the body of a function is wrong',
      () => define('b', `create or replace function b() returns int language sql as 'select nowhere()';`),
      /^Function b: function nowhere\(\) does not exist$/,
    ],
    [
      'something depends on a function that has no file',
      () => remove('b'),
      /^Function b\(\), which has no file: cannot drop function b\(\) because other objects depend on it$/,
    ],
    [
      'a function returns another type, until a migration drops it',
      () => define('b', `create or replace function b() returns text language sql as 'select 1::text';`),
      /^Function b: cannot change return type of existing function$/,
    ],
    [
      'a file defines a function of another name',
      () => define('b', `${returns('b', 2)} ${returns('c', 2)}`),
      /^A file of functions is named as the one that it defines: c is not\.$/,
    ],
    ['a file defines no function', () => define('c', 'select 1'), /: c is not\.$/],
    ['the number of the files is missing', () => rmSync(join(folders.functions, VERSION_FILE)), /VERSION/],
    [
      'the number is that of two sides of a merge',
      () => writeFileSync(join(folders.functions, VERSION_FILE), `2 ${'0'.repeat(64)}\n3 ${'1'.repeat(64)}\n`),
      /^functions\/VERSION is not one number and checksum\. Run: npm run schema$/,
    ],
    [
      'two files have one name',
      () => writeFileSync(join(folders.functions, 'a.sql'), returns('a', 3)),
      /^The function a has two files\.$/,
    ],
    [
      'a file is not named as a function',
      () => writeFileSync(join(folders.functions, 'A-b.sql'), returns('c', 3)),
      /^Name the file A-b\.sql as the function that it defines\.$/,
    ],
  ])('%s', async (_when, change, message) => {
    change();
    expect(await refusal()).toMatch(message);
    expect([await value('a()'), await value('b()')]).toEqual([1, 1]);
  });

  test('a function fails, and then its migration is not applied either', async () => {
    write('002-second', "insert into steps (step) values ('half')");
    define('b', 'create function');
    expect(await refusal()).toMatch(/^Function b: /);
    expect((await client.query('select from steps')).rowCount).toBe(0);
    define('b', returns('b', 3));
    expect(await run()).toBe(1);
    expect([await value('b()'), (await client.query('select from steps')).rowCount]).toEqual([3, 1]);
  });
});

test('a migration that drops a function lets it return another type', async () => {
  define('a', returns('a', 1));
  await run();
  define('a', `create or replace function a() returns text language sql as 'select 1::text';`);
  write('002-second', 'drop function if exists a()');
  expect(await run()).toBe(1);
  expect(await value('a()')).toBe('1');
});

test('an update by another login than the owner of the tables is refused, a superuser too', async () => {
  define('a', returns('a', 1));
  await run();
  define('a', returns('a', 2));
  await expect(migrate(database.url, folders)).rejects.toThrow(
    /^The tables belong to owner_of_tests: update with the address of that login, not of postgres\.$/,
  );
  expect(await value('a()')).toBe(1);
});

describe("the portal's functions", () => {
  let portal: TestDatabase;
  beforeEach(async () => {
    portal = await copyTemplate();
  });
  afterEach(() => portal.drop());

  test('are the same whether they are new, or replaced with their owners and grants', async () => {
    const before = await databaseText(portal.ownerUrl);
    const owner = new pg.Client({ connectionString: portal.ownerUrl });
    await owner.connect();
    await owner.query(`update migrations set checksum = '0 0' where name = 'functions';
      alter function ctx_may(text) owner to current_user; grant execute on function ctx_org() to airlog_device;
      create or replace function ctx_org() returns int language sql as 'select 1'; drop function changed_by_others`);
    expect(await databaseText(portal.ownerUrl)).not.toBe(before);
    expect(await migrate(portal.ownerUrl)).toBe(0);
    await owner.end();
    expect(await databaseText(portal.ownerUrl)).toBe(before);
  });
});
