import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import pg from 'pg';
import { insertRows, organizationRow } from '../../src/db/factories.ts';
import { gql, type BenchClient } from './client.ts';
import { percentile, type Figure } from './figures.ts';
import { paced, show, timed } from './paced.ts';
import { PATIENT_PAGE_QUERY } from './patient-page.ts';

const DME_ID = 'DME-bench';
const PAGES_PER_SECOND = 10;
const WARM_UP_SECONDS = 5;
const IDLE_SECONDS = 30;
/** While it runs, pages are asked for in parts of this length; after each the state is read. */
const PART_SECONDS = 5;

const PATIENTS = `
  insert into legacy_patients (location_id, id, is_active, first_name, last_name, email, birth_date, sex, city, state, zip, country, phone)
  select $1, lpad(n::text, 8, '0'), n % 4 <> 0, 'Bench', 'Patient ' || n, 'bench' || n || '@example.test', '1960-02-29', 'f', 'Albany', 'NY', '12207',
         'US', '(518) 555-0100' from generate_series(1, $2::int) n`;

/** Writes a location of the legacy system with its patients, which is migrated here to an organization of its own. */
async function addLocation(admin: pg.Client, count: number): Promise<void> {
  await admin.query(`insert into legacy_locations (id, name, country) values ($1, 'Bench', 'US')`, [DME_ID]);
  await admin.query(PATIENTS, [DME_ID, count]);
  const [org] = await insertRows(admin, 'organizations', [organizationRow({ dme_id: DME_ID })]);
  await insertRows(admin, 'locations', [{ org_id: org, name: 'Main', country: 'US', dme_id: DME_ID }]);
  await admin.query('vacuum analyze legacy_patients');
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/**
 * Measures the migration of the largest location: patients a second, the most memory of the portal, and the patient page of
 * another user while it runs against before.
 */
export async function benchMigration(
  client: BenchClient,
  support: BenchClient,
  pid: number,
  adminUrl: string,
  count: number,
): Promise<Figure[]> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ query: PATIENT_PAGE_QUERY, variables: { id: '1' } });
  const pages = (seconds: number) =>
    paced(PAGES_PER_SECOND, seconds, () => timed(agent, `${client.origin}/graphql`, client.headers, body));
  try {
    await addLocation(admin, count);
    await pages(WARM_UP_SECONDS);
    const idle = await pages(IDLE_SECONDS);
    const before = memoryOf(pid);
    let most = before;
    const sampling = setInterval(() => (most = Math.max(most, memoryOf(pid))), 100);
    const answer = await gql<{ migratePatients: { migration: { id: string } | null } }>(
      support,
      'mutation ($input: MigratePatientsInput!) { migratePatients(input: $input) { migration { id } userErrors { message } } }',
      { input: { dmeId: DME_ID, scope: 'ALL' } },
    );
    const read = async () =>
      (
        await admin.query<{ state: string; migrated: number; seconds: number }>(
          `select state, migrated_count as migrated, extract(epoch from ended_at - started_at)::float as seconds
             from patient_migrations where id = $1`,
          [Number(answer.migratePatients.migration!.id)],
        )
      ).rows[0]!;
    const busy: number[] = [];
    let found = await read();
    while (found.state === 'waiting' || found.state === 'running') {
      busy.push(...(await pages(PART_SECONDS)));
      found = await read();
    }
    clearInterval(sampling);
    if (found.state !== 'done' || found.migrated !== count)
      throw new Error(`The migration is ${found.state} with ${found.migrated} of ${count} patients.`);
    const ratio = percentile(busy, 0.99) / percentile(idle, 0.99);
    return [
      {
        name: `Migration of ${count} patients of one location`,
        value: `${Math.round(count / found.seconds)} patients a second (${found.seconds.toFixed(0)} s)`,
      },
      {
        name: 'Migration: memory of the portal, before / at most',
        value: `${Math.round(before)} MB / ${Math.round(most)} MB`,
      },
      { name: `Patient page, ${PAGES_PER_SECOND}/s: no migration`, value: show(idle) },
      { name: `Patient page, ${PAGES_PER_SECOND}/s: while it runs`, value: `${show(busy)} (p99 ${ratio.toFixed(1)}×)` },
    ];
  } finally {
    agent.destroy();
    await admin.end();
  }
}
