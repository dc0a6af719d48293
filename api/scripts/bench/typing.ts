import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchClient } from './client.ts';
import type { Figure } from './figures.ts';

const PROGRAM = join(import.meta.dirname, '../../../web/e2e/typing-speed.ts');

/** Types into the forms of the client in Chromium, above 500 rows where the form is on a list. The build must be there. */
export async function benchTyping({ origin, headers }: BenchClient): Promise<Figure[]> {
  const program = ['--import', 'tsx', PROGRAM, origin, headers.cookie!];
  const { stdout } = await promisify(execFile)(process.execPath, program, { maxBuffer: 2 ** 20 });
  const measured = JSON.parse(stdout) as { name: string; rows: number; median: number; most: number }[];
  return measured.map(({ name, rows, median, most }) => ({
    name: `A key: ${name}, ${rows} rows on the page (target 16 ms)`,
    value: `${median.toFixed(1)} ms, at most ${most.toFixed(1)} ms`,
  }));
}
