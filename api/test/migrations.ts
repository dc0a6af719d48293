import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach } from '@jest/globals';
import pg from 'pg';
import { migrate } from '../src/db/migrate.ts';
import { MIGRATIONS } from '../src/db/migrations.ts';
import { emptyDatabase, type TestDatabase } from './template.ts';

/** The database of one test, without tables, a connection to it, and a folder for its migrations. */
export interface Unmigrated {
  readonly database: TestDatabase;
  readonly client: pg.Client;
  readonly folder: string;
}

/** Gives each test of a file an empty database; removes it afterwards. Read the answer in a test, not before. */
export function useUnmigrated(): () => Unmigrated {
  let current: Unmigrated;
  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'airlog-migrations-'));
    const database = await emptyDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    current = { database, client, folder };
  });
  afterEach(async () => {
    await current.client.end();
    await current.database.drop();
    rmSync(current.folder, { recursive: true, force: true });
  });
  return () => current;
}

/** Applies the portal's migrations up to a number, such as '071'. */
export async function migrateTo({ database, folder }: Unmigrated, last: string): Promise<void> {
  cpSync(MIGRATIONS, folder, {
    recursive: true,
    filter: (path) => !/^\d/.test(basename(path)) || basename(path) < `${last}~`,
  });
  await migrate(database.url, folder);
}
