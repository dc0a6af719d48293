import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the data folder of each node: the head of the chain after its last seal, outside the database. */
const fileOf = (dataDir: string): string => join(dataDir, 'audit-head');

/** Notes the head of the chain, in place of the one before, and makes the folder. Throws when it cannot be written to. */
export function noteHead(dataDir: string, head: string): void {
  mkdirSync(dataDir, { recursive: true });
  const file = fileOf(dataDir);
  writeFileSync(`${file}.new`, `${head}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Returns the head that a node noted in its data folder; undefined when there is none. */
export function notedHead(dataDir: string): string | undefined {
  try {
    return readFileSync(fileOf(dataDir), 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
