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

describe('several hosts', () => {
  const hostsOf = (address: string) => {
    const url = new URL(load({ DATABASE_URL: address })!);
    return [url.host, url.searchParams.get('hosts'), url.searchParams.get('target_session_attrs')];
  };

  test.each([
    ['postgres://u:p@db1,db2/airlog', 'db1:5432', 'db1:5432,db2:5432'],
    ['postgresql://u:p@db1:5433,db2/airlog?target_session_attrs=primary', 'db1:5433', 'db1:5433,db2:5432'],
    ['postgres://db1,db2:6000,db3/airlog?target_session_attrs=read-write', 'db1:5432', 'db1:5432,db2:6000,db3:5432'],
    ['postgres://u:p@[::1]:5433,[fd00::2]/airlog', '[::1]:5433', '[::1]:5433,[fd00::2]:5432'],
    ['postgres://u,v:p,q@db1,db2/airlog', 'db1:5432', 'db1:5432,db2:5432'],
  ])('%s are each a host with its port', (address, first, hosts) => {
    expect(hostsOf(address)).toEqual([first, hosts, null]);
  });

  test.each(['postgres://u,v:p,q@db1:5433/air,log', 'postgres://u:p@db1:5433/airlog?target_session_attrs=primary'])(
    '%s has one',
    (address) => {
      expect(hostsOf(address)).toEqual(['db1:5433', null, null]);
    },
  );

  test('keep user, password, database and the other options of the address', () => {
    const DATABASE_URL = 'postgres://air%20log@db1,db2:6000/airlog?sslmode=verify-full';
    const client = new pg.Client({ connectionString: load({ DATABASE_URL, DATABASE_PASSWORD: 'p@ss/w:rd' }) });
    expect(client).toMatchObject({ user: 'air log', password: 'p@ss/w:rd', host: 'db1', port: 5432, ssl: {} });
    expect(client.database).toBe('airlog');
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
  ...['postgres://u:secret@db1,/airlog', 'postgres://u:secret@,db2/airlog', 'postgres://u:secret@db1:x,db2/airlog'].map(
    (address) =>
      [{ DATABASE_URL: address }, 'DATABASE_URL has a host that is none: give HOST:PORT between commas.'] as const,
  ),
  ...['any', 'standby', 'read-only', 'prefer-standby', 'x'].map(
    (asked) =>
      [
        { DATABASE_URL: `postgres://u:secret@db1,db2/airlog?target_session_attrs=${asked}` },
        'target_session_attrs of DATABASE_URL must be read-write or primary: a node writes.',
      ] as const,
  ),
])('%j stops the start with one line that repeats no secret', (env, message) => {
  expect(() => load(env as Record<string, string>)).toThrow(new ConfigError(message));
});

test('DATABASE_CONNECTIONS is what a node needs at least, and a whole number', () => {
  const connections = (DATABASE_CONNECTIONS: string) =>
    loadConfig({ SESSION_SECRET: TEST_SECRET, ENCRYPTION_KEY: TEST_KEY.toString('hex'), DATABASE_CONNECTIONS })
      .databaseConnections;
  expect(['', '13', '38', '500'].map(connections)).toEqual([15, 13, 38, 500]);
  for (const wrong of ['12', '501', '13.5', '-20', 'many'])
    expect(() => connections(wrong)).toThrow(
      new ConfigError(`DATABASE_CONNECTIONS must be a whole number from 13 to 500, not "${wrong}".`),
    );
});
