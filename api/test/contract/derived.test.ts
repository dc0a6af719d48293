import { beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { rebuildDerived, wrongDerived } from '../../src/db/derived.ts';
import { Random } from '../../src/demo/random.ts';
import { userRow } from '../../src/db/factories.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  superuserUrl,
  usePortal,
} from '../harness.ts';

usePortal();

const WRITERS = 6;
const TRANSACTIONS = 60;

interface World {
  org: number;
  provider: number;
  clinic: number;
  clinician: number;
  locations: number[];
}
let world: World;

beforeAll(async () => {
  const [org, provider, clinic] = [
    await makeOrganization(),
    await makeOrganization(),
    await makeOrganization('clinical'),
  ];
  const clinician = await make('users', userRow(clinic));
  const location = (name: string) => make('locations', { org_id: org, name, country: 'US', is_primary: false });
  world = { org, provider, clinic, clinician, locations: [await location('one'), await location('two')] };
  for (let nth = 0; nth < 10; nth++) {
    const patient = await makePatient(org, { location_id: world.locations[nth % 2] });
    await makeHistory(patient, await makeMachine(org, { location_id: world.locations[nth % 3] ?? null }));
  }
});

const one = (table: string, condition = 'true') =>
  `(select id from ${table} where org_id = ${world.org} and ${condition} order by random() limit 1)`;

/** A random change of what is counted or of what a state is derived from. */
function change(random: Random): string {
  const { org, provider, clinic, clinician, locations } = world;
  const location = random.pick([...locations, 'null']);
  const patient = one('patients');
  const day = `date '2026-01-01' + ${random.int(0, 90)}`;
  const at = `timestamptz '2026-01-01 12:00Z' + interval '1 hour' * ${random.int(0, 2400)}`;
  const ofHistory = (columns: string, values: string, table: string) =>
    `insert into ${table} (org_id, patient_id, ${columns}) select h.org_id, h.patient_id, ${values} from device_history h where h.id = ${one('device_history')}`;
  return random.pick([
    `insert into patients (org_id, first_name, last_name, location_id, dme_id) select ${org}, 'A', 'B', ${location}, ${random.pick([provider, org, 'null'])} from generate_series(1, ${random.int(1, 3)})`,
    `update patients set location_id = ${location} where id = ${patient}`,
    `update patients set dme_id = ${random.pick([provider, 'null'])} where id in (${patient}, ${patient})`,
    `update patients set (clinician_org_id, clinician_id) = (${random.chance(0.5) ? `${clinic}, ${clinician}` : 'null, null'}) where id = ${patient}`,
    `update patients set last_name = '${random.pick(['Á', 'B', 'C'])}', email = '${random.int(1, 9)}@example.test' where id = ${patient}`,
    `update machines set serial = 'E${random.int(100_000_000, 999_999_999)}', model_id = ${random.int(1, 6)} where id = ${one('machines')}`,
    `delete from patients p where id = ${patient} and not exists (select from device_history h where h.patient_id = p.id)`,
    `insert into machines (org_id, location_id, serial, model_id) values (${org}, ${location}, 'D${random.int(100_000_000, 999_999_999)}', 1)`,
    `insert into modules (org_id, machine_id, serial) select m.org_id, m.id, 'M' from machines m where m.id = ${one('machines')} on conflict do nothing`,
    `delete from modules where machine_id = ${one('machines')}`,
    `insert into device_history (org_id, patient_id, machine_org_id, machine_id, start_date) select ${org}, ${patient}, ${org}, ${one('machines')}, ${day}`,
    `update device_history set end_date = ${random.pick(['null', `start_date + ${random.int(0, 60)}`])} where id = ${one('device_history')}`,
    `update device_history set patient_id = ${patient} where id = ${one('device_history')}`,
    `delete from device_history h where id = ${one('device_history')}`,
    ofHistory(
      'history_id, status, values, is_edit, submitted_at',
      `h.id, '${random.pick(['pending', 'failed', 'void', 'past'])}', '{}', true, ${at}`,
      'settings_records',
    ),
    ofHistory(
      'history_id, status, values',
      `h.id, '${random.pick(['current', 'defaults'])}', '{}'`,
      'settings_records',
    ),
    `update settings_records set status = '${random.pick(['failed', 'void', 'current', 'past'])}' where id = (select id from settings_records where org_id = ${org} and status = 'pending' order by random() limit 1)`,
    `delete from settings_records where id = ${one('settings_records')}`,
    ofHistory(
      'machine_org_id, machine_id, start_time, end_time',
      `h.machine_org_id, h.machine_id, ${at}, ${at} + interval '5 minutes'`,
      'connections',
    ),
  ]);
}

