import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plan } from './plan.ts';

/**
 * Writes the files of a plan below `root` and runs `finish`, which may change the files `printed`. When something fails,
 * every file is again as it was, and the error is thrown.
 */
export function writePlan(root: string, { created, changed }: Plan, printed: string[], finish: () => void): void {
  const at = (path: string) => join(root, path);
  const kept = new Map([...changed.keys(), ...printed].map((path) => [path, readFileSync(at(path), 'utf8')]));
  const folders = [...new Set([...created.keys()].map(dirname))].filter((folder) => !existsSync(at(folder)));
  try {
    for (const folder of folders) mkdirSync(at(folder), { recursive: true });
    for (const [path, text] of [...created, ...changed]) writeFileSync(at(path), text);
    finish();
  } catch (error) {
    for (const path of created.keys()) rmSync(at(path), { force: true });
    for (const folder of folders) if (existsSync(at(folder))) rmdirSync(at(folder));
    for (const [path, text] of kept) writeFileSync(at(path), text);
    throw error;
  }
}
