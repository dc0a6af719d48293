import { equal } from 'node:assert';
import type { ChildProcess } from 'node:child_process';
import { request } from 'node:http';
import pg from 'pg';
import { freePort } from '../../src/db/embedded/embedded.ts';
import type { BenchClient } from './client.ts';
import { cpuDuring } from './cpu.ts';
import { percentile, type Figure } from './figures.ts';
import { startProgram, stopProgram, untilReady } from './processes.ts';

const ROUNDS = 9;
const WARM_UP = 3;
/** The cells that the bare server copies. */
const COLUMNS =
  'id,assigned_id,first_name,last_name,email,birth_date,phone,current_serial,provider,therapy_start,last_report,is_rules_active';

interface Download {
  /** Milliseconds until the first bytes of the file. */
  first: number;
  lines: number;
}

function download(url: string, headers: Record<string, string>): Promise<Download> {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${url}: ${answer.statusCode}`));
      let [first, lines] = [0, 0];
      answer.on('data', (part: Buffer) => {
        first ||= performance.now() - since;
        for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines += 1;
      });
      answer.once('end', () => resolve({ first, lines }));
      answer.once('error', reject);
    });
    sent.once('error', reject);
    sent.end();
  });
}

/** Measures the file of all patients, in turn with a bare COPY of the same cells with the same guard against formulas. */
export async function benchFiles(
  client: BenchClient,
  portal: ChildProcess,
  urls: { admin: string; org: string; auth: string },
): Promise<Figure[]> {
  const port = await freePort();
  const bare = startProgram('api/scripts/bench/baseline/raw-server.ts', [urls.org, urls.auth, String(port), 'seq'], {});
  const admin = new pg.Client({ connectionString: urls.admin });
  await admin.connect();
  const targets = [
    {
      pid: portal.pid!,
      application: 'airlog',
      url: `${client.origin}/api/patients/datatable?csv=true&columns=${COLUMNS}`,
      titles: 1,
    },
    { pid: bare.pid!, application: 'bench-raw-seq', url: `http://127.0.0.1:${port}/csv`, titles: 0 },
  ];
  try {
    await untilReady(`http://127.0.0.1:${port}`);
    const samples = targets.map(() => ({ cpu: [] as number[], first: [] as number[] }));
    let rows = 0;
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const counts: number[] = [];
      for (const [nth, target] of targets.entries()) {
        let file!: Download;
        const { node, pg: used } = await cpuDuring(target, admin, async () => {
          file = await download(target.url, client.headers);
        });
        counts.push(file.lines - target.titles);
        if (round < 0) continue;
        samples[nth]!.cpu.push(node + used);
        samples[nth]!.first.push(file.first);
      }
      equal(counts[0], counts[1]);
      rows = counts[0]!;
    }
    const [own, other] = samples.map(({ cpu }) => percentile(cpu, 0.5)) as [number, number];
    return [
      { name: `CSV of ${rows} patients: portal`, value: `${own.toFixed(0)} ms CPU` },
      {
        name: `CSV of ${rows} patients: bare COPY with the same guard`,
        value: `${other.toFixed(0)} ms CPU; portal ÷ bare ${(own / other).toFixed(2)}× (target 1.5×)`,
      },
      {
        name: `CSV of ${rows} patients: first byte, portal / bare (target 100 ms)`,
        value: samples.map(({ first }) => `${percentile(first, 0.5).toFixed(0)} ms`).join(' / '),
      },
    ];
  } finally {
    await admin.end();
    await stopProgram(bare);
  }
}
