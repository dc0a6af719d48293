import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS, readMigrations } from './db/migrations.ts';

/** What runs: of two nodes that differ here, one was not updated. */
export interface Version {
  name: string;
  version: string;
  /** Null when the build does not know it, as in a clone. */
  commit: string | null;
  /** The newest migration of the code, which the database has too. */
  migration: string;
}

/** Returns what a folder with a package.json has: the commit is in the file COMMIT, which api/deploy/tree.sh writes. */
export function versionOf(folder: string): Version {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Version;
  const file = join(folder, 'COMMIT');
  const commit = (existsSync(file) && readFileSync(file, 'utf8').trim()) || null;
  return { name, version, commit, migration: readMigrations(MIGRATIONS).at(-1)!.name };
}

/** What this process runs. */
export const release: Version = versionOf(join(import.meta.dirname, '../..'));
