import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

// A portal of usePortal() runs another copy of the server's code than the test file imports (decisions/149). What a file
// changes in its own copy would not reach it, and a test could pass without testing anything.

const ROOT = join(import.meta.dirname, '../..');
const IMPORT = /^import (?!type\b)([^;]*?) from '(\.[^']+)';/gm;

interface Imported {
  file: string;
  names: string[];
}

/** What a source file imports from other files of the repository; types are left out. */
const importsOf = (path: string, source: string): Imported[] =>
  [...source.matchAll(IMPORT)].map(([, names, from]) => ({
    file: resolve(dirname(path), from!),
    names: [...names!.matchAll(/(type )?(?:\w+ as )?(\w+)/g)].filter(([, type]) => !type).map(([, , name]) => name!),
  }));

const isServer = ({ file }: Imported) => /\/api\/src\/(?!.*\.test\.ts$)/.test(file);

/** Names of imports from the server that a source replaces, or changes a property of. */
function changedBy(path: string, source: string): string[] {
  const names = importsOf(path, source)
    .filter(isServer)
    .flatMap((one) => one.names);
  return names.filter((name) =>
    [
      String.raw`(Object\.assign|Object\.defineProperty|jest\.spyOn)\(\s*${name}\b`,
      String.raw`^\s*(delete )?${name}(\.\w+|\[[^\]]+\])+( [+|&?-]*= |;$)`,
    ].some((pattern) => new RegExp(pattern, 'm').test(source)),
  );
}

/** Why a test file needs a portal with its own copy of the code; empty if it does not. */
function reasons(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return [];
  seen.add(path);
  const source = readFileSync(path, 'utf8');
  const helpers = importsOf(path, source).filter((one) => !isServer(one) && one.file.includes('/api/test/'));
  return [
    ...changedBy(path, source),
    ...(source.match(/jest\.unstable_mockModule|Context\.of\(running\(\)|new Context\(running\(\)/g) ?? []),
    ...helpers.flatMap(({ file }) => reasons(file, seen)),
  ];
}

test.each([
  ["import { limits } from '../src/limits.ts';\nlimits.most = 3;", ['limits']],
  ["import { limits } from '../src/limits.ts';\n  Object.assign(limits, { most: 3 });", ['limits']],
  ["import { Lane, type Work } from '../src/lane.ts';\njest.spyOn(Lane.prototype, 'run');", ['Lane']],
  ["import { limits } from '../src/limits.ts';\nexpect(limits.most).toBe(3);", []],
  ["import type { Limits } from '../src/limits.ts';\nLimits.most = 3;", []],
  ["import { limits } from './limits.ts';\nlimits.most = 3;", []],
])('what a file changes of the server is seen: %#', (source, expected) => {
  expect(changedBy(join(ROOT, 'api/test/x.test.ts'), source)).toEqual(expected);
});

test('a file that changes the code of the server, or runs it on its portal, has a portal of its own copy', () => {
  const files = globSync('api/{src,test}/**/*.test.ts', { cwd: ROOT }).map((file) => join(ROOT, file));
  const warm = files.filter(
    (file) => /\busePortal\(/.test(readFileSync(file, 'utf8')) && file !== import.meta.filename,
  );
  expect(warm.length).toBeGreaterThan(100);
  expect(warm.map((file) => [file, reasons(file)]).filter(([, why]) => why!.length > 0)).toEqual([]);
});
