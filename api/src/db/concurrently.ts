import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { Migration } from './migrations.ts';

const MARK = /^-- concurrently$/m;
const INDEX = /^create (?:unique )?index concurrently ([a-z][a-z0-9_]*) on [^;]+$/i;
/** Two nodes that wait for each other: PostgreSQL ends one of the statements. */
const DEADLOCK = '40P01';
const [PAUSE_MS, ATTEMPTS] = [2000, 100];

/** Whether a migration builds indexes of existing tables, outside of a transaction, while the portal reads and writes. */
export const isConcurrent = ({ sql }: Pick<Migration, 'sql'>): boolean => MARK.test(sql);

/** Returns the statements of such a migration by the names of their indexes. Throws when it does anything else. */
export function indexesOf({ sql }: Pick<Migration, 'sql'>): { index: string; statement: string }[] {
  const statements = sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean);
  return statements.map((statement) => {
    const [, index] = INDEX.exec(statement) ?? [];
    if (!index)
      throw new Error(
        `a file with "-- concurrently" has only "create index concurrently NAME on …", not: ${statement}`,
      );
    return { index, statement };
  });
}

async function build(client: ClientBase, index: string, statement: string): Promise<void> {
  const { rows } = await client.query<{ valid: boolean }>(
    "select indisvalid as valid from pg_index where indexrelid = to_regclass('public.' || $1)",
    [index],
  );
  if (rows[0]?.valid) return; // built by a start that ended before it could record the file
  if (rows[0]) await client.query(`drop index concurrently ${index}`);
  try {
    await client.query(statement);
  } catch (error) {
    // What is left of a unique index refuses rows although it answers no query.
    await client.query(`drop index concurrently if exists ${index}`);
    throw error;
  }
}

/**
 * Builds the indexes of a migration one after another. It may be ended at any time and begun again: an index that is
 * complete is kept, and one that is not is dropped and built again. No transaction is open.
 */
export async function buildIndexes(client: ClientBase, migration: Migration): Promise<void> {
  for (const { index, statement } of indexesOf(migration))
    for (let attempt = 1; ; attempt += 1)
      try {
        await build(client, index, statement);
        break;
      } catch (error) {
        if ((error as { code?: string }).code !== DEADLOCK || attempt === ATTEMPTS) throw error;
        await wait(PAUSE_MS);
      }
}
