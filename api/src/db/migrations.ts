import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const MIGRATIONS = join(import.meta.dirname, 'migrations');

export interface Migration {
  /** File name without .sql: three digits and a subject. */
  name: string;
  sql: string;
  /** SHA-256 of the file, in hex. */
  checksum: string;
}

/** What a database has recorded of a migration that it applied. */
export type Applied = Pick<Migration, 'name' | 'checksum'>;

const RESET = 'Restore it, or start with an empty database (delete the data folder, .data).';

/** Returns the migrations of a folder in the order in which they run. Throws for a name out of order or a number used twice. */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  for (const [index, file] of files.entries()) {
    if (!/^\d{3}-[a-z0-9-]+\.sql$/.test(file)) throw new Error(`Name the migration ${file} like 016-a-subject.sql.`);
    const before = files[index - 1];
    if (before?.slice(0, 3) === file.slice(0, 3))
      throw new Error(`The migrations ${before} and ${file} have the same number. Give the newer one the next number.`);
  }
  return files.map((file) => {
    const sql = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n'); // git on Windows may write either
    return { name: file.slice(0, -'.sql'.length), sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/**
 * Returns the migrations that a database has not applied yet.
 * Throws when an applied one is missing or has changed, or when a new one sorts before an applied one: the database would differ from every other.
 */
export function pendingMigrations(migrations: Migration[], applied: Applied[]): Migration[] {
  for (const { name, checksum } of applied) {
    const migration = migrations.find((one) => one.name === name);
    if (!migration) throw new Error(`The database has applied the migration ${name}, which is missing. ${RESET}`);
    if (migration.checksum !== checksum)
      throw new Error(`The migration ${name} has changed since the database applied it. ${RESET}`);
  }
  const pending = migrations.slice(applied.length);
  const early = migrations.slice(0, applied.length).find(({ name }) => !applied.some((one) => one.name === name));
  if (early)
    throw new Error(`The migration ${early.name} sorts before one that the database has applied. Renumber it.`);
  return pending;
}
