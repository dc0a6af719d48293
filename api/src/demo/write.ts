import type pg from 'pg';
import { insertRows } from '../db/factories.ts';
import type { demoAnnouncements } from './announcements.ts';
import { encryptedMachine, type DemoCohort, type IdBase } from './cohort-machines.ts';
import { demoCredentialRows } from './credentials.ts';
import { demoMobileUsers } from './mobile-users.ts';
import type { demoOrganizations } from './organizations.ts';
import { demoFactor, demoFactorRows } from './second-factors.ts';
import { COHORT } from './stories.ts';

type Row = Record<string, unknown>;

/** Rows per statement: larger statements are not faster and use more memory on both sides. */
const STATEMENT_ROWS = 4000;

async function write(client: pg.ClientBase, table: string, rows: Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += STATEMENT_ROWS)
    await insertRows(client, table, rows.slice(from, from + STATEMENT_ROWS), 'org_id');
}

/**
 * Writes organizations, users, their shared password, second factors, tokens and API keys. Users who were only invited
 * have no password yet.
 */
export async function writeOrganizations(
  client: pg.ClientBase,
  demo: ReturnType<typeof demoOrganizations>,
  { passwordHash, encryptionKey, today }: { passwordHash: string; encryptionKey: Buffer; today: string },
): Promise<void> {
  const { rows: known } = await client.query<{ id: number; name: string }>('select id, name from roles');
  const roleIds = new Map(known.map(({ id, name }) => [name, id]));
  await insertRows(client, 'organizations', demo.organizations);
  await write(client, 'locations', demo.locations);
  await write(client, 'org_groups', demo.groups);
  await write(client, 'org_group_locations', demo.groupLocations);
  await write(client, 'users', demo.users);
  await write(
    client,
    'user_roles',
    demo.roles.map(({ org_id, user_id, role }) => ({ org_id, user_id, role_id: roleIds.get(role) })),
  );
  await write(client, 'user_locations', demo.userLocations);
  await write(client, 'user_groups', demo.userGroups);
  await write(
    client,
    'user_credentials',
    demo.users
      .filter(({ email_verified_at: verified }) => verified !== null)
      .map(({ id, org_id, email, created_at }) => ({
        org_id,
        user_id: id,
        password_hash: passwordHash,
        second_factor: demoFactor(email),
        changed_at: created_at,
      })),
  );
  await write(client, 'second_factors', demoFactorRows(demo.users, encryptionKey));
  const { tokens, keys } = demoCredentialRows(demo.users, today);
  await write(client, 'personal_access_tokens', tokens);
  await write(client, 'api_keys', keys);
  for (const table of ['organizations', 'locations', 'org_groups', 'users']) {
    await client.query(`select setval(pg_get_serial_sequence($1, 'id'), (select max(id) from ${table}))`, [table]);
  }
}

/** Writes the announcements of support staff. */
export const writeAnnouncements = (
  client: pg.ClientBase,
  rows: ReturnType<typeof demoAnnouncements>,
): Promise<unknown> => insertRows(client, 'announcements', rows);

/**
 * Reserves the ids of this many cohorts from the sequences, in a transaction that blocks other writers until it ends,
 * because the portal may be running.
 */
export async function reserveIds(client: pg.ClientBase, cohorts: number): Promise<IdBase> {
  await client.query('lock table patients, machines, device_history in share row exclusive mode');
  const take = async (table: string, count: number) => {
    const { rows } = await client.query<{ base: number }>(
      `select coalesce(max(id), 0) as base, setval(pg_get_serial_sequence($1, 'id'), coalesce(max(id), 0) + $2) from ${table}`,
      [table, count],
    );
    return rows[0]!.base;
  };
  return {
    patient: await take('patients', cohorts * COHORT.patients),
    machine: await take('machines', cohorts * COHORT.machines),
    history: await take('device_history', cohorts * COHORT.histories),
  };
}

/**
 * From here to the end of the transaction no triggers or foreign keys are checked for each row: the generator's rows
 * satisfy them, and a test proves it.
 */
export const withoutTriggers = (client: pg.ClientBase) => client.query('set local session_replication_role = replica');

/** Writes the tables from and into which triggers derive columns, parents first. */
export async function writeRoots(client: pg.ClientBase, cohorts: readonly DemoCohort[], key: Buffer): Promise<void> {
  await write(
    client,
    'patients',
    cohorts.flatMap(({ patients }) => patients),
  );
  await write(
    client,
    'mobile_users',
    cohorts.flatMap(({ patients }) => demoMobileUsers(patients)),
  );
  await write(
    client,
    'machines',
    cohorts.flatMap(({ machines }) => machines).map((machine) => encryptedMachine(machine, key)),
  );
  await write(
    client,
    'modules',
    cohorts.flatMap(({ modules }) => modules),
  );
  await write(
    client,
    'device_history',
    cohorts.flatMap(({ histories }) => histories),
  );
  await write(
    client,
    'icode_reports',
    cohorts.flatMap(({ reports }) => reports),
  );
}

/** Writes device data and the results computed from it: nearly all of the rows. */
export async function writeReadings(client: pg.ClientBase, cohorts: readonly DemoCohort[]): Promise<void> {
  await write(
    client,
    'settings_records',
    cohorts.flatMap(({ settings }) => settings),
  );
  await write(
    client,
    'connections',
    cohorts.flatMap(({ connections }) => connections),
  );
  await write(
    client,
    'uploads',
    cohorts.flatMap(({ uploads }) => uploads),
  );
  await write(
    client,
    'upload_files',
    cohorts.flatMap(({ uploadFiles }) => uploadFiles),
  );
  await write(
    client,
    'usage_nights',
    cohorts.flatMap(({ nights }) => nights),
  );
  await write(
    client,
    'compliance_results',
    cohorts.flatMap(({ compliance }) => compliance),
  );
}
