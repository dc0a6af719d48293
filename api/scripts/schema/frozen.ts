import { createHash } from 'node:crypto';
import type { Migration } from '../../src/db/migrations.ts';

/**
 * Compares the migrations with their committed checksums (SHA256SUMS, in the format of sha256sum).
 * Returns the list with new files added, and one line for each file that is gone or was edited after it was frozen.
 */
export function frozen(list: string, migrations: Migration[]): { list: string; faults: string[] } {
  const lines = list.split('\n').filter(Boolean);
  const sums = new Map(lines.map((line) => [line.slice(66).replace(/\.sql$/, ''), line.slice(0, 64)]));
  const faults = [...sums].flatMap(([name, sum]) => {
    const migration = migrations.find((one) => one.name === name);
    if (!migration) return [`The frozen migration ${name}.sql is missing. Restore it.`];
    if (migration.checksum !== sum)
      return [`The frozen migration ${name}.sql was edited. Restore it and write the change as a new file.`];
    return [];
  });
  const added = migrations
    .filter(({ name }) => !sums.has(name))
    .map(({ name, checksum }) => `${checksum}  ${name}.sql`);
  const sorted = [...lines, ...added].sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
  return { list: `${sorted.join('\n')}\n`, faults };
}

/**
 * Returns the text of functions/VERSION: the next number when the list of the migrations or the checksum of the functions
 * has changed. After a merge that left the lines of both sides, it is the number after both.
 */
export function nextVersion(text: string, list: string, functions: string): string {
  const checksum = createHash('sha256').update(`${list}${functions}`).digest('hex');
  const lines = [...text.matchAll(/^(\d+) ([0-9a-f]{64})$/gm)];
  if (lines.length === 1 && lines[0]![2] === checksum) return `${lines[0]![0]}\n`;
  return `${Math.max(0, ...lines.map(([, number]) => Number(number))) + 1} ${checksum}\n`;
}
