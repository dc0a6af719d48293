import exempt from './rls-exempt.json' with { type: 'json' };
import { STATE, type Functions } from './functions.ts';
import { pendingMigrations, type Applied, type Migration } from './migrations.ts';

/** A database of a later version, next to which this version works. */
export interface Later {
  /** The number of the version that it has (functions/VERSION). */
  version: number;
  /** The tables without row-level security that the later version has. */
  exempt: string[];
}

/** A migration that takes something away says in a line of its own which versions work after it. */
const OLDEST = /^-- oldest: ([1-9]\d*)$/gm;

/** Returns the number of the oldest version that works with the database after these migrations; 1 for every one. */
export const oldestVersion = (migrations: Pick<Migration, 'sql'>[]): number =>
  Math.max(1, ...migrations.flatMap(({ sql }) => [...sql.matchAll(OLDEST)].map(([, number]) => Number(number))));

/** Returns what a database records of the version that it has: number, checksum of the functions, oldest version, exempt tables. */
export const stateOf = ({ version, checksum }: Functions, migrations: Migration[]): string =>
  `${version} ${checksum} ${oldestVersion(migrations)} ${Object.keys(exempt).sort().join(',')}`;

/**
 * Returns the later version that a database has, whose rows of the table of migrations these are; null when it has this
 * one or an earlier one. Throws when this version does not work with it, or when it lacks a migration of this version.
 */
export function laterVersion(rows: Applied[], { version }: Functions, migrations: Migration[]): Later | null {
  const [kept, , oldest, tables] = rows.find(({ name }) => name === STATE)?.checksum.split(' ') ?? [];
  if (!(Number(kept) > version)) return null;
  if (!(Number(oldest) <= version))
    throw new Error(
      `The database is of a later version of the portal (${kept}), which works with versions from ${oldest ?? kept} on; this one is ${version}. Start one of those: all data stay. Nothing was changed.`,
    );
  const known = rows.filter(({ name }) => migrations.some((one) => one.name === name));
  const [missing] = pendingMigrations(migrations, known);
  if (missing)
    throw new Error(
      `The database is of a later version of the portal (${kept}) that does not have the migration ${missing.name} of this one. Start that version. Nothing was changed.`,
    );
  return { version: Number(kept), exempt: tables?.split(',').filter(Boolean) ?? [] };
}
