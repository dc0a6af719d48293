import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { databaseText } from '../../scripts/schema/database.ts';
import { scratchDatabase } from '../../test/harness.ts';
import { TEST_SECRET, TEST_SECRETS } from '../../test/secrets.ts';
import { prepareDatabase } from './migrate.ts';
import { openDatabase } from './orm.ts';

// A node whose DATABASE_URL owns nothing: the owner has run npm run migrate.

let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
let owner: pg.Client;
let node: string;

beforeEach(async () => {
  scratch = await scratchDatabase();
  owner = new pg.Client({ connectionString: scratch.adminUrl });
  await owner.connect();
  const name = `plain_node_${new URL(scratch.adminUrl).pathname.slice(1)}`;
  await owner.query(`create role ${pg.escapeIdentifier(name)} login password 'test'`);
  node = Object.assign(new URL(scratch.adminUrl), { username: name, password: 'test' }).href;
});

afterEach(async () => {
  const name = decodeURIComponent(new URL(node).username);
  await owner.query(`drop role ${pg.escapeIdentifier(name)}`);
  await owner.end();
  await scratch.drop();
});

test('it starts with the logins that the owner has made, and changes nothing', async () => {
  const state = 'select array_agg(m order by m) as all from migrations m';
  const before = (await owner.query(state)).rows;
  expect(await prepareDatabase(node, TEST_SECRETS)).toEqual({ logins: scratch.logins, applied: 0, later: null });
  expect((await owner.query(state)).rows).toEqual(before);
});

test.each([
  ['that owns nothing', () => node],
  ['of the owner', () => scratch.adminUrl],
])('a node %s starts next to a later version that works with it, and changes nothing', async (_whose, url) => {
  await owner.query(`create table later_list (id int primary key); grant select on later_list to airlog_org;
    insert into migrations (name, checksum) values ('999-later', 'x');
    update migrations set checksum = '9999 x 1 later_list,roles' where name = 'functions'`);
  const state = async () => [
    (await owner.query('select array_agg(m order by m) as all from migrations m')).rows,
    (await owner.query('select array_agg(s order by s) as all from known_secrets s')).rows,
    await databaseText(scratch.adminUrl),
  ];
  const before = await state();
  const { logins, applied, later } = await prepareDatabase(url(), TEST_SECRETS);
  expect([logins, applied, later]).toEqual([scratch.logins, 0, { version: 9999, exempt: ['later_list', 'roles'] }]);
  expect(await state()).toEqual(before);
  await expect(openDatabase(logins)).rejects.toThrow('without forced row-level security'); // not a table of the later version
  await (await openDatabase(logins, {}, undefined, { exempt: later!.exempt })).close();
});

test('a later version that does not work with this one refuses its owner too', async () => {
  await owner.query("update migrations set checksum = '9999 x 9999 roles' where name = 'functions'");
  await expect(prepareDatabase(scratch.adminUrl, TEST_SECRETS)).rejects.toThrow(
    'which works with versions from 9999 on',
  );
});

test.each([
  [
    'a migration that it has is missing',
    "delete from migrations where name = (select max(name) from migrations where name <> 'functions')",
    'of an earlier version',
  ],
  [
    'its functions are those of an earlier version',
    "update migrations set checksum = '1 x' where name = 'functions'",
    'of an earlier version',
  ],
  [
    'its functions are those of a later version',
    "update migrations set checksum = '9999 x' where name = 'functions'",
    'of a later version',
  ],
  [
    'it has a migration of a later version',
    "insert into migrations (name, checksum) values ('999-later', 'x')",
    'which this version does not have',
  ],
  [
    'its version lets no node see what was prepared',
    'revoke select on migrations from airlog_auth',
    'Run `npm run migrate` once',
  ],
  [
    'it was used with another secret',
    "insert into known_secrets (kind, id) values ('encryption', '00000000')",
    'ENCRYPTION_KEY does not contain',
  ],
])('it does not start when of the database %s', async (_what, change, refusal) => {
  await owner.query(change);
  await expect(prepareDatabase(node, TEST_SECRETS)).rejects.toThrow(refusal);
});

test('it does not start with secrets for which the owner has made no logins', async () => {
  const sessionSecret = `${TEST_SECRET}, and another`;
  const other = { ...TEST_SECRETS, sessionSecret, sessionSecrets: [sessionSecret, TEST_SECRET] };
  await expect(prepareDatabase(node, other)).rejects.toThrow('was not prepared for this version and these secrets');
});
