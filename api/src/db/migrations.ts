import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Migration {
  /** File name without .sql: three digits and a subject. */
  name: string;
  sql: string;
  /** SHA-256 of the file, in hex. */
  checksum: string;
}

/** What a database has recorded of a migration that it applied. */
export type Applied = Pick<Migration, 'name' | 'checksum'>;

/** The folders of the portal's database. */
export const MIGRATIONS = join(import.meta.dirname, 'migrations');
export const FUNCTIONS = join(import.meta.dirname, 'functions');

/**
 * The migrations up to this number were squashed to one file for each area. A database that had applied all of them goes
 * on: `digest` is the SHA-256 of their list, in the format of SHA256SUMS.
 */
export const SQUASHED = {
  number: '105',
  first: '001-roles',
  last: '105-declined-patients',
  digest: '4aac507b20550e3c2bd6e46157f8b2e18737590cb7c4302baf5de6ad68655a16',
};

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
    if (!migration)
      throw new Error(
        `The database has applied the migration ${name}, which this version does not have. Start the version that applied it. Nothing was changed.`,
      );
    if (migration.checksum !== checksum)
      throw new Error(
        `The migration ${name} has changed since the database applied it. Restore its file. Nothing was changed.`,
      );
  }
  const pending = migrations.slice(applied.length);
  const early = migrations.slice(0, applied.length).find(({ name }) => !applied.some((one) => one.name === name));
  if (early)
    throw new Error(`The migration ${early.name} sorts before one that the database has applied. Renumber it.`);
  return pending;
}

/** Returns the checksum of a list of migrations, in hex. */
const digestOf = (applied: Applied[]): string =>
  createHash('sha256')
    .update(applied.map(({ name, checksum }) => `${checksum}  ${name}.sql\n`).join(''))
    .digest('hex');

/**
 * Whether a database has applied every migration from before they were squashed, and no other one.
 * Throws when it has applied only some of them: the files that it lacks no longer exist.
 */
export function isSquashed(applied: Applied[]): boolean {
  if (!applied.some(({ name }) => name === SQUASHED.first)) return false;
  const last = applied.at(-1)!.name;
  if (last < SQUASHED.last)
    throw new Error(
      `The database has the migrations of an earlier version, up to ${last}. Start once the last version of the portal that has the migration ${SQUASHED.last}, then this one: all data stays.`,
    );
  if (digestOf(applied) !== SQUASHED.digest)
    throw new Error(
      `The database has applied other migrations than those up to ${SQUASHED.last}. Start the version of the portal that applied ${last}.`,
    );
  return true;
}
