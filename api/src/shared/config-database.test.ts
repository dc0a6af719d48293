import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { ConfigError, loadConfig } from './config.ts';
import { TEST_KEY, TEST_SECRET } from '../../test/secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'airlog-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const load = (env: Record<string, string>) =>
  loadConfig({ SESSION_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_KEY.toString('hex'), ...env }).databaseUrl;
const DATABASE_URL = 'postgres://airlog@db.example:5433/airlog?sslmode=verify-full';

describe('the password of the database', () => {
  // What pg makes of the address.
  const used = (env: Record<string, string>) => new pg.Client({ connectionString: load({ DATABASE_URL, ...env }) });

  test.each(['plain', 'p@ss/w:rd?#[]', '100%41', 'ü ✓ \\ "'])(
    '%p is taken as it is from DATABASE_PASSWORD',
    (password) => {
      expect(used({ DATABASE_PASSWORD: password })).toMatchObject({
        user: 'airlog',
        password,
        host: 'db.example',
        port: 5433,
        database: 'airlog',
      });
    },
  );

  test.each(['', '\n', '\r\n'])(
    'is read from the file that DATABASE_PASSWORD_FILE names, which ends with %j',
    (end) => {
      const file = join(folder, 'password');
      writeFileSync(file, ` p@ss/w:rd ${end}`);
      expect(used({ DATABASE_PASSWORD_FILE: file }).password).toBe(' p@ss/w:rd ');
    },
  );

  test('may be in the address, and variables that are empty change nothing', () => {
    const own = 'postgres://airlog:p%40ss@db.example/airlog';
    expect(load({ DATABASE_URL: own, DATABASE_PASSWORD: '', DATABASE_PASSWORD_FILE: '' })).toBe(own);
    expect(load({ DATABASE_URL: '', DATABASE_PASSWORD: '' })).toBeUndefined();
  });
});

test.each([
  [
    { DATABASE_URL, DATABASE_PASSWORD: 'secret', DATABASE_PASSWORD_FILE: '/secret' },
    'DATABASE_PASSWORD and DATABASE_PASSWORD_FILE are both set: give one.',
  ],
  [{ DATABASE_URL, DATABASE_PASSWORD_FILE: '/nowhere/secret' }, 'DATABASE_PASSWORD_FILE cannot be read: ENOENT.'],
  [
    { DATABASE_PASSWORD: 'secret' },
    'DATABASE_PASSWORD is set without DATABASE_URL: the embedded database has its own.',
  ],
  [
    { DATABASE_URL: 'postgres://airlog:one@db/airlog', DATABASE_PASSWORD: 'secret' },
    'DATABASE_URL has a password, and DATABASE_PASSWORD gives another.',
  ],
  ...['postgres://u:secret@db1,db2/airlog', 'postgresql://u:secret@db1:5432,db2:5433/airlog'].map(
    (address) =>
      [
        { DATABASE_URL: address },
        'DATABASE_URL names several hosts. Give one address that follows the primary (docs/operations.md, "Failover").',
      ] as const,
  ),
])('%j stops the start with one line that repeats no secret', (env, message) => {
  expect(() => load(env as Record<string, string>)).toThrow(new ConfigError(message));
});
