import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Figure } from './figures.ts';

const BUILD = join(import.meta.dirname, '../../../dist/web');
const ASSETS = join(BUILD, 'assets');
/** What the client imports until `/` is complete. */
const HOME = /^(signedIn|en)-[\w-]+\.js$/;

/** The assets that a page names: its scripts, their preloads and its styles. */
const namedBy = (page: string): string[] =>
  [...readFileSync(join(BUILD, page), 'utf8').matchAll(/(?:src|href)="\/assets\/([^"]+)"/g)].map((match) => match[1]!);

/** Adds everything that a script imports statically. */
function addImports(file: string, seen: Set<string>): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (file.endsWith('.js'))
    for (const [, name] of readFileSync(join(ASSETS, file), 'utf8').matchAll(/(?:from|import) ?"\.\/([^"]+\.js)"/g))
      addImports(name!, seen);
  return seen;
}

/** The bytes that a browser gets: those of the .br file, which small files have none of. */
function sentBytes(file: string): number {
  const path = join(ASSETS, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} kB`;
const sum = (files: Iterable<string>, bytesOf: (file: string) => number) =>
  [...files].reduce((bytes, file) => bytes + bytesOf(file), 0);

/** A whole page as sent, from the build: its HTML, color-mode.js and the assets. Without queries, which are small. */
function page(name: string, html: string, files: Set<string>): Figure {
  const bytes =
    brotliCompressSync(readFileSync(join(BUILD, html))).length +
    statSync(join(BUILD, 'color-mode.js')).size +
    sum(files, sentBytes);
  return { name: `Web: ${name}, Brotli`, value: `${kilobytes(bytes)} in ${files.size + 2} requests` };
}

/** Measures what a browser fetches: the JavaScript before the client runs, the sign-in page, and `/`. */
export function benchWebSize(): Figure[] {
  const initial = new Set<string>();
  for (const file of namedBy('index.html')) addImports(file, initial);
  const home = new Set(initial);
  for (const file of readdirSync(ASSETS)) if (HOME.test(file)) addImports(file, home);
  const signIn = new Set<string>();
  for (const file of namedBy('login.html')) addImports(file, signIn);
  const scripts = [...initial].filter((file) => file.endsWith('.js'));
  const zipped = sum(scripts, (file) => gzipSync(readFileSync(join(ASSETS, file)), { level: 9 }).length);
  return [
    { name: `Web: initial JavaScript, gzip (${scripts.length} files)`, value: kilobytes(zipped) },
    page('the whole sign-in page', 'login.html', signIn),
    page('`/` of a signed-in user', 'index.html', home),
  ];
}
