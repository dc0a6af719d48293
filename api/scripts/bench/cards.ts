import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { g3xCard } from '../../src/demo/cards/g3x-card.ts';
import { temporaryFolder } from '../../src/db/embedded/temporary.ts';
import { percentile, type Figure } from './figures.ts';

const ROUNDS = 7;
/** As on a public card: 158 nights, 66 MiB, more than 2 million records. */
const NIGHTS = 158;
const MARKERS_PER_MINUTE = 35;

interface Reading {
  ms: number;
  nights: number;
  rssMb: number;
}

function read(how: 'bare' | 'whole' | 'parsed', path: string): Reading {
  const program = join(import.meta.dirname, 'card-reader.ts');
  return JSON.parse(execFileSync(process.execPath, [program, how, path], { encoding: 'utf8' })) as Reading;
}

/** Measures the parser on an `.evt` of a real size against a bare sequential read of the same file, in turn. */
export async function benchCards(): Promise<Figure[]> {
  const { dir, remove } = await temporaryFolder();
  try {
    const options = { serial: 'A3900012345', first: '2025-06-01', days: NIGHTS, missed: 0 };
    const { files } = g3xCard(1, { ...options, markersPerMinute: MARKERS_PER_MINUTE });
    const { bytes } = files.find(({ name }) => name.endsWith('.evt'))!;
    const path = join(dir, 'card.evt');
    writeFileSync(path, bytes);
    const readings = { bare: [] as Reading[], whole: [] as Reading[], parsed: [] as Reading[] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const how of ['bare', 'whole', 'parsed'] as const) readings[how].push(read(how, path));
    const ms = (how: keyof typeof readings) =>
      percentile(
        readings[how].map((reading) => reading.ms),
        0.5,
      );
    const rss = (how: keyof typeof readings) => Math.max(...readings[how].map(({ rssMb }) => rssMb));
    const megabytes = bytes.length / 1e6;
    const speed = (how: keyof typeof readings) => `${Math.round(megabytes / (ms(how) / 1000))} MB/s`;
    const size = `${Math.round(bytes.length / 2 ** 20)} MiB, ${Math.round(bytes.length / 32 / 1000)}k records`;
    return [
      { name: `Card: .evt of ${size}, parsed (${readings.parsed[0]!.nights} nights)`, value: speed('parsed') },
      {
        name: 'Card: the same file read in sequence / whole into memory',
        value: `${speed('bare')} / ${speed('whole')}`,
      },
      { name: 'Card: parsed ÷ read whole', value: `${(ms('parsed') / ms('whole')).toFixed(1)}×` },
      {
        name: 'Card: peak memory of the process, read in sequence / whole / parsed',
        value: (['bare', 'whole', 'parsed'] as const).map((how) => `${Math.round(rss(how))} MB`).join(' / '),
      },
    ];
  } finally {
    await remove();
  }
}
