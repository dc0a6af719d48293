import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { databaseText } from '../../scripts/schema/database.ts';
import { copyTemplate, type TestDatabase } from '../../test/template.ts';
import { migrate } from './migrate.ts';
import { FUNCTIONS, MIGRATIONS, readMigrations, type Applied } from './migrations.ts';

/** What a database recorded of the 90 migrations before they were squashed: their SHA256SUMS. */
const BEFORE: Applied[] = readFileSync(join(import.meta.dirname, '../../test/squashed-migrations.sha256'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => ({ checksum: line.slice(0, 64), name: line.slice(66, -'.sql'.length) }));

/** The folder of the squashed migrations alone: what the test database has of later ones is not asked for. */
let migrations: string;
beforeAll(() => {
  migrations = mkdtempSync(join(tmpdir(), 'airlog-migrations-'));
  for (const file of readdirSync(MIGRATIONS))
    if (Number.parseInt(file, 10) <= 105) copyFileSync(join(MIGRATIONS, file), join(migrations, file));
});
afterAll(() => rmSync(migrations, { recursive: true }));
const update = () => migrate(database.ownerUrl, { migrations, functions: FUNCTIONS });

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await copyTemplate();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("insert into organizations (name, type_id) select 'Lakeside', min(id) from organization_types");
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Makes the database one that recorded these migrations, and has no functions of files. */
async function recorded(migrations: Applied[]): Promise<void> {
  await client.query('delete from migrations');
  await client.query('insert into migrations (name, checksum) select * from unnest($1::text[], $2::text[])', [
    migrations.map(({ name }) => name),
    migrations.map(({ checksum }) => checksum),
  ]);
}
const applied = async () =>
  (await client.query<Applied>(`select name, checksum from migrations order by name collate "C"`)).rows;
const refusal = async (): Promise<string> => migrate(database.ownerUrl).then(String, (error: Error) => error.message);
const organizations = async () => (await client.query('select name from organizations')).rows;

test('a database with all migrations from before goes on with its data, and gets the functions of the files', async () => {
  const text = await databaseText(database.url);
  await recorded(BEFORE);
  await client.query("create or replace function ctx_org() returns int language sql as 'select 1'");
  expect(await update()).toBe(0);
  const baseline = readMigrations(migrations).map(({ name, checksum }) => ({ name, checksum }));
  expect(await applied()).toEqual([
    ...baseline,
    { name: 'functions', checksum: expect.stringMatching(/^\d+ [0-9a-f]{64} 1 [a-z_,]+$/) },
  ]);
  expect(await databaseText(database.url)).toBe(text);
  expect(await organizations()).toEqual([{ name: 'Lakeside' }]);
  expect(await update()).toBe(0);
});

test('of nodes that start together on such a database one does it', async () => {
  await recorded(BEFORE);
  expect(await Promise.all([update(), update()])).toEqual([0, 0]);
  expect(await organizations()).toEqual([{ name: 'Lakeside' }]);
});

test('the migrations that follow are applied to it, in the order of their numbers', async () => {
  await recorded(BEFORE);
  writeFileSync(join(migrations, '999-later.sql'), 'create table later (id int)');
  try {
    expect(await update()).toBe(1);
    expect((await applied()).slice(-2).map(({ name }) => name)).toEqual(['999-later', 'functions']);
  } finally {
    rmSync(join(migrations, '999-later.sql'));
  }
});

test.each([1, 50, 89])('a database with %d of them is refused: it names the version to start first', async (count) => {
  await recorded(BEFORE.slice(0, count));
  const before = await applied();
  expect(await refusal()).toBe(
    `The database has the migrations of an earlier version, up to ${BEFORE[count - 1]!.name}. Start once the last version of the portal that has the migration 105-declined-patients, then this one: all data stays.`,
  );
  expect([await applied(), await organizations()]).toEqual([before, [{ name: 'Lakeside' }]]);
});

test.each<[string, (list: Applied[]) => Applied[]]>([
  ['another checksum', ([first, ...rest]) => [{ ...first!, checksum: '0'.repeat(64) }, ...rest]],
  ['one missing', (list) => list.filter((_, index) => index !== 40)],
  ['one more', (list) => [...list, { name: '106-of-a-branch', checksum: '0'.repeat(64) }]],
])('a database with others, such as %s, is refused and stays as it is', async (_what, change) => {
  await recorded(change(BEFORE));
  const before = await applied();
  expect(await refusal()).toMatch(
    /^The database has applied other migrations than those up to 105-declined-patients\. Start the version of the portal that applied 10[56]-/,
  );
  expect(await applied()).toEqual(before);
});
