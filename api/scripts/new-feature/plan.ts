import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureName, isUnnamed, withName } from './names.ts';
import { registries } from './registries.ts';

const TEMPLATES = join(import.meta.dirname, 'templates');
const SUFFIX = '.tpl';
const MIGRATIONS = 'api/src/db/migrations';

/** The files of a new feature: path to text. */
export interface Plan {
  created: Map<string, string>;
  changed: Map<string, string>;
}

/** The number after that of the last migration: 016. */
function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, MIGRATIONS)).map((file) => Number.parseInt(file, 10) || 0);
  return String(Math.max(0, ...numbers) + 1).padStart(3, '0');
}

/**
 * Returns every file that a new feature creates and changes in the tree below `root`, without writing. Throws for a bad
 * name, a file that exists, and a registry without its place for the feature.
 */
export function planFeature(root: string, given: string): Plan {
  const feature = featureName(given);
  const named = (text: string) => withName(text, feature);
  const number = nextMigration(root);
  const created = new Map<string, string>();
  for (const file of readdirSync(TEMPLATES, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith(SUFFIX)) continue;
    const path = named(file.slice(0, -SUFFIX.length).replaceAll('\\', '/')).replace('NNN-', `${number}-`);
    const text = named(readFileSync(join(TEMPLATES, file), 'utf8'));
    if (isUnnamed(path + text)) throw new Error(`The template ${file} leaves a name in ${path}.`);
    created.set(path, text);
  }
  const clash = [...created.keys()].find((path) => existsSync(join(root, path)));
  if (clash) throw new Error(`The feature ${given} exists already: ${clash}.`);
  const changed = new Map(
    Object.entries(registries).map(([path, insertions]) => {
      const text = readFileSync(join(root, path), 'utf8');
      try {
        return [path, insertions.reduce((before, insert) => insert(before, named), text)];
      } catch (error) {
        throw new Error(`${path} has no place for the feature. ${(error as Error).message}`, { cause: error });
      }
    }),
  );
  return { created, changed };
}
