import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Faults of one file. Each replaces one text; with each, at least one of the tests must fail. */
export interface Faults {
  /** The subject of the file, for the summary and for `--area`. */
  area: string;
  file: string;
  /** The fewest test files that notice every fault of this entry. */
  tests: string[];
  /** `find` occurs exactly once in the file. */
  faults: [find: string, replace: string][];
}

/** One fault of the list, with the number for `--only`. */
export interface Fault {
  number: number;
  area: string;
  file: string;
  tests: string[];
  find: string;
  replace: string;
}

/** Returns the faults one by one, numbered from 1 in the order of the list. */
export function numbered(list: readonly Faults[]): Fault[] {
  const each = list.flatMap(({ area, file, tests, faults }) =>
    faults.map(([find, replace]) => ({ area, file, tests, find, replace })),
  );
  return each.map((fault, index) => ({ number: index + 1, ...fault }));
}

/** Returns the text with the fault; throws when `find` does not occur exactly once. */
export function withFault(text: string, { find, replace }: Pick<Fault, 'find' | 'replace'>): string {
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`occurs ${count} times instead of once: ${find}`);
  if (find === replace) throw new Error(`changes nothing: ${find}`);
  return text.replace(find, () => replace);
}

/** Returns the entries that do not fit the code: a text that is gone or not unique, a file that does not exist. */
export function problemsOf(root: string, faults: readonly Fault[]): string[] {
  return faults.flatMap((fault) => {
    const at = `${fault.number} (${fault.area}, ${fault.file})`;
    const missing = [fault.file, ...fault.tests].filter((file) => !existsSync(join(root, file)));
    if (missing.length > 0) return missing.map((file) => `${at}: no such file: ${file}`);
    try {
      withFault(readFileSync(join(root, fault.file), 'utf8'), fault);
      return fault.tests.length > 0 ? [] : [`${at}: no tests`];
    } catch (error) {
      return [`${at}: ${(error as Error).message}`];
    }
  });
}
