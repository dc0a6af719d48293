import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BenchClient } from './client.ts';
import type { Figure } from './figures.ts';

const PROGRAM = join(import.meta.dirname, '../../../web/e2e/page-speed.ts');

interface Load {
  requests: number;
  kilobytes: number;
  painted: number;
  useful: number;
}
interface Measured {
  pages: { path: string; cold: Load; warm: Load }[];
  fromList: { pointed: number; atOnce: number };
}

const text = ({ requests, kilobytes, painted, useful }: Load) =>
  `${requests} requests, ${kilobytes.toFixed(0)} kB, painted after ${painted.toFixed(0)} ms, useful after ${useful.toFixed(0)} ms`;

/**
 * Opens pages in Chromium with an empty and with a filled cache, at 1.6 Mbit/s, 150 ms and a CPU slowed down four times,
 * and a patient from the list, without any of these. The build must be there.
 */
export async function benchPages({ origin, headers }: BenchClient): Promise<Figure[]> {
  const program = ['--import', 'tsx', PROGRAM, origin, headers.cookie!];
  const { stdout } = await promisify(execFile)(process.execPath, program, { maxBuffer: 2 ** 20 });
  const { pages, fromList } = JSON.parse(stdout) as Measured;
  return [
    ...pages.flatMap(({ path, cold, warm }) => [
      { name: `Page \`${path}\`, cold (target: useful after 3000 ms)`, value: text(cold) },
      { name: `Page \`${path}\`, warm`, value: text(warm) },
    ]),
    { name: 'List → patient, from a row pointed at (target 300 ms)', value: `${fromList.pointed.toFixed(0)} ms` },
    { name: 'List → patient, at once', value: `${fromList.atOnce.toFixed(0)} ms` },
  ];
}
