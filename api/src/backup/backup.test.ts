import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { admin, asViewer, running, usePortal } from '../../test/harness.ts';
import { TEST_SECRETS } from '../../test/secrets.ts';
import { storedUpload } from '../../test/stored-card.ts';
import { asOwner, emptyDatabase, type TestDatabase } from '../../test/template.ts';
import { FolderStore } from '../shared/file-store-folder.ts';
import { assertReadsAll } from './backup-database.ts';
import { connectionVariables, findProgram } from './backup-programs.ts';
import { makeBackup } from './backup.command.ts';
import { restoreBackup } from './restore.command.ts';

// What needs no pg_dump: the programs here are scripts. `npm run test:backup` backs up and restores with PostgreSQL's own.

let dir: string;
let owner: pg.Client;
let empty: TestDatabase;
let emptyOwner: pg.Client;
// Before the portal, which drops its database.
afterAll(async () => {
  await owner.end();
  await emptyOwner.end();
  await empty.drop();
  rmSync(dir, { recursive: true, force: true });
});

usePortal();

const connected = async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
};

/** Makes a program of PostgreSQL that answers with a version, and runs a line of a shell otherwise. */
function program(folder: string, name: string, version: number, line = 'true'): string {
  mkdirSync(join(dir, folder), { recursive: true });
  const file = join(dir, folder, name);
  writeFileSync(
    file,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo "${name} (PostgreSQL) ${version}.4"; exit; fi\n${line}\n`,
  );
  chmodSync(file, 0o755);
  return join(dir, folder);
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'airlog-backup-'));
  owner = await connected(running().adminUrl);
  empty = await emptyDatabase();
  emptyOwner = await connected(asOwner(empty.url));
  // The dump of this one is what it was asked.
  program('bin', 'pg_dump', 99, 'for last; do :; done; echo "$PGUSER $*" > "${last#--file=}"');
  program('bin', 'pg_restore', 99, 'echo "no space left on device" >&2; exit 1');
});
const configured = (facts: object = {}) => ({
  databaseUrl: running().adminUrl as string | undefined,
  postgresBin: join(dir, 'bin') as string | undefined,
  dataDir: join(dir, 'data'),
  ...TEST_SECRETS,
  ...facts,
});
const store = () => new FolderStore(join(dir, 'data', 'uploads'));
const given = (folder: string) => ({ folder, environment: process.env, say: () => undefined });
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Manifest {
  tables: { name: string; rows: number }[];
  migrations: string[];
  [key: string]: unknown;
}
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;

describe('a program of PostgreSQL', () => {
  const needed = { needed: 18, of: 'the server' };
  test.each<[string, () => string, string]>([
    ['missing', () => dir, 'pg_dump is not in'],
    ['older', () => program('old', 'pg_dump', 17), 'pg_dump 17 is older than the server (18)'],
    ['no program', () => program('none', 'pg_dump', NaN), 'pg_dump NaN is older'],
  ])('that is %s is refused with what to install', async (_name, folder, words) => {
    const found = findProgram('pg_dump', folder(), needed);
    await expect(found).rejects.toThrow(words);
    await expect(found).rejects.toThrow('Install the client programs of PostgreSQL 18');
  });

  test('of the version of the server, or of a later one, is taken', async () => {
    for (const version of [18, 19])
      expect(await findProgram('pg_dump', program(`v${version}`, 'pg_dump', version), needed)).toEqual({
        file: join(dir, `v${version}`, 'pg_dump'),
        version,
      });
  });

  test.each([
    ['', { PGSSLMODE: 'disable' }],
    ['?sslmode=no-verify', { PGSSLMODE: 'require' }],
    ['?sslmode=verify-full&sslrootcert=/ca.pem', { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/ca.pem' }],
    ['?sslmode=require&sslrootcert=/ca.pem', { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/ca.pem' }],
  ])('connects as the driver does, with %j', (query, tls) => {
    const place = { host: 'db2', port: 5433 };
    expect(connectionVariables(`postgresql://ada:p%40ss@db1/air%20log${query}`, place, dir)).toEqual({
      PGHOST: 'db2',
      PGPORT: '5433',
      PGUSER: 'ada',
      PGPASSWORD: 'p@ss',
      PGDATABASE: 'air log',
      ...tls,
    });
  });

  test('gets the certificates that Node knows when the address names none', () => {
    const { PGSSLROOTCERT: file } = connectionVariables(
      'postgresql://a@b/c?sslmode=verify-full',
      { host: 'b', port: 1 },
      dir,
    );
    expect(readFileSync(file!, 'utf8')).toContain('-----BEGIN CERTIFICATE-----');
  });
});

