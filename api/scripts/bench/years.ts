import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded, freePort } from '../../src/db/embedded/embedded.ts';
import { temporaryFolder } from '../../src/db/embedded/temporary.ts';
import { prepareDatabase } from '../../src/db/migrate.ts';
import { DEMO_LOGINS, DEMO_PASSWORD, seedDemo } from '../../src/demo/seed.ts';
import { loadConfig } from '../../src/shared/config.ts';
import { signIn, type BenchClient } from './client.ts';
import { printTable, usual, type Figure } from './figures.ts';
import { PATIENT_PAGE_QUERY } from './patient-page.ts';
import { startProgram, stopProgram, untilReady } from './processes.ts';

const ROUNDS = 20;
/** Pages of patients that are read, so that the log has lines of 50 patients. */
const READS = 1500;
const [DEVICES, KEPT_DAYS, STAFF, READS_A_DAY] = [1_000_000, 7 * 365, 300, 600];
const LINES = KEPT_DAYS * STAFF * READS_A_DAY;

/** The ten tables that grow the most, and their rows when a million devices have reported for seven years. */
const TABLES: Record<string, number> = {
  usage_nights: DEVICES * KEPT_DAYS,
  connections: DEVICES * KEPT_DAYS,
  audit_log: LINES,
  audit_seals: LINES,
  settings_records: DEVICES * 14,
  icode_reports: DEVICES * 2,
  patients: DEVICES,
  machines: DEVICES,
  device_history: DEVICES * 1.3,
  device_index: DEVICES,
};

// In the order in which devices report: a day of all of them after the other, so that the indexes grow as they do there.
const FIGURES =
  'source, overruled, minutes, ahi, pressure, p95, leak, state, record_no, sessions, obstructive_apneas, central_apneas, unclassified_apneas, hypopneas, reras, sni, drift_seconds';
const NIGHTS = `
  insert into usage_nights (org_id, patient_id, machine_org_id, machine_id, night, usage_date, device_date, arrived_at, ${FIGURES})
  select org_id, patient_id, machine_org_id, machine_id, night - back, usage_date - back, device_date - back, arrived_at - back * interval '1 day', ${FIGURES}
    from usage_nights, lateral (select 90 * nth as back from generate_series(1, $1::int / 90) nth) shift
   where night > (select max(night) - 90 from usage_nights) order by night - back, machine_id
  on conflict do nothing`;
const CONNECTIONS = `
  insert into connections (org_id, patient_id, machine_org_id, machine_id, start_time, end_time, exit_flag, terminal_type, clock_drift_seconds)
  select org_id, patient_id, machine_org_id, machine_id, arrived_at, arrived_at + interval '1 minute', 'ok', 1, 0
    from usage_nights where org_id is not null and source = 'wireless' order by night, machine_id`;

const SIZES = `
  select relname as name, greatest(reltuples, 1) as rows, pg_table_size(oid) as heap, pg_indexes_size(oid) as indexes
    from pg_class where relname = any($1) and relnamespace = 'public'::regnamespace`;

interface Size {
  name: string;
  rows: number;
  heap: string;
  indexes: string;
}

const REQUESTS: { name: string; path: string; query?: string }[] = [
  { name: 'the page of a patient', path: '/graphql', query: PATIENT_PAGE_QUERY },
  { name: 'the first page of the patients', path: '/api/patients/datatable' },
  { name: 'the home page', path: '/graphql', query: '{ dashboard { cards { kind count countIsCapped } } }' },
];

/** Milliseconds of each request, the lower quartile. */
async function times(client: BenchClient): Promise<number[]> {
  const body = (query?: string) => query && JSON.stringify({ query, variables: { id: '1' } });
  const result: number[] = [];
  for (const { path, query } of REQUESTS) {
    const samples: number[] = [];
    for (let nth = 0; nth < ROUNDS; nth += 1) {
      const started = performance.now();
      const answer = await fetch(client.origin + path, {
        headers: client.headers,
        method: query ? 'POST' : 'GET',
        body: body(query),
      });
      const text = await answer.text();
      if (!answer.ok || text.includes('"errors"')) throw new Error(`${path}: ${answer.status} ${text.slice(0, 200)}`);
      samples.push(performance.now() - started);
    }
    result.push(usual(samples));
  }
  return result;
}