/** One connection's transactions of one to three changes; every fifth is rolled back, as is one that a constraint refuses. */
async function write(seed: number): Promise<{ done: number; refused: number }> {
  const random = new Random(seed);
  const client = new pg.Client({ connectionString: superuserUrl() });
  await client.connect();
  const result = { done: 0, refused: 0 };
  try {
    for (let nth = 0; nth < TRANSACTIONS; nth++) {
      await client.query('begin');
      try {
        for (let left = random.int(1, 3); left > 0; left--) await client.query(change(random));
        await client.query(random.chance(0.2) ? 'rollback' : 'commit');
        result.done += 1;
      } catch (error) {
        await client.query('rollback');
        // A constraint, a foreign key, or a deadlock, which the portal tries again.
        if (!/^(23|40P01)/.test((error as { code?: string }).code ?? '')) throw error;
        result.refused += 1;
      }
    }
  } finally {
    await client.end();
  }
  return result;
}

test('after random concurrent changes, with refusals and rollbacks, every count, every state and every line of the device index is what its rows say', async () => {
  const results = await Promise.all(Array.from({ length: WRITERS }, (_, nth) => write(nth + 1)));
  const done = results.reduce((sum, result) => sum + result.done, 0);
  expect(done).toBeGreaterThan((WRITERS * TRANSACTIONS) / 3);
  expect(await wrongDerived(admin)).toEqual([]);
});

test('a line of the device index follows its assignment, its patient and its machine, also after the assignment has ended', async () => {
  const [patient, machine] = [await makePatient(world.org, { last_name: 'Before' }), await makeMachine(world.org)];
  const history = await makeHistory(patient, machine, { start_date: '2025-01-02', end_date: '2025-03-01' });
  const line = async () =>
    (
      await admin.query(
        `select last_name, search_text like '%after%' as is_found, serial, model_id, location_id, start_date::text, end_date::text
           from device_index where history_id = $1`,
        [history],
      )
    ).rows[0];
  const dates = { start_date: '2025-01-02', end_date: '2025-03-01' };
  const before = { last_name: 'Before', is_found: false, serial: machine.serial, model_id: 1, location_id: null };
  expect(await line()).toEqual({ ...before, ...dates });
  await admin.query("update patients set last_name = 'After' where id = $1", [patient.id]);
  const renamed = { ...before, last_name: 'After', is_found: true };
  expect(await line()).toEqual({ ...renamed, ...dates });
  await admin.query('update patients set location_id = $1 where id = $2', [world.locations[0], patient.id]);
  expect(await line()).toEqual({ ...renamed, location_id: world.locations[0], ...dates });
  await admin.query("update machines set serial = 'E000000001', model_id = 2 where id = $1", [machine.id]);
  const replaced = { ...renamed, location_id: world.locations[0], serial: 'E000000001', model_id: 2 };
  expect(await line()).toEqual({ ...replaced, ...dates });
  await admin.query("update device_history set start_date = '2025-01-05' where id = $1", [history]);
  expect(await line()).toEqual({ ...replaced, ...dates, start_date: '2025-01-05' });
  await admin.query("update device_history set end_date = '2025-03-09' where id = $1", [history]);
  expect(await line()).toEqual({ ...replaced, start_date: '2025-01-05', end_date: '2025-03-09' });
});

