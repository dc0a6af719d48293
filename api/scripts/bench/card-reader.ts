import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { readCard } from '../../src/uploads/cards/card-reading.ts';

// Reads one file in a process of its own, and prints what it took: cards.ts starts it once for each measure, so that the
// peak of its memory is that of one reading.

const [how, path] = process.argv.slice(2) as ['bare' | 'whole' | 'parsed', string];

/** Reads the file from its first to its last byte, 1 MiB at a time. */
function readBare(): number {
  const [file, buffer] = [openSync(path, 'r'), Buffer.alloc(2 ** 20)];
  let size = 0;
  for (let part = readSync(file, buffer); part > 0; part = readSync(file, buffer)) size += part;
  closeSync(file);
  return size;
}

const today = new Date().toISOString().slice(0, 10);
const started = performance.now();
const nights =
  how === 'parsed' ? readCard([{ name: 'A3900012345.evt', bytes: readFileSync(path) }], today).nights.length : 0;
if (how === 'bare') readBare();
if (how === 'whole') readFileSync(path);
const ms = performance.now() - started;
process.stdout.write(JSON.stringify({ ms, nights, rssMb: process.resourceUsage().maxRSS / 1024 }));
