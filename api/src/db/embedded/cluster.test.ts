import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { testConfig } from '../../../test/secrets.ts';
import { openCluster, renewSuperuser } from './cluster.ts';
import { startEmbedded, type EmbeddedPostgres } from './embedded.ts';
import { temporaryFolder } from './temporary.ts';

const [OLD, NEW] = ['the-old-secret-0123456789-0123456789-0123', 'the-new-secret-0123456789-0123456789-0123'];
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: EmbeddedPostgres;
/** A data folder of before: the password of the superuser is the beginning of the secret. */
beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startEmbedded({
    dir: join(folder.dir, 'postgres'),
    password: OLD.slice(0, 32),
    settings: { fsync: 'off' },
  });
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

const configOf = (...sessionSecrets: string[]) => ({
  ...testConfig(''),
  databaseUrl: undefined,
  dataDir: folder.dir,
  sessionSecret: sessionSecrets[0]!,
  sessionSecrets,
});
/** Whether a superuser with the address signs in. */
async function opens(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query('select 1')).rowCount === 1;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') return false;
    throw error;
  } finally {
    await client.end();
  }
}

test('a data folder of before opens, and its superuser gets a password that contains no part of the secret', async () => {
  const config = configOf(OLD);
  const found = (await openCluster(config)).url;
  expect([await opens(found), new URL(found).password]).toEqual([true, OLD.slice(0, 32)]);
  const url = await renewSuperuser(found, config);
  const { password } = new URL(url);
  expect(password).toMatch(/^[0-9a-f]{64}$/);
  expect(Buffer.from(OLD).toString('hex')).not.toContain(password.slice(0, 8));
  expect([await opens(url), await opens(found)]).toEqual([true, false]);
  expect((await openCluster(config)).url).toBe(url);
  expect(await renewSuperuser(url, config)).toBe(url);
});

test('another secret is refused with one line and changes nothing; with both the password becomes that of the new one', async () => {
  const { url } = await openCluster(configOf(OLD));
  await expect(openCluster(configOf(NEW))).rejects.toThrow(
    'SESSION_SECRET is not that of the database in DATA_DIR. Nothing was changed.',
  );
  const both = configOf(NEW, OLD);
  // A command that visits the database leaves the password as it is.
  expect((await openCluster(both)).url).toBe(url);
  expect(await opens(url)).toBe(true);
  const renewed = await renewSuperuser(url, both);
  expect([await opens(renewed), await opens(url)]).toEqual([true, false]);
  expect((await openCluster(configOf(NEW))).url).toBe(renewed);
  await expect(openCluster(configOf(OLD))).rejects.toThrow('SESSION_SECRET is not that');
});
