import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { portalProcess, type PortalProcess } from '../../test/portal-process.ts';
import { copyTemplate, type TestDatabase } from '../../test/template.ts';
import { until } from '../../test/until.ts';
import { insertRows, ORGANIZATION_TYPES, organizationRow, userRow } from '../db/factories.ts';

/** Each starts a portal, which takes seconds: one in a run of all tests, 25 by `npm run test:kills`. */
const KILLS = Number(process.env.MIGRATION_KILLS ?? 1);
/** A portion is 100 patients: between two kills at least one ends. */
const PORTION = 100;
const PATIENTS = PORTION * (3 * KILLS + 2) + 50;
const REFUSED = 3;
const dataDir = mkdtempSync(join(tmpdir(), `airlog-test-${process.pid}-migration-kill-`));
let database: TestDatabase;
let admin: pg.Client;
let portal: PortalProcess;
let migration: number;

beforeAll(async () => {
  database = await copyTemplate();
  admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const [support] = (await insertRows(admin, 'organizations', [
    organizationRow({ type_id: ORGANIZATION_TYPES.support }),
  ])) as [number];
  const [org] = (await insertRows(admin, 'organizations', [organizationRow({ dme_id: 'DME-1' })])) as [number];
  const [user] = (await insertRows(admin, 'users', [userRow(support)])) as [number];
  await admin.query(
    `insert into user_roles (org_id, user_id, role_id) select $1, $2, id from roles where name = 'support.admin'`,
    [support, user],
  );
  await admin.query(`insert into legacy_locations (id, name, country) values ('DME-1', 'Hudson Sleep', 'US')`);
  await admin.query(
    `insert into legacy_patients (location_id, id, is_active, first_name, last_name, birth_date)
     select 'DME-1', lpad(nth::text, 6, '0'), nth % 4 <> 0, 'Robin', case when nth <= $2 then null else 'Quill' end, '1960-02-29'
       from generate_series(1, $1::int) nth`,
    [PATIENTS, REFUSED],
  );
  const [location] = (await insertRows(admin, 'locations', [
    { org_id: org, name: 'Main', country: 'US', dme_id: 'DME-1' },
  ])) as [number];
  [migration] = (await insertRows(admin, 'patient_migrations', [
    { org_id: support, user_id: user, target_org_id: org, location_id: location, dme_id: 'DME-1', scope: 'all' },
  ])) as [number];
  portal = portalProcess(database.ownerUrl, dataDir);
});

afterAll(async () => {
  await portal?.kill();
  await admin.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Found {
  state: string;
  done: number;
  migrated: number;
  refused: number;
}
const find = async (): Promise<Found> =>
  (
    await admin.query<Found>(
      `select state, migrated_count + already_here_count + refused_count as done, migrated_count as migrated, refused_count as refused
         from patient_migrations where id = $1`,
      [migration],
    )
  ).rows[0]!;

/** Starts the portal after so much time that the job of the killed one counts as lost: it sweeps at its start. */
async function startLater(): Promise<void> {
  await admin.query(`update pgboss.job set started_on = started_on - interval '1 hour' where state = 'active'`);
  await admin.query(`update pgboss.job set start_after = now() where state in ('created', 'retry')`);
  await portal.start();
}

test(
  'kills of the portal during a migration lose no patient and add none twice, and each has its result',
  async () => {
    await portal.start();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = (await find()).done;
      await until(async () => (await find()).done > before, 60_000);
      await portal.kill();
      const killed = await find();
      expect([killed.state, killed.done < PATIENTS]).toEqual(['running', true]); // in the middle
      await startLater();
    }
    let found = await find();
    await until(async () => {
      found = await find();
      return found.state === 'done';
    });
    expect(found).toEqual({ state: 'done', done: PATIENTS, migrated: PATIENTS - REFUSED, refused: REFUSED });
    const { rows } = await admin.query(
      `select (select count(*)::int from patients where legacy_id is not null) as patients,
              (select count(distinct legacy_id)::int from patients) as "legacyIds",
              (select count(*)::int from patient_migration_rows r join patients p on p.id = r.patient_id and p.legacy_id = r.legacy_id
                where r.result = 'migrated') as migrated,
              (select count(*)::int from patient_migration_rows where result = 'refused' and patient_id is null) as refused,
              (select count(*)::int from patient_migration_rows) as results,
              (select count(*)::int from audit_log l, unnest(l.patient_ids) where l.properties ->> 'migration' = $1) as named`,
      [String(migration)],
    );
    expect(rows[0]).toEqual({
      patients: PATIENTS - REFUSED,
      legacyIds: PATIENTS - REFUSED,
      migrated: PATIENTS - REFUSED,
      refused: REFUSED,
      results: PATIENTS,
      named: PATIENTS - REFUSED, // each portion has its audit line, and none has two
    });
  },
  60_000 + KILLS * 20_000,
);
