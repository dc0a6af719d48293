import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { isWaiting } from '../../test/locks.ts';
import { until } from '../../test/until.ts';
import { emptyDatabase, type TestDatabase } from '../../test/template.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let client: pg.Client;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'airlog-migrations-'));
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
const run = () => migrate(database.ownerUrl, { migrations: folder, functions: join(folder, 'functions') });
const refusal = async (): Promise<string> => run().then(String, (error: Error) => error.message);
const steps = async (): Promise<string[]> =>
  (await client.query<{ step: string }>('select step from steps order by id')).rows.map(({ step }) => step);

/** Three files, written out of order. */
function writeThree(): void {
  write('003-third.sql', "insert into steps (step) values ('third')");
  write('001-first.sql', 'create table steps (id int generated always as identity, step text)');
  write(
    '002-second.sql',
    "insert into steps (step) values ('second'); insert into steps (step) values ('still second')",
  );
}

test('the files of the folder run once, in the order of their names', async () => {
  writeThree();
  expect(await run()).toBe(3);
  expect(await run()).toBe(0);
  write('004-fourth.sql', "insert into steps (step) values ('fourth')");
  expect(await run()).toBe(1);
  expect(await steps()).toEqual(['second', 'still second', 'third', 'fourth']);
});

test('nodes that start together apply each file once', async () => {
  writeThree();
  expect((await Promise.all([run(), run(), run()])).sort()).toEqual([0, 0, 3]);
  expect(await steps()).toEqual(['second', 'still second', 'third']);
});

test('a file that waits for a lock lets others read behind it, and is applied when the lock is free', async () => {
  writeThree();
  await run();
  write('004-fourth.sql', 'alter table steps add at timestamptz');
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  try {
    await holder.query('begin; lock table steps in access share mode');
    const running = run();
    await until(() => isWaiting(client));
    expect(await steps()).toHaveLength(3); // would wait for the holder
    await holder.query('commit');
    expect(await running).toBe(1);
  } finally {
    await holder.end();
  }
});

test('line ends do not count as a change', async () => {
  write('001-first.sql', 'create table steps (id int);\nselect 1;\n');
  await run();
  write('001-first.sql', 'create table steps (id int);\r\nselect 1;\r\n');
  expect(await run()).toBe(0);
});

test('a file that fails is named, leaves nothing behind, and keeps the earlier ones', async () => {
  writeThree();
  write('004-fourth.sql', "insert into steps (step) values ('half'); insert into nowhere values (1)");
  await expect(run()).rejects.toMatchObject({
    message: 'Migration 004-fourth: relation "nowhere" does not exist',
    code: '42P01',
  });
  expect(await steps()).toEqual(['second', 'still second', 'third']);
  write('004-fourth.sql', "insert into steps (step) values ('whole')");
  expect(await run()).toBe(1);
});

describe('an index of a table that is written to', () => {
  const index = async () =>
    (
      await client.query(
        "select indexrelid as id, indisvalid as valid from pg_index where indexrelid = to_regclass('by_step')",
      )
    ).rows;
  const BUILD = '-- Why.\n-- concurrently\ncreate unique index concurrently by_step\n  on steps (step);\n';

  beforeEach(async () => {
    writeThree();
    await run();
    write('004-fourth.sql', BUILD);
  });

  test('is built while others write', async () => {
    const writer = new pg.Client({ connectionString: database.url });
    await writer.connect();
    try {
      await writer.query("begin; insert into steps (step) values ('held')");
      const running = run();
      await until(() => isWaiting(client));
      await client.query("insert into steps (step) values ('at once')");
      await writer.query('commit');
      expect(await running).toBe(1);
    } finally {
      await writer.end();
    }
    expect(await index()).toEqual([{ id: expect.anything(), valid: true }]);
    expect(await run()).toBe(0);
  });

  test('is built once by nodes that start together', async () => {
    expect((await Promise.all([run(), run(), run()])).sort()).toEqual([0, 0, 1]);
    expect(await index()).toEqual([{ id: expect.anything(), valid: true }]);
  });

  test('is dropped and built again when a start ended before it was complete', async () => {
    await client.query("insert into steps (step) values ('twice'), ('twice')");
    await client.query('create unique index concurrently by_step on steps (step)').catch(() => undefined);
    const [left] = await index();
    expect(left.valid).toBe(false);
    await client.query("delete from steps where step = 'twice'");
    expect(await run()).toBe(1);
    expect(await index()).toEqual([{ id: expect.anything(), valid: true }]);
    expect((await index())[0].id).not.toBe(left.id);
  });

  test('is kept when a start ended before it was recorded', async () => {
    await client.query('create unique index by_step on steps (step)');
    const before = await index();
    expect(await run()).toBe(1);
    expect(await index()).toEqual(before);
  });

  test('that cannot be built is named, and leaves nothing that refuses rows', async () => {
    await client.query("insert into steps (step) values ('twice'), ('twice')");
    expect(await refusal()).toBe('Migration 004-fourth: could not create unique index "by_step"');
    expect(await index()).toEqual([]);
    await client.query("insert into steps (step) values ('twice')");
  });

  test('has a file without other statements', async () => {
    write('004-fourth.sql', `${BUILD} insert into steps (step) values ('other')`);
    expect(await refusal()).toBe(
      `Migration 004-fourth: a file with "-- concurrently" has only "create index concurrently NAME on …", not: insert into steps (step) values ('other')`,
    );
    expect(await index()).toEqual([]);
  });
});

describe('one line refuses the start when', () => {
  beforeEach(async () => {
    writeThree();
    await run();
  });

  test.each<[string, () => void, string]>([
    [
      'an applied file has changed',
      () => write('002-second.sql', "insert into steps (step) values ('changed')"),
      'The migration 002-second has changed since the database applied it. Restore its file. Nothing was changed.',
    ],
    [
      'an applied file is missing',
      () => rmSync(join(folder, '002-second.sql')),
      'The database has applied the migration 002-second, which this version does not have. Start the version that applied it. Nothing was changed.',
    ],
    [
      'a new file sorts before an applied one',
      () => write('000-zero.sql', 'select 1'),
      'The migration 000-zero sorts before one that the database has applied. Renumber it.',
    ],
    [
      'two files have one number',
      () => write('003-other.sql', 'select 1'),
      'The migrations 003-other.sql and 003-third.sql have the same number. Give the newer one the next number.',
    ],
    [
      'the name of a file has no number',
      () => write('fourth.sql', 'select 1'),
      'Name the migration fourth.sql like 016-a-subject.sql.',
    ],
  ])('%s', async (_when, change, message) => {
    change();
    write('004-fourth.sql', "insert into steps (step) values ('fourth')");
    expect(await refusal()).toBe(message);
    expect(await steps()).toEqual(['second', 'still second', 'third']);
  });
});

test('one line refuses a database that was made before the migrations were frozen', async () => {
  await client.query('create table migrations (id serial primary key, name varchar(255), executed_at timestamptz)');
  await client.query("insert into migrations (name) values ('001-roles'), ('002-organizations')");
  writeThree();
  expect(await refusal()).toBe(
    'The database was made by an early version, whose migrations no longer exist. Nothing was changed: give another DATABASE_URL or DATA_DIR.',
  );
  expect((await client.query("select to_regclass('steps') as steps")).rows).toEqual([{ steps: null }]);
});
