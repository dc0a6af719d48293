import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { scratchDatabase } from '../../test/harness.ts';
import { TEST_SECRETS } from '../../test/secrets.ts';
import { declareLeakproof, isLeakproof, SLOW_SEARCH } from './leakproof.ts';
import { prepareDatabase } from './migrate.ts';
import { openDatabase, type Database } from './orm.ts';

let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
let admin: pg.Client;
let db: Database;
beforeAll(async () => {
  scratch = await scratchDatabase();
  admin = new pg.Client({ connectionString: scratch.adminUrl });
  await admin.connect();
  db = await openDatabase(scratch.logins);
});
afterAll(async () => {
  await db?.close();
  await admin?.end();
  await scratch?.drop();
});

// As after a dump and a restore.
const lose = () => admin.query('alter function pg_catalog.texticlike(text, text) not leakproof');

test('a start as a superuser makes searches fast again, which a copy of the database has lost', async () => {
  expect(await isLeakproof(db)).toBe(true);
  await lose();
  expect(await isLeakproof(db)).toBe(false);
  await prepareDatabase(scratch.adminUrl, TEST_SECRETS);
  expect(await isLeakproof(db)).toBe(true);
});

test('a start as another owner changes nothing, and says what a superuser can do', async () => {
  await lose();
  await admin.query('begin');
  await admin.query('create role leakproof_owner createrole');
  await admin.query('set local role leakproof_owner');
  await declareLeakproof(admin);
  await admin.query('rollback');
  expect(await isLeakproof(db)).toBe(false);
  expect(SLOW_SEARCH).toContain('"alter function pg_catalog.texticlike(text, text) leakproof"');
});
