import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const SOURCE = join(import.meta.dirname, '..');
/** The files of the folders of the server, sorted. */
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /^[^/]+\/(?:[^/]+\/)?[^/]+\.ts$/.test(file))
  .sort();

/**
 * Returns what the files `<folder>/<name>.<part>.ts` of the server (or of a folder in it) export and `isOne` chooses, by the order of the paths: a
 * feature takes part in the server by having the file (decisions/147). Throws for a file without such an export, whose name
 * would promise what it does not do, and for two exports of one name. What the files import may not import the caller, which waits for them.
 */
export async function exportsOf<T>(
  part: string,
  isOne: (value: unknown, name: string) => boolean,
): Promise<[name: string, value: T][]> {
  const found: [string, T][] = [];
  // One after the other: the modules are evaluated in one order, whatever the disk answers first.
  for (const file of files.filter((name) => name.endsWith(`.${part}.ts`))) {
    const module = (await import(pathToFileURL(join(SOURCE, file)).href)) as Record<string, T>;
    const chosen = Object.entries(module).filter(([name, value]) => isOne(value, name));
    if (chosen.length === 0) throw new Error(`${file} exports nothing that the server takes from a .${part}.ts file.`);
    for (const [name, value] of chosen) {
      if (found.some(([other]) => other === name)) throw new Error(`Two .${part}.ts files export ${name}.`);
      found.push([name, value]);
    }
  }
  return found;
}
