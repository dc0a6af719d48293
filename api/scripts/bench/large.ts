import { join } from 'node:path';
import { freePort, startEmbedded } from '../../src/db/embedded/embedded.ts';
import { prepareDatabase } from '../../src/db/migrate.ts';
import { DEMO_PASSWORD, seedDemo } from '../../src/demo/seed.ts';
import { temporaryFolder } from '../../src/db/embedded/temporary.ts';
import { devicesWithHoldersList } from '../../src/device-index/device-index.list.ts';
import { machinesWithHoldersList } from '../../src/machines/machines.list.ts';
import { patientsList } from '../../src/patients/patients.list.ts';
import { loadConfig } from '../../src/shared/config.ts';
import { CONDITIONS } from '../../src/shared/list.rules.ts';
import type { ListColumn } from '../../src/shared/list-conditions.ts';
import { signIn, type BenchClient } from './client.ts';
import { startProgram, stopProgram, untilReady } from './processes.ts';

const SMALL = 10_000;
const SAMPLES = 5;
const LIMIT_MS = 300;
const LOGINS = {
  'ep.admin': 'ep.admin@demo.airlog.test',
  support: 'support.admin@demo.airlog.test',
  'location.staff': 'location.staff@demo.airlog.test',
};
type Role = keyof typeof LOGINS;

/** The lists that grow with the patients, and a text that their columns contain. */
const TABLES = { patients: patientsList, machines: machinesWithHoldersList, devices: devicesWithHoldersList };
const TEXTS: Record<string, string> = {
  email: 'ramirez',
  phone: '5550123',
  provider: 'north',
  model: 'a',
  assigned_id: '0012',
};
const VALUES = { integer: '77', date: '2026-01-15', boolean: 'false' };

interface Request {
  name: string;
  path: string;
  body?: string;
}

function valuesOf(name: string, { type, choices }: ListColumn): readonly string[] {
  if (type === 'choice') return choices!;
  return [type === 'text' ? (TEXTS[name] ?? (/serial/.test(name) ? 'A3812' : 'ram')) : VALUES[type]];
}

/** Every request that is measured: pages, searches and each filter of each list, and the home page. */
function requests(): Request[] {
  const graphql = (name: string, query: string): Request => ({
    name,
    path: '/graphql',
    body: JSON.stringify({ query }),
  });
  const made: Request[] = [graphql('dashboard', '{ dashboard { cards { kind count countIsCapped } } }')];
  for (const [list, { columns }] of Object.entries(TABLES)) {
    const table = (name: string, query: string): Request => ({
      name: `${list}: ${name}`,
      path: `/api/${list}/datatable?${query}`,
    });
    made.push(
      graphql(`${list}: first rows by cursor`, `{ ${list}(first: 50) { edges { node { id } } } }`),
      graphql(`${list}: total`, `{ ${list}(first: 1) { totalCount } }`),
      table('page 1', ''),
      table('page 200', 'page=200'),
      table('page 1000', 'page=1000'),
      table('search ramirez', 'searchTerm=ramirez'),
      table('search ar', 'searchTerm=ar'),
    );
    for (const [name, column] of Object.entries(columns)) {
      const [condition] = CONDITIONS[column.type];
      for (const value of column.isFilter === false ? [] : valuesOf(name, column))
        made.push(table(`${name} ${condition} ${value}`, `filters[${name}][${condition}]=${value}`));
      if (column.sortBy) made.push(table(`by ${name}, page 200`, `orderBy=${name}&orderDir=DESC&page=200`));
    }
  }
  return made;
}

/** Returns the fastest of five answers in milliseconds, or the status of an answer that is not 200. */
async function measure(client: BenchClient, { path, body }: Request): Promise<number | string> {
  let fastest = Infinity;
  for (let nth = 0; nth < SAMPLES; nth++) {
    const started = performance.now();
    const answer = await fetch(client.origin + path, { headers: client.headers, body, method: body ? 'POST' : 'GET' });
    const text = await answer.text();
    if (!answer.ok || text.includes('"errors"')) return `**${answer.status}**`;
    fastest = Math.min(fastest, performance.now() - started);
  }
  return fastest;
}

type Times = Record<Role, (number | string)[]>;

/** Measures all requests of the three roles against a database with demo data. */
async function times(adminUrl: string, dataDir: string): Promise<Times> {
  const port = await freePort();
  const portal = startProgram('api/src/main.ts', ['--no-web'], {
    DATABASE_URL: adminUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PORT: String(port),
  });
  try {
    await untilReady(`http://127.0.0.1:${port}/readyz`);
    const result: Times = { 'ep.admin': [], support: [], 'location.staff': [] };
    for (const [role, email] of Object.entries(LOGINS) as [Role, string][]) {
      const client = await signIn(`http://127.0.0.1:${port}`, email, DEMO_PASSWORD);
      for (const request of requests()) result[role].push(await measure(client, request));
      process.stderr.write(`  ${role}\n`);
    }
    return result;
  } finally {
    await stopProgram(portal);
  }
}

/** Seeds a cluster of its own and measures it. */
async function seeded(patients: number): Promise<Times> {
  const { dir, remove } = await temporaryFolder();
  const config = loadConfig({ ...process.env, DATA_DIR: dir, DATABASE_URL: undefined, LOG_LEVEL: 'silent' });
  const cluster = await startEmbedded({ dir: join(dir, 'postgres'), password: 'bench' });
  try {
    await prepareDatabase(cluster.url, config);
    const started = performance.now();
    await seedDemo(cluster.url, config, { patients, nightDays: 7, template: Math.min(100, patients / 400) });
    process.stderr.write(`${patients} patients, seeded in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
    return await times(cluster.url, dir);
  } finally {
    await cluster.stop();
    await remove();
  }
}

const show = (time: number | string) =>
  typeof time === 'string' ? time : time > LIMIT_MS ? `**${time.toFixed(0)}**` : time.toFixed(0);

/**
 * Prints the milliseconds of every list, search, filter, page and card over HTTP, by role, at 10,000 patients and at
 * `patients`; above 300 ms in bold. `database`: an address whose demo data are measured instead of seeding them;
 * their PINs are shown only with the ENCRYPTION_KEY under which they were written.
 */
export async function benchLarge(patients: number, database?: string): Promise<void> {
  const small = await seeded(SMALL);
  const { dir, remove } = await temporaryFolder();
  let large: Awaited<ReturnType<typeof times>>;
  try {
    large = database ? await times(database, dir) : await seeded(patients);
  } finally {
    await remove();
  }
  const roles = Object.keys(LOGINS) as Role[];
  const lines = requests().map(
    ({ name }, nth) =>
      `| ${name} | ${roles.map((role) => `${show(small[role][nth]!)} / ${show(large[role][nth]!)}`).join(' | ')} |`,
  );
  process.stdout.write(
    [
      `| ms at ${SMALL} / ${patients} patients, fastest of ${SAMPLES} | ${roles.join(' | ')} |`,
      '|---|---|---|---|',
      ...lines,
      '',
    ].join('\n'),
  );
}