/** Bytes of the indexes of a table when they are built, and not grown. */
async function rebuilt(admin: pg.Client, table: string): Promise<number> {
  await admin.query(`reindex table ${table}`);
  return Number((await admin.query<Size>(SIZES, [[table]])).rows[0]!.indexes);
}

/**
 * Prints the bytes of a row of the ten tables that grow the most, what a million devices need in seven years, how much
 * larger indexes are that grew day by day, and what requests take with the nights of `years` instead of 90 days.
 */
export async function benchYears(years: number, patients: number): Promise<void> {
  const { dir, remove } = await temporaryFolder();
  const config = loadConfig({ ...process.env, DATA_DIR: dir, DATABASE_URL: undefined, LOG_LEVEL: 'silent' });
  const cluster = await startEmbedded({ dir: join(dir, 'postgres'), password: 'bench' });
  const admin = new pg.Client({ connectionString: cluster.url });
  const figures: Figure[] = [];
  try {
    await prepareDatabase(cluster.url, config);
    await seedDemo(cluster.url, config, { patients });
    await admin.connect();
    const port = String(await freePort());
    const environment = { DATABASE_URL: cluster.url, DATA_DIR: dir, LOG_LEVEL: 'silent', PORT: port };
    const portal = startProgram('api/src/main.ts', ['--no-web'], environment);
    try {
      await untilReady(`http://127.0.0.1:${port}/readyz`);
      const client = await signIn(`http://127.0.0.1:${port}`, DEMO_LOGINS[0]!.email, DEMO_PASSWORD);
      for (let nth = 0; nth < READS; nth += 1)
        await (await fetch(`${client.origin}/api/patients/datatable?page=${nth % 8}`, client)).arrayBuffer();
      await times(client); // the code is compiled now
      const before = await times(client);
      // The rows are those of devices that reported: what triggers derive from them is there already.
      await admin.query("set session_replication_role = 'replica'");
      await admin.query(NIGHTS, [Math.round(years * 365)]);
      await admin.query(CONNECTIONS);
      await admin.query('reset session_replication_role');
      await admin.query('vacuum analyze');
      const after = await times(client);
      REQUESTS.forEach(({ name }, at) =>
        figures.push({ name: `${name}, ms: 90 days, ${years} years`, value: pair(before[at]!, after[at]!, 1) }),
      );
    } finally {
      await stopProgram(portal);
    }
    await admin.query('vacuum analyze');
    const { rows: sizes } = await admin.query<Size>(SIZES, [Object.keys(TABLES)]);
    for (const [name, expected] of Object.entries(TABLES)) {
      const { rows, heap, indexes } = sizes.find((size) => size.name === name)!;
      const [row, index] = [Number(heap) / rows, Number(indexes) / rows];
      const total = ((row + index) * expected) / 1e9;
      const value = `${row.toFixed(0)} + ${index.toFixed(0)} B of ${rows} rows, ${total.toFixed(0)} GB of ${(expected / 1e6).toFixed(0)} M`;
      figures.push({ name: `${name}: a row and its indexes, a million devices in seven years`, value });
    }
    for (const table of ['usage_nights', 'connections']) {
      const grown = Number(sizes.find(({ name }) => name === table)!.indexes);
      figures.push({
        name: `${table}: indexes in MB, built and grown`,
        value: pair((await rebuilt(admin, table)) / 1e6, grown / 1e6, 0),
      });
    }
    process.stdout.write(`${printTable(figures)}\n`);
  } finally {
    await admin.end();
    await cluster.stop();
    await remove();
  }
}

const pair = (one: number, other: number, digits: number) =>
  `${one.toFixed(digits)}, ${other.toFixed(digits)} (${(other / one).toFixed(2)}×)`;
