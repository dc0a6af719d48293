import { setTimeout as wait } from 'node:timers/promises';
import type { BenchClient } from './client.ts';
import { percentile, type Figure } from './figures.ts';

const SECONDS = 3;
/** Attackers at once, each repeating its request. */
const AT_ONCE = 4;

/** What one user or address can send to hurt the others. */
interface Attack {
  name: string;
  path: string;
  body: string;
  headers?: Record<string, string>;
}

const repeated = (count: number, text: (nth: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, nth) => text(nth)).join(between);
const graphql = (query: string, variables: object = {}) => ({
  path: '/graphql',
  body: JSON.stringify({ query, variables }),
});
const FILTERS = 'query($filters: [TableFilter!]) { patients(first: 1, filters: $filters) { edges { node { id } } } }';

const ATTACKS: Attack[] = [
  {
    name: '20,000 codes over REST',
    path: '/api/icode-reports',
    body: JSON.stringify({ serial: 'A00000000001', codes: Array(20_000).fill({}) }),
  },
  {
    name: '1,800 fields to validate × 4,000 codes',
    path: '/api/icode-reports',
    body: JSON.stringify({ serial: 'A00000000001', codes: Array(4000).fill({}) }),
    headers: { precognition: 'true', 'precognition-validate-only': repeated(1800, (nth) => `c.${nth}`, ',') },
  },
  {
    name: '4,000 codes over GraphQL',
    ...graphql(
      'mutation($input: CreateICodeReportsInput!) { createICodeReports(input: $input) { userErrors { field } } }',
      {
        input: {
          serial: 'A00000000001',
          codes: Array(4000).fill({ collected: '', icode: '' }),
        },
      },
    ),
  },
  { name: '10,000 brackets at sign-in', path: '/login', body: '['.repeat(10_000) + ']'.repeat(10_000) },
  {
    name: '2,500 filters',
    ...graphql(FILTERS, { filters: Array(2500).fill({ field: 'attention', condition: 'EQUAL', value: 'silent' }) }),
  },
  {
    name: '15 aliases × 120 words',
    ...graphql(
      `query($s: String) { ${repeated(15, (nth) => `a${nth}: patients(first: 1, search: $s) { totalCount edges { node { id } } }`)} }`,
      { s: repeated(120, (nth) => String.fromCharCode(97 + (nth % 26))) },
    ),
  },
  {
    name: '2^14 fields in fragments',
    ...graphql(`
      {
        viewer {
          ...f0
        }
      }
      ${repeated(14, (nth) => `fragment f${nth} on Viewer { ...f${nth + 1} ... on Viewer { ...f${nth + 1} } }`)}
      fragment f14 on Viewer {
        locale
      }
    `),
  },
];

const TABLE = '/api/patients/datatable';

/** Milliseconds and status of one request. */
async function ask(client: BenchClient, path: string, init: RequestInit = {}): Promise<{ ms: number; status: number }> {
  const started = performance.now();
  const answer = await fetch(`${client.origin}${path}`, { headers: client.headers, ...init });
  await answer.arrayBuffer();
  return { ms: performance.now() - started, status: answer.status };
}

/** Asks for an address again and again until `over`; returns the times. */
async function sampled(client: BenchClient, path: string, over: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!over()) {
    times.push((await ask(client, path)).ms);
    await wait(10);
  }
  return times;
}

/** Runs work for some seconds; returns the times of another organization's list and of /healthz during it. */
async function observed(other: BenchClient, work: (over: () => boolean) => Promise<unknown>) {
  const end = performance.now() + SECONDS * 1000;
  let done = false;
  const over = () => done || performance.now() > end;
  // The observers go on until the last attack is answered, also when it stalls the node.
  const working = work(() => performance.now() > end);
  const observers = Promise.all([sampled(other, TABLE, over), sampled(other, '/healthz', over)]);
  await working;
  done = true;
  const [list, health] = await observers;
  return { p50: percentile(list, 0.5), health: Math.max(...health) };
}

/**
 * Measures each attack by one user: how much it raises another organization's p50, and the longest that /healthz waited.
 * The target of the ratio is 3×.
 */
export async function benchAttacks(attacker: BenchClient, other: BenchClient): Promise<Figure[]> {
  await observed(other, () => wait(SECONDS * 1000)); // warms up
  const quiet = await observed(other, () => wait(SECONDS * 1000));
  const figures: Figure[] = [
    { name: "Other organization's list, without an attack", value: `p50 ${quiet.p50.toFixed(0)} ms` },
  ];
  for (const { name, path, body, headers } of ATTACKS) {
    const init = { method: 'POST', body, headers: { ...attacker.headers, ...headers } };
    const answers: { ms: number; status: number }[] = [];
    const repeat = async (over: () => boolean) => {
      do answers.push(await ask(attacker, path, init));
      while (!over());
    };
    const { p50, health } = await observed(other, (over) =>
      Promise.all(Array.from({ length: AT_ONCE }, () => repeat(over))),
    );
    const statuses = [...new Set(answers.map(({ status }) => status))].join(', ');
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    figures.push({
      name: `Attack: ${name}`,
      value: `${(p50 / quiet.p50).toFixed(1)}× (p50 ${p50.toFixed(0)} ms), /healthz at most ${health.toFixed(0)} ms; answered ${statuses} within ${slowest.toFixed(0)} ms`,
    });
  }
  return figures;
}
