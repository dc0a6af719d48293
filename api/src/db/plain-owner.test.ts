import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { testConfig } from '../../test/secrets.ts';
import { startPortal, type Portal } from '../start.ts';
import { startEmbedded, type EmbeddedPostgres } from './embedded/embedded.ts';
import { temporaryFolder } from './embedded/temporary.ts';

/** A managed database gives no superuser: its login owns the database and may create roles. */
const { dir, remove } = await temporaryFolder();
let cluster: EmbeddedPostgres;
let owner: string;
const nodes: Portal[] = [];

beforeAll(async () => {
  cluster = await startEmbedded({ dir: join(dir, 'postgres'), password: 'test', settings: { fsync: 'off' } });
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query("create role plain_owner login createrole nosuperuser password 'test'");
  await admin.query('create database provider owner plain_owner');
  await admin.end();
  owner = Object.assign(new URL(cluster.url), {
    username: 'plain_owner',
    password: 'test',
    pathname: '/provider',
  }).href;
});

afterAll(async () => {
  for (const node of nodes) await node.stop();
  await cluster?.stop();
  await remove();
});

const start = async () => {
  const node = await startPortal(testConfig(owner));
  nodes.push(node);
  return node;
};
const readiness = async ({ port }: Portal) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;

test('a node starts with a login that is no superuser, starts again, and a second node starts next to it', async () => {
  expect(await readiness(await start())).toBe(200);
  await nodes.pop()!.stop();
  expect(await readiness(await start())).toBe(200);
  expect(await readiness(await start())).toBe(200);
  expect(await readiness(nodes[0]!)).toBe(200);
});

test('a login of the portal that was made a superuser stops the next start', async () => {
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  const { rows } = await admin.query<{ name: string }>(
    "select rolname as name from pg_roles where rolname like 'airlog\\_login\\_%\\_org'",
  );
  expect(rows).toHaveLength(1);
  await admin.query(`alter role ${rows[0]!.name} superuser`);
  await admin.end();
  await expect(start()).rejects.toThrow('permission denied to alter role');
});
