import { deepStrictEqual } from 'node:assert';
import type { ChildProcess } from 'node:child_process';
import { Agent, request } from 'node:http';
import pg from 'pg';
import { freePort } from '../../src/db/embedded/embedded.ts';
import { LIST_QUERY } from './baseline/list-query.ts';
import type { BenchClient } from './client.ts';
import { cpuDuring, type Cpu } from './cpu.ts';
import { usual, type Figure } from './figures.ts';
import { PATIENT_PAGE_QUERY } from './patient-page.ts';
import { startProgram, stopProgram, untilReady } from './processes.ts';
import { installRivals } from './rivals.ts';

/**
 * Each server answers this many requests in a round. The garbage collector takes 10 ms at a time: in a short round one
 * more or less of it is a tenth of the figure. The figure is the lower quartile of the rounds, for each server:
 * other work makes some of them dearer by half.
 */
const ROUNDS = 11;
const REQUESTS = 200;
const WARM_UP = 400;
const AT_ONCE = 4;

interface Target {
  name: string;
  pid: number;
  application: string;
  origin: string;
}
interface Ask {
  method: string;
  path: string;
  body?: string;
}
interface Read {
  name: string;
  /** What each target is sent; a target without an entry does not take part. */
  asks: Record<string, Ask>;
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

function send(target: Target, ask: Ask, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(target.origin + ask.path, { agent, method: ask.method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${target.name}: ${answer.statusCode} ${text.slice(0, 300)}`));
      });
    });
    sent.once('error', reject);
    sent.end(ask.body);
  });
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await work();
    }),
  );
}

const graphql = (query: string, variables = {}): Ask => ({
  method: 'POST',
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});
const raw = (path: string) => ({ 'raw-seq': { method: 'GET', path }, 'raw-pipe': { method: 'GET', path } });

const READS: Read[] = [
  {
    name: 'GraphQL list, 50 patients with devices and total',
    asks: {
      portal: graphql(LIST_QUERY),
      ...raw('/list'),
      mercurius: graphql(LIST_QUERY),
      yoga: graphql(LIST_QUERY),
    },
  },
  {
    name: 'REST datatable, 50 patients',
    asks: { portal: { method: 'GET', path: '/api/patients/datatable' }, ...raw('/datatable') },
  },
  { name: 'Patient page', asks: { portal: graphql(PATIENT_PAGE_QUERY, { id: '1' }), ...raw('/patient/1') } },
];

const NIGHTS_QUERY = `query Nights($id: ID!, $from: Date!, $to: Date!) {
  patient(id: $id) {
    nights(from: $from, to: $to) {
      databaseId date recordedDate minutes source effective corrected state sessions ahi pressure p95 leak sni
    }
  }
}`;

/** The 90 nights of a patient who has all of them from one source. */
async function nightsRead(admin: pg.Client): Promise<Read> {
  const { rows } = await admin.query<{ id: number; from: string; to: string }>(
    `select n.patient_id as id, (max(n.usage_date) - 89)::text as from, max(n.usage_date)::text as to
       from usage_nights n join patients p on p.id = n.patient_id and p.org_id = 1
       join lateral (select max(l.usage_date) as last from usage_nights l where l.patient_id = n.patient_id) k on n.usage_date > k.last - 90
      group by 1 having count(*) = 90 and count(distinct n.usage_date) = 90 order by 1 limit 1`,
  );
  const [found] = rows;
  if (!found) throw new Error('No patient has 90 nights.');
  const { id, from, to } = found;
  return {
    name: '90 nights of a patient',
    asks: {
      portal: graphql(NIGHTS_QUERY, { id: String(id), from, to }),
      ...raw(`/nights/${id}/${from}/${to}`),
    },
  };
}

/** The rows must be the same; only then do the costs compare. */
function assertSameRows({ name }: Read, answers: Map<string, string>): void {
  const dataOf = (text: string) => (JSON.parse(text) as { data?: unknown }).data;
  if (name.startsWith('Patient page')) return; // the portal derives texts and permissions from these rows
  const expected = dataOf(answers.get('raw-seq')!);
  for (const text of answers.values()) deepStrictEqual(dataOf(text), expected);
}

async function measure(read: Read, targets: Target[], headers: Record<string, string>, admin: pg.Client) {
  const taking = targets.filter(({ name }) => name in read.asks);
  const answers = new Map<string, string>();
  for (const target of taking) {
    await repeat(WARM_UP, () => send(target, read.asks[target.name]!, headers));
    answers.set(target.name, await send(target, read.asks[target.name]!, headers));
  }
  assertSameRows(read, answers);
  const samples = new Map<string, Cpu[]>(taking.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const target of taking) {
      const work = (times: number) => repeat(times, () => send(target, read.asks[target.name]!, headers));
      agent.destroy(); // a server ends connections that wait while the others are measured
      await work(AT_ONCE * 3); // so that its connections are open
      samples.get(target.name)!.push(await cpuDuring(target, admin, () => work(REQUESTS)));
    }
  }
  return new Map(
    [...samples].map(([name, all]) => {
      const each = (part: (cpu: Cpu) => number) => usual(all.map(part)) / REQUESTS;
      return [
        name,
        {
          node: each(({ node }) => node),
          pg: each(({ pg: used }) => used),
          total: each((cpu) => cpu.node + cpu.pg),
        },
      ] as const;
    }),
  );
}

function figuresOf({ name }: Read, costs: Awaited<ReturnType<typeof measure>>): Figure[] {
  const portal = costs.get('portal')!.total;
  return [...costs].map(([target, { total, node, pg: used }]) => ({
    name: `${name}: ${target}`,
    value:
      `${total.toFixed(2)} ms CPU (${node.toFixed(2)} node + ${used.toFixed(2)} PostgreSQL)` +
      (target === 'portal' ? '' : `; portal ÷ ${target} ${(portal / total).toFixed(2)}×`),
  }));
}

/**
 * Measures the CPU time per request of the portal and, in turn with it, of bare `pg` and of two GraphQL servers that
 * read the same rows of the same tables.
 */
export async function benchReads(
  client: BenchClient,
  portal: ChildProcess,
  urls: { admin: string; org: string; auth: string },
): Promise<Figure[]> {
  installRivals();
  const programs: ChildProcess[] = [];
  const start = async (name: string, file: string, ...args: string[]): Promise<Target> => {
    const port = await freePort();
    const program = startProgram(`api/scripts/bench/${file}`, [urls.org, urls.auth, String(port), ...args], {});
    programs.push(program);
    const origin = `http://127.0.0.1:${port}`;
    await untilReady(origin);
    return { name, pid: program.pid!, application: `bench-${name}`, origin };
  };
  const admin = new pg.Client({ connectionString: urls.admin });
  await admin.connect();
  try {
    const targets: Target[] = [
      { name: 'portal', pid: portal.pid!, application: 'airlog', origin: client.origin },
      await start('raw-seq', 'baseline/raw-server.ts', 'seq'),
      await start('raw-pipe', 'baseline/raw-server.ts', 'pipe'),
      await start('mercurius', 'rivals/mercurius-server.ts'),
      await start('yoga', 'rivals/yoga-server.ts'),
    ];
    const figures: Figure[] = [];
    for (const read of [...READS, await nightsRead(admin)])
      figures.push(...figuresOf(read, await measure(read, targets, client.headers, admin)));
    return figures;
  } finally {
    agent.destroy();
    await admin.end();
    await Promise.all(programs.map(stopProgram));
  }
}
