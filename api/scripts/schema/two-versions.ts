import { indexesOf, isConcurrent } from '../../src/db/concurrently.ts';
import type { Migration } from '../../src/db/migrations.ts';
import { BEFORE_RULES } from './signatures.ts';

/** What code of the version before may miss, or be refused. */
const TAKES_AWAY: [RegExp, string][] = [
  [/\bdrop (?:table|column|function|view|schema|sequence|role|owned)\b/, 'drops what earlier versions may use'],
  [/\balter table (?:if exists |only )*\w+ drop (?!constraint\b|column\b)\w/, 'drops a column'],
  [/\brename\b/, 'renames what earlier versions use'],
  [/\balter (?:column )?\w+ (?:set data )?type\b/, 'changes the type of a column'],
  [/\bset not null\b/, 'refuses rows that earlier versions may write'],
  [
    /\badd (?:column )?(?:if not exists )?\w+ (?:(?!\bdefault\b)[^,;])*\bnot null\b(?![^,;]*\bdefault\b)/,
    'adds a column that earlier versions do not fill',
  ],
  [
    /\badd (?:constraint \w+ )?(?:check|unique|exclude|foreign|primary)\b/,
    'refuses rows that earlier versions may write',
  ],
  [/\brevoke\b/, 'takes a right away'],
];

/** What reads or locks all of a table while nodes write to it. */
const INDEX =
  /\bcreate (?:unique )?index (?!concurrently\b)(?:if not exists )?(?:\w+ )?on (?:only )?(?:public\.)?(\w+)/g;
const KEY =
  /\balter table (?:if exists |only )*(\w+) add (?:constraint \w+ )?(?:unique|primary key|exclude)(?! using index)/g;

/** Returns the statements without comments, on one line and in lower case. */
const plain = (sql: string): string => sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').toLowerCase();

function faultsOf(migration: Pick<Migration, 'name' | 'sql'>): string[] {
  const sql = plain(migration.sql);
  const made = new Set([...sql.matchAll(/\bcreate table (?:if not exists )?(\w+)/g)].map(([, table]) => table));
  const blocked = [...sql.matchAll(INDEX), ...sql.matchAll(KEY)].map(([, table]) => table!);
  const faults = blocked
    .filter((table) => !made.has(table))
    .map(
      (table) =>
        `builds an index of ${table} while no one can write to it. Write "create index concurrently" into a file of its own with the line "-- concurrently"`,
    );
  if (isConcurrent(migration))
    try {
      indexesOf(migration);
    } catch (error) {
      faults.push((error as Error).message);
    }
  else if (/\bindex concurrently\b/.test(sql)) faults.push('lacks the line "-- concurrently"');
  if (!/^-- oldest: [1-9]\d*$/m.test(migration.sql))
    for (const [pattern, what] of TAKES_AWAY)
      if (pattern.test(sql)) faults.push(`${what}. Say which versions still work: "-- oldest: VERSION"`);
  return faults.map((fault) => `The migration ${migration.name} ${fault} (decisions/163).`);
}

/** Returns one line for each new migration that nodes of the version before would not survive, and does not say so. */
export const versionFaults = (migrations: Pick<Migration, 'name' | 'sql'>[]): string[] =>
  migrations.filter(({ name }) => name.slice(0, 3) > BEFORE_RULES).flatMap(faultsOf);
