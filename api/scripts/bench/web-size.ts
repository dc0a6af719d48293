import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure } from './figures.ts';

const BUILD = join(import.meta.dirname, '../../../dist/web');

/** Measures the JavaScript that a browser fetches before the first screen: the entry and its preloads, gzipped. */
export function benchWebSize(): Figure[] {
  const html = readFileSync(join(BUILD, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]!);
  const bytes = [...new Set(files)].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(BUILD, file)), { level: 9 }).length,
    0,
  );
  return [
    { name: `Web: initial JavaScript, gzip (${new Set(files).size} files)`, value: `${(bytes / 1024).toFixed(0)} kB` },
  ];
}