test('a time zone that changes moves the days of the assignments', async () => {
  const org = await makeOrganization('ep', { timezone: 'Etc/UTC' });
  const [patient, machine] = [await makePatient(org), await makeMachine(org)];
  const history = await makeHistory(patient, machine, { start_date: '2026-01-02' });
  const ids = { org_id: org, patient_id: patient.id, machine_org_id: org, machine_id: machine.id };
  await make('connections', { ...ids, start_time: '2026-01-02T01:00:00Z' });
  const last = async () =>
    (await admin.query('select last_session_at from device_states where history_id = $1', [history])).rows[0];
  expect(await last()).toEqual({ last_session_at: new Date('2026-01-02T01:00:00Z') });
  await admin.query("update organizations set timezone = 'America/New_York' where id = $1", [org]);
  expect(await last()).toEqual({ last_session_at: null });
});

test('--verify finds a count, a state and a line of the index that a missing trigger left wrong, and --rebuild derives them again', async () => {
  await admin.query('begin');
  await admin.query('set local session_replication_role = replica');
  await admin.query(`insert into patients (org_id, first_name, last_name) values (${world.org}, 'Not', 'Counted')`);
  await admin.query(
    `update device_states set settings_state = 'void' where history_id = (select min(history_id) from device_states where settings_state <> 'void')`,
  );
  await admin.query(
    `update patients set last_name = 'Renamed' where id = (select max(patient_id) from device_history)`,
  );
  const tables = (await wrongDerived(admin)).map(({ table }) => table);
  await rebuildDerived(admin);
  const left = await wrongDerived(admin);
  await admin.query('rollback');
  expect([...new Set(tables)]).toEqual(['list_counts', 'device_states', 'device_index']);
  expect(left).toEqual([]);
});

test('the changes of a count are folded, so that reading it stays cheap', async () => {
  const org = await makeOrganization();
  await makePatient(org);
  for (let nth = 0; nth < 600; nth++)
    await admin.query('update patients set dme_id = $1 where org_id = $2', [nth % 2 ? world.provider : null, org]);
  const { rows } = await admin.query<{ changes: number }>(
    "select count(*)::int as changes from list_counts where list = 'patients'",
  );
  expect(rows[0]!.changes).toBeLessThan(600);
  expect(await wrongDerived(admin)).toEqual([]);
});

describe('the total of a list that is not narrowed is exact', () => {
  const COUNTS = '{ patients { totalCount totalCountIsCapped } machines { totalCount } devices { totalCount } }';
  const READ = (table: string) => `select count(*)::int as rows from ${table}`;

  test.each(['staff', 'staff of one location', 'staff of two locations', 'a partner', 'support'])(
    'for %s',
    async (who) => {
      const { org, provider, locations } = world;
      const limited = { orgId: org, roles: ['location.ep.staff'] };
      const viewer = await {
        staff: () => asViewer({ orgId: org }),
        'staff of one location': () => asViewer({ ...limited, locationIds: [locations[0]!] }),
        'staff of two locations': () => asViewer({ ...limited, locationIds: locations }),
        'a partner': () => asViewer({ orgId: provider }),
        support: () => asViewer({ kind: 'support' }),
      }[who]!();
      const { data } = await viewer.gql(COUNTS);
      const ids =
        who === 'staff of one location' ? [locations[0]] : who === 'staff of two locations' ? locations : null;
      await admin.query('begin');
      await admin.query(
        `set local role ${who === 'support' ? 'airlog_support' : ids ? 'airlog_limited' : 'airlog_org'}`,
      );
      await admin.query("select set_config('app.org_id', $1, true), set_config('app.location_ids', $2, true)", [
        String(viewer.orgId),
        (ids ?? []).join(','),
      ]);
      const counted: number[] = [];
      for (const table of ['patients', 'machines', 'device_history'])
        counted.push((await admin.query<{ rows: number }>(READ(table))).rows[0]!.rows);
      await admin.query('rollback');
      expect([data.patients.totalCount, data.machines.totalCount, data.devices.totalCount]).toEqual(counted);
      expect(data.patients.totalCountIsCapped).toBe(false);
      expect(counted[0]).toBeGreaterThan(0);
    },
  );
});