describe('the owner of the tables, who is no superuser,', () => {
  test('reads every row of every table', async () => {
    const { rows } = await owner.query(
      'select rolsuper or rolbypassrls as unbound from pg_roles where rolname = current_user',
    );
    expect(rows).toEqual([{ unbound: false }]);
    await assertReadsAll(owner);
  });

  test.each([
    ['without a policy for all rows', 'drop policy definer on patient_notes'],
    [
      'with a restrictive policy',
      'create policy narrow on patient_notes as restrictive for select to airlog_definer using (id > 1)',
    ],
  ])('gets no backup of a table %s', async (_name, change) => {
    await owner.query(`begin; ${change}`);
    const read = await assertReadsAll(owner).catch((error: Error) => error.message);
    await owner.query('rollback');
    expect(read).toContain('does not read every row of patient_notes.');
  });
});

describe('a backup', () => {
  let folder: string;
  let key: string;
  let lost: string;
  let missing: string[];
  beforeAll(async () => {
    const viewer = await asViewer();
    [key, lost] = ['0a1b', '9f8e'].map((start) => `${viewer.orgId}/${start}0000-0000-4000-8000-000000000000`) as [
      string,
      string,
    ];
    for (const storage_key of [key, lost]) await storedUpload(viewer, { storage_key });
    await storedUpload(viewer, {
      files_removed_at: new Date(),
      state: 'refused',
      reason: 'unreadable',
      ended_at: new Date(),
    });
    mkdirSync(join(store().folder, key), { recursive: true });
    writeFileSync(join(store().folder, key, '0'), 'card');
    await store().markCommitted(key);
    folder = join(dir, 'backup');
    missing = await makeBackup(owner, configured(), store(), given(folder));
  });

  test('is one folder, for its account alone', () => {
    expect(readdirSync(folder).sort()).toEqual([
      'database.dump',
      'files',
      'files.sha256',
      'manifest.json',
      'roles.sql',
    ]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of ['database.dump', 'files.sha256', 'manifest.json', 'roles.sql', `files/${key}/0`])
      expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
  });

  test('names the uploads whose files are kept and that the store does not have', () =>
    expect(missing).toEqual([lost]));

  test('has a digest of each part, and counts rows and files', async () => {
    const manifest = manifestOf(folder);
    const partOf = (name: string) => {
      const bytes = readFileSync(join(folder, name));
      return { bytes: bytes.length, sha256: sha256(bytes) };
    };
    expect(manifest).toMatchObject({
      format: 1,
      files: { count: 1, bytes: 4 },
      owner: new URL(running().adminUrl).username,
      parts: { dump: partOf('database.dump'), roles: partOf('roles.sql'), files: partOf('files.sha256') },
    });
    const counts = Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows]));
    expect([counts['public.uploads'], counts['public.upload_files']]).toEqual([3, 3]);
    const { rows } = await admin.query<{ tables: number; last: string }>(
      `select (select count(*)::int from pg_tables where schemaname in ('public', 'pgboss')) as tables,
              (select max(name) from migrations where name <> 'functions') as last`,
    );
    // A partitioned table has its rows in others, which are counted.
    const { rows: parents } = await admin.query<{ count: number }>(
      "select count(*)::int as count from pg_class where relkind = 'p'",
    );
    expect(manifest.tables).toHaveLength(rows[0]!.tables - parents[0]!.count);
    expect(manifest.migrations.at(-1)).toBe(rows[0]!.last);
  });

  test('is noted when it is whole, for the page of the installation', async () => {
    const { rows } = await admin.query(
      "select taken_at, bytes::int, version ~ '^\\d+\\.\\d' as has_version from backups",
    );
    const bytes = 4 + statSync(join(folder, 'database.dump')).size;
    expect(rows).toEqual([{ taken_at: new Date(manifestOf(folder).takenAt as string), bytes, has_version: true }]);
  });

  test('asks for one snapshot of the schemas of the portal, and gives the password to no argument', () => {
    const asked = readFileSync(join(folder, 'database.dump'), 'utf8');
    expect(asked).toMatch(
      /^owner_of_tests --format=custom --enable-row-security --snapshot=[\w-]+ --extension=btree_gist --extension=pg_trgm /,
    );
    expect(asked).not.toContain(new URL(running().adminUrl).password);
  });

  test('has the roles of the portal without a login or a password, and neither secret', () => {
    const roles = readFileSync(join(folder, 'roles.sql'), 'utf8');
    expect([...roles.matchAll(/create role (\w+)/g)].map(([, name]) => name)).toEqual([
      'airlog_acting',
      'airlog_auth',
      'airlog_definer',
      'airlog_device',
      'airlog_jobs',
      'airlog_limited',
      'airlog_org',
      'airlog_support',
    ]);
    expect([...roles.matchAll(/grant (\w+ to \w+)/g)].map(([, grant]) => grant)).toEqual([
      'airlog_auth to owner_of_tests',
      'airlog_definer to owner_of_tests',
      'airlog_jobs to owner_of_tests',
      'airlog_org to airlog_limited',
      'airlog_support to airlog_acting',
    ]);
    expect(roles).not.toMatch(/password|airlog_login/i);
    const text = readFileSync(join(folder, 'manifest.json'), 'utf8');
    expect(text).not.toContain(TEST_SECRETS.sessionSecret);
    expect(text).not.toContain(TEST_SECRETS.encryptionKey.toString('hex'));
  });

  test('has the noted head of the audit logs when the chain does not have it, and otherwise the newest one', async () => {
    const made = async (name: string, head: string) => {
      writeFileSync(join(dir, 'data', 'audit-head'), `${head}\n`);
      await makeBackup(owner, configured(), store(), given(join(dir, name)));
      rmSync(join(dir, 'data', 'audit-head'));
      return manifestOf(join(dir, name)).auditHead;
    };
    await running().app.queue.stop(); // which seals
    await admin.query('delete from audit_seals');
    const seals = [1, 2].map((seq) => ({ seq, hash: String(seq).repeat(64) }));
    for (const { seq, hash } of seals)
      await admin.query(
        "insert into audit_seals (seq, log, row_id, hash) values ($1, 'logins', $1, decode($2, 'hex'))",
        [seq, hash],
      );
    const [older, newest] = seals.map(({ seq, hash }) => `${seq}:${hash}`);
    expect(await made('head-known', older!)).toBe(newest);
    expect(await made('head-unknown', `3:${'a'.repeat(64)}`)).toBe(`3:${'a'.repeat(64)}`);
  });

  test('is refused for a folder with files, and without DATABASE_URL', async () => {
    const before = readFileSync(join(folder, 'manifest.json'));
    await expect(makeBackup(owner, configured(), store(), given(folder))).rejects.toThrow('is not empty');
    expect(readFileSync(join(folder, 'manifest.json'))).toEqual(before);
    const embedded = configured({ databaseUrl: undefined });
    await expect(makeBackup(owner, embedded, store(), given(join(dir, 'no')))).rejects.toThrow('Set DATABASE_URL.');
  });

  describe('is not restored, and nothing is changed,', () => {
    /** Restores a copy of the backup, which was changed, into an empty database. */
    const restored = async (change: (folder: string) => void, facts: object = {}, client = emptyOwner) => {
      const copy = mkdtempSync(join(dir, 'copy-'));
      cpSync(folder, copy, { recursive: true });
      change(copy);
      const config = configured({ databaseUrl: asOwner(empty.url), dataDir: join(dir, 'empty'), ...facts });
      return restoreBackup(client, config, new FolderStore(join(config.dataDir, 'uploads')), given(copy));
    };
    const asWritten = () => undefined;
    const rewritten = (facts: object) => (copy: string) =>
      writeFileSync(join(copy, 'manifest.json'), JSON.stringify({ ...manifestOf(copy), ...facts }));
    const key32 = randomBytes(32);

    test.each<[string, (folder: string) => void, object, string]>([
      ['without a manifest', (copy) => rmSync(join(copy, 'manifest.json')), {}, 'has no manifest.json'],
      [
        'of a later form',
        rewritten({ format: 2 }),
        {},
        'manifest.json is not one of this version: format must be one of',
      ],
      [
        'with half a manifest',
        (copy) => writeFileSync(join(copy, 'manifest.json'), '{"format":'),
        {},
        'is not one of this version',
      ],
      [
        'with another ENCRYPTION_KEY',
        asWritten,
        { encryptionKey: key32, encryptionKeys: [key32] },
        'ENCRYPTION_KEY does not contain the secret',
      ],
      [
        'with another SESSION_SECRET',
        asWritten,
        { sessionSecret: 'x', sessionSecrets: ['x'] },
        'SESSION_SECRET does not contain the secret',
      ],
      [
        'of a later version',
        rewritten({ migrations: ['092-base', '998-later'] }),
        {},
        'with the migration 998-later, which this version does not have',
      ],
      ['of a later PostgreSQL', rewritten({ server: 98 }), {}, 'and the backup is of 98'],
      [
        'of a later pg_dump',
        rewritten({ pgDump: 100 }),
        {},
        'pg_restore 99 is older than the pg_dump of the backup (100)',
      ],
      ['without pg_restore', asWritten, { postgresBin: tmpdir() }, 'pg_restore is not in'],
      ['of another owner', rewritten({ owner: 'ada' }), {}, 'The tables of the backup belong to ada'],
      [
        'with another dump',
        (copy) => writeFileSync(join(copy, 'database.dump'), 'x'),
        {},
        'database.dump is not as it was written',
      ],
      ['without a list of files', (copy) => rmSync(join(copy, 'files.sha256')), {}, 'The backup has no files.sha256'],
      [
        'with another card',
        (copy) => writeFileSync(join(copy, 'files', key, '0'), 'x'),
        {},
        '/0 is not as it was written',
      ],
    ])('%s', async (_name, change, facts, words) => {
      await expect(restored(change, facts)).rejects.toThrow(words);
      expect(readdirSync(dir)).not.toContain('empty');
    });

    test('into a database with tables, or a store with files', async () => {
      const full = { databaseUrl: running().adminUrl };
      await expect(restored(asWritten, full, owner)).rejects.toThrow(/The database is not empty: it has \d+ tables/);
      await expect(restored(asWritten, { dataDir: join(dir, 'data') })).rejects.toThrow(
        'The store of files is not empty',
      );
    });

    test('when pg_restore fails, with its words, and no role keeps the right to make functions', async () => {
      await expect(restored(asWritten)).rejects.toThrow('no space left on device');
      const { rows } = await emptyOwner.query<{ may: boolean }>(
        "select has_schema_privilege('airlog_definer', 'public', 'create') or has_schema_privilege('airlog_jobs', 'public', 'create') as may",
      );
      expect(rows).toEqual([{ may: false }]);
      expect(readdirSync(dir)).not.toContain('empty');
    });
  });
});
