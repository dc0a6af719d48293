import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { legacyServer, makeLegacyLocation, makeLegacyPatients, legacyPatient } from '../../test/legacy.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  running,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { runJob } from '../../test/run-job.ts';
import { until } from '../../test/until.ts';
import { Context } from '../shared/context.ts';
import { migratePatientsJob, sweepMigrations } from './patient-migrations.jobs.ts';

usePortalHere();

let support: TestViewer;
let stop = () => undefined as void;
beforeAll(async () => {
  support = await asViewer({ kind: 'support' });
});
afterEach(() => stop());

/** A location of the legacy system that was migrated here. */
async function migrated(): Promise<{ dmeId: string; org: number; location: number }> {
  const dmeId = await makeLegacyLocation();
  const org = await makeOrganization('ep', { dme_id: dmeId });
  const location = await make('locations', { org_id: org, name: 'Main', country: 'US', is_primary: true });
  expect((await support.rest('POST', `/api/orgs/${dmeId}/migrate`)).status).toBe(200);
  return { dmeId, org, location };
}

const FIELDS = `id dmeId scope state total migrated alreadyHere refused undone kept problem startedBy undoUntil viewerCanUndo
  organization { databaseId } location { databaseId }
  rows(first: 100) { totalCount edges { node { legacyId firstName lastName result reason patient { databaseId } } } }`;
const START = `mutation ($input: MigratePatientsInput!) { migratePatients(input: $input) { migration { id state } userErrors { field message } } }`;
const UNDO = `mutation ($input: UndoPatientMigrationInput!) { undoPatientMigration(input: $input) { migration { state } userErrors { message } } }`;

async function start(dmeId: string, scope: 'ACTIVE' | 'INACTIVE' | 'ALL' = 'ALL'): Promise<string> {
  const { data } = await support.gql(START, { input: { dmeId, scope } });
  expect(data.migratePatients.userErrors).toEqual([]);
  return data.migratePatients.migration.id;
}
const read = async (id: string, by = support) =>
  (await by.gql(`query ($id: ID!) { patientMigration(id: $id) { ${FIELDS} } }`, { id })).data.patientMigration;
/** Waits for the end of a migration or its undo, and returns that. */
async function ended(id: string, by = support) {
  let found: Awaited<ReturnType<typeof read>>;
  await until(async () => {
    found = await read(id, by);
    return !['WAITING', 'RUNNING', 'UNDOING'].includes(found.state);
  });
  return found;
}
/** Runs the job at once, as the queue does within a second. */
const run = (id: string) => runJob(migratePatientsJob, { migrationId: Number(id), userId: support.userId });
async function migrate(dmeId: string, scope?: 'ACTIVE' | 'INACTIVE' | 'ALL') {
  const id = await start(dmeId, scope);
  await run(id);
  return ended(id);
}
const results = ({ rows }: { rows: { edges: { node: { legacyId: string; result: string; reason: string } }[] } }) =>
  rows.edges.map(({ node }) => [node.legacyId, node.result, node.reason]);
const patientsOf = async (org: number) =>
  (await admin.query('select * from patients where org_id = $1 order by legacy_id', [org])).rows;

describe('a migration of patients', () => {
  test('adds each patient once, with a result for each, and the organization sees them', async () => {
    const { dmeId, org, location } = await migrated();
    const names = [`O'Brien`, 'عمر', '😀', 'x'.repeat(255), 'x'.repeat(300)];
    const ids = await makeLegacyPatients(
      dmeId,
      names.map((last_name) => ({ last_name, therapy_start: '2026-01-05' })),
    );
    await makeLegacyPatients(
      dmeId,
      Array.from({ length: 230 }, () => ({ is_active: false })),
    );
    const found = await migrate(dmeId);
    expect(found).toMatchObject({
      ...{ dmeId, scope: 'ALL', state: 'DONE', total: 235, migrated: 234, alreadyHere: 0, refused: 1, problem: null },
      ...{ organization: { databaseId: org }, location: { databaseId: location }, viewerCanUndo: true },
    });
    expect(found.rows.totalCount).toBe(235);
    expect(results(found).slice(0, 5)).toEqual([
      ...ids.slice(0, 4).map((id) => [id, 'MIGRATED', null]),
      [ids[4], 'REFUSED', 'A name has more than 255 characters.'],
    ]);
    expect(found.rows.edges[4].node.lastName).toBe('x'.repeat(255));
    const stored = await patientsOf(org);
    expect(stored.length).toBe(234);
    expect(stored[0]).toMatchObject({
      ...{ legacy_id: ids[0], last_name: `O'Brien`, phone: '5185550100', sex: 'f', state: 'NY', is_rules_active: true },
      ...{ location_id: location, dme_id: org, visible_org_ids: [org] },
    });
    expect(stored.filter(({ is_rules_active: active }) => !active).length).toBe(230);
    const staff = await asViewer({ orgId: org });
    const list = await staff.gql('{ patients(first: 1) { unfilteredCount } }');
    expect(list.data.patients.unfilteredCount).toBe(234);
    const { rows: lines } = await admin.query(
      `select count(distinct l.id)::int as lines, array_agg(distinct p order by p) as patients
         from audit_log l left join lateral unnest(l.patient_ids) p on true where l.properties ->> 'migration' = $1`,
      [found.id],
    );
    expect(lines[0].patients.filter((id: number | null) => id !== null)).toEqual(
      stored.map(({ id }) => id).sort((a, b) => a - b),
    );
    expect(lines[0].lines).toBe(5); // the start, one portion of the active and three of the inactive patients
    const panel = await support.gql('query ($id: ID!) { patientMigrations(organizationId: $id) { id } }', {
      id: String(org),
    });
    expect(panel.data.patientMigrations).toEqual([{ id: found.id }]);
  });

  test('of a scope adds those alone; again, and from another location, it adds nothing', async () => {
    const [here, there] = [await migrated(), await migrated()];
    const ids = await makeLegacyPatients(here.dmeId, [{ is_active: true }, { is_active: false }]);
    await makeLegacyPatients(
      there.dmeId,
      ids.map((id) => ({ id })),
    );
    expect(results(await migrate(here.dmeId, 'INACTIVE'))).toEqual([[ids[1], 'MIGRATED', null]]);
    expect(results(await migrate(here.dmeId, 'ACTIVE'))).toEqual([[ids[0], 'MIGRATED', null]]);
    const again = await migrate(here.dmeId);
    expect(results(again)).toEqual(ids.map((id) => [id, 'ALREADY_HERE', null]));
    expect(again).toMatchObject({ migrated: 0, alreadyHere: 2, viewerCanUndo: false });
    expect(results(await migrate(there.dmeId))).toEqual(
      ids.map((id) => [id, 'ALREADY_HERE', 'The patient is at another organization.']),
    );
    expect(await patientsOf(there.org)).toEqual([]);
  });

  test('from two locations at once adds a patient of both once', async () => {
    const [here, there] = [await migrated(), await migrated()];
    const ids = await makeLegacyPatients(
      here.dmeId,
      Array.from({ length: 150 }, () => ({})),
    );
    await makeLegacyPatients(
      there.dmeId,
      ids.map((id) => ({ id })),
    );
    const both = await Promise.all([migrate(here.dmeId), migrate(there.dmeId)]);
    expect(both.map(({ state, refused }) => [state, refused])).toEqual([
      ['DONE', 0],
      ['DONE', 0],
    ]);
    const { rows } = await admin.query('select count(*)::int as n from patients where legacy_id = any ($1)', [ids]);
    expect([rows[0].n, both[0].migrated + both[1].migrated]).toEqual([150, 150]);
  });

  test('whose job runs twice at once gives each patient one result', async () => {
    const { dmeId, org } = await migrated();
    await makeLegacyPatients(
      dmeId,
      Array.from({ length: 350 }, () => ({})),
    );
    const id = await start(dmeId);
    await Promise.all([run(id), run(id), run(id)]);
    expect(await ended(id)).toMatchObject({ state: 'DONE', migrated: 350, rows: { totalCount: 350 } });
    expect((await patientsOf(org)).length).toBe(350);
  });

  test('is refused for a location that was not migrated', async () => {
    const { data } = await support.gql(START, { input: { dmeId: await makeLegacyLocation(), scope: 'ALL' } });
    expect(data.migratePatients).toEqual({
      migration: null,
      userErrors: [
        {
          field: 'dmeId',
          message: 'The location was not migrated from the legacy system. Migrate its organization first.',
        },
      ],
    });
  });

  test('is refused for a location that was closed since: nothing new belongs to it', async () => {
    const { dmeId, location } = await migrated();
    await admin.query('update locations set is_primary = false, closed_at = now() where id = $1', [location]);
    const refusal = 'This location is closed. Choose an open one.';
    const { data } = await support.gql(START, { input: { dmeId, scope: 'ALL' } });
    expect(data.migratePatients).toEqual({ migration: null, userErrors: [{ field: 'dmeId', message: refusal }] });
    const chosen = { patients: ['P1'], location_id: location };
    const { status, body } = await support.rest('POST', '/api/migrate/patients', chosen);
    expect([status, body.errors]).toEqual([422, { location_id: [refusal] }]);
  });

  test('whose user may not migrate any more ends, and says so', async () => {
    const { dmeId } = await migrated();
    await makeLegacyPatients(dmeId, [{}]);
    const user = await asViewer({ orgId: support.orgId, kind: 'support' });
    const { rows } = await admin.query(
      `insert into patient_migrations (org_id, user_id, target_org_id, location_id, dme_id, scope)
       select $1, $2, l.org_id, l.id, l.dme_id, 'all' from locations l where l.dme_id = $3 returning id`,
      [user.orgId, user.userId, dmeId],
    );
    await admin.query('delete from user_roles where user_id = $1', [user.userId]);
    await runJob(migratePatientsJob, { migrationId: rows[0].id, userId: user.userId });
    expect(await read(String(rows[0].id))).toMatchObject({
      ...{ state: 'FAILED', migrated: 0, problem: 'The user who started it may not migrate any more.' },
    });
  });
});

describe('a legacy system that dies in the middle', () => {
  /** Serves parts of 100 patients of a location, and fails from `deadFrom` on until `revive`. */
  async function dying(ids: readonly string[], deadFrom: number) {
    let calls = 0;
    let dead = true;
    const served = await legacyServer((request, response) => {
      const query = new URL(request.url!, 'http://x').searchParams;
      calls += 1;
      if (dead && calls > deadFrom) return void response.writeHead(500).end();
      const from = query.get('after') === null ? 0 : ids.indexOf(query.get('after')!) + 1;
      const all = query.get('active') === '1' ? ids : [];
      const part = all.slice(from, from + Number(query.get('limit')));
      // One name is half of an emoji: no database stores it.
      const patients = part.map((id, nth) => ({ ...legacyPatient(), id, ...(nth === 7 && { last_name: '\ud83d' }) }));
      response.end(JSON.stringify({ patients, total: all.length }));
    });
    ({ stop } = served);
    /** `answers`: how many it gives before it fails again. */
    const revive = (answers = Infinity) => {
      dead = Number.isFinite(answers);
      calls = deadFrom - (dead ? answers : 0);
    };
    return { revive };
  }
  const manyIds = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, nth) => `${prefix}${String(nth).padStart(4, '0')}`);

  test('makes the migration wait, which then goes on where it was', async () => {
    const { dmeId, org } = await migrated();
    const { revive } = await dying(manyIds(250, 'dies'), 1);
    const id = await start(dmeId);
    let waiting: Awaited<ReturnType<typeof read>>;
    await until(async () => (waiting = await read(id)).problem !== null);
    expect(waiting).toMatchObject({
      ...{ state: 'RUNNING', migrated: 99, refused: 1, total: 250 },
      problem: 'The legacy system sent an answer that cannot be read. Try again later.',
    });
    revive();
    await run(id);
    expect(await ended(id)).toMatchObject({ state: 'DONE', migrated: 247, refused: 3, problem: null });
    expect((await patientsOf(org)).length).toBe(247);
  });

  test('is asked again after 2, 4, 8 … seconds, at most 5 minutes, until ten tries in a row have failed', async () => {
    const { dmeId } = await migrated();
    const { revive } = await dying(manyIds(350, 'tries'), 1);
    const id = await start(dmeId);
    await until(async () => (await read(id)).problem !== null);
    const waits = async () => {
      const { rows } = await admin.query(
        `select extract(epoch from start_after - now())::float as seconds from pgboss.job
          where name = 'migrate-patients' and singleton_key = $1 and state = 'created'`,
        [id],
      );
      return rows[0].seconds as number;
    };
    const set = (attempts: number) =>
      admin.query('update patient_migrations set attempts = $2 where id = $1', [id, attempts]);
    const facts = async () =>
      (await admin.query('select state, attempts from patient_migrations where id = $1', [id])).rows[0];
    await admin.query(`delete from pgboss.job where name = 'migrate-patients' and singleton_key = $1`, [id]);
    await set(4);
    await run(id);
    expect(await facts()).toEqual({ state: 'running', attempts: 5 });
    expect(Math.abs((await waits()) - 32)).toBeLessThan(10);
    await set(8);
    await admin.query(`delete from pgboss.job where name = 'migrate-patients' and singleton_key = $1`, [id]);
    await run(id);
    expect(await facts()).toEqual({ state: 'running', attempts: 9 });
    expect(Math.abs((await waits()) - 300)).toBeLessThan(10);
    // After a step that is done the count begins again; without one, the tenth failure is the last.
    revive(1);
    await run(id);
    expect(await facts()).toEqual({ state: 'running', attempts: 1 });
    await set(9);
    await run(id);
    expect(await facts()).toEqual({ state: 'failed', attempts: 10 });
  });

  test('for good makes it fail after ten tries, with all results until then', async () => {
    const { dmeId, org } = await migrated();
    await dying(manyIds(250, 'dead'), 1);
    const id = await start(dmeId);
    for (let tries = 0; tries < 11; tries += 1) await run(id);
    expect(await ended(id)).toMatchObject({
      ...{ state: 'FAILED', migrated: 99, viewerCanUndo: true, rows: { totalCount: 100 } },
      problem: 'The legacy system sent an answer that cannot be read. Try again later.',
    });
    expect((await patientsOf(org)).length).toBe(99);
  });

  test('and sends the same patients for ever is one that cannot be read', async () => {
    const { dmeId } = await migrated();
    const patients = manyIds(100, 'loop').map((id) => ({ ...legacyPatient(), id }));
    ({ stop } = await legacyServer(
      (_request, response) => void response.end(JSON.stringify({ patients, total: 100 })),
    ));
    const id = await start(dmeId);
    let waiting: Awaited<ReturnType<typeof read>>;
    await until(async () => (waiting = await read(id)).problem !== null);
    expect(waiting).toMatchObject({ migrated: 100, rows: { totalCount: 100 } });
    await admin.query(`update patient_migrations set state = 'failed' where id = $1`, [id]);
  });
});

describe('POST /api/migrate/patients', () => {
  const send = (patients: unknown, location: unknown, headers = {}) =>
    support.rest('POST', '/api/migrate/patients', { patients, location_id: location }, headers);

  test('answers without the legacy system, and migrates the named patients of the location', async () => {
    const { dmeId, location } = await migrated();
    const ids = await makeLegacyPatients(dmeId, [{}, {}, { is_active: false }]);
    const elsewhere = await makeLegacyPatients(await makeLegacyLocation(), [{}]);
    ({ stop } = await legacyServer(() => undefined)); // takes requests and never answers
    const { status, body } = await send([ids[2], ids[0], ids[0], elsewhere[0]], location);
    expect([status, body]).toEqual([
      202,
      { id: expect.any(Number), message: 'The migration of 3 patients has started.' },
    ]);
    expect(await read(String(body.id))).toMatchObject({ total: 3, scope: null });
    stop();
    await run(String(body.id));
    const found = await ended(String(body.id));
    expect([found.state, results(found)]).toEqual([
      'DONE',
      [
        [ids[0], 'MIGRATED', null],
        [ids[2], 'MIGRATED', null],
        [elsewhere[0], 'REFUSED', 'The location has no patient with this ID.'],
      ],
    ]);
  });

  test('takes 100,000 ids and not one more, within 2 MB', async () => {
    const { location } = await migrated();
    const ids = Array.from({ length: 100_001 }, (_, nth) => nth);
    const check = { precognition: 'true' };
    expect((await send(ids.slice(1), location, check)).status).toBe(204);
    const long = await send(ids, location, check);
    expect([long.status, long.body.code]).toEqual([422, 'shape.list']);
    expect((await send(['x'.repeat(2 * 1024 * 1024)], location)).status).toBe(413);
    const started = await send(ids.slice(1, 5001), location);
    expect(started.body.message).toBe('The migration of 5,000 patients has started.');
    await run(String(started.body.id));
    expect(await ended(String(started.body.id))).toMatchObject({ state: 'DONE', refused: 5000 });
  });

  test.each<[unknown, unknown, object]>([
    [undefined, undefined, { patients: ['This field is required.'] }],
    [[], 1, { patients: ['This field is required.'] }],
    ['1', 1, { patients: ['This field is required.'] }],
    [['1', { id: 2 }], 1, { 'patients.1': ['This value is not valid. Check it.'] }],
    [['1'], undefined, { location_id: ['This field is required.'] }],
    [['1'], 'x', { location_id: ['This value is not valid. Check it.'] }],
    [['1'], '1234567890', { location_id: ['This value is not valid. Check it.'] }],
    [['1', 'x'.repeat(65)], 1, { 'patients.1': ['This value is not valid. Check it.'] }],
    [['x'.repeat(64)], undefined, { location_id: ['This field is required.'] }],
    [
      ['1'],
      999_999_999,
      { location_id: ['The location was not migrated from the legacy system. Migrate its organization first.'] },
    ],
  ])('refuses %j for location %j at its field', async (patients, location, errors) => {
    const { status, body } = await send(patients, location);
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
  });
});

describe('an undo', () => {
  const undo = async (id: string) => (await support.gql(UNDO, { input: { id } })).data.undoPatientMigration;

  test('removes the patients that the migration added, and leaves and names those that later records depend on', async () => {
    const { dmeId, org, location } = await migrated();
    const ids = await makeLegacyPatients(
      dmeId,
      Array.from({ length: 110 }, () => ({ therapy_start: '2026-01-05' })),
    );
    const own = await make('patients', { org_id: org, first_name: 'Own', last_name: 'Own', country: 'US' });
    const { id } = await migrate(dmeId);
    const [device, note, app] = await patientsOf(org);
    await makeHistory({ id: device.id, orgId: org }, await makeMachine(org));
    await admin.query(`update patients set note = 'new' where id = $1`, [note.id]);
    await make('mobile_users', {
      org_id: org,
      patient_id: app.id,
      email: 'a@example.test',
      platform: 'ios',
      registered_at: new Date(),
    });
    expect(await undo(id)).toEqual({ migration: { state: 'UNDOING' }, userErrors: [] });
    await run(id);
    const found = await ended(id);
    expect(found).toMatchObject({ state: 'UNDONE', migrated: 110, undone: 107, kept: 3, viewerCanUndo: false });
    expect(results(found).slice(0, 4)).toEqual([
      [ids[0], 'KEPT', 'A device was assigned.'],
      [ids[1], 'KEPT', 'The patient was changed after the migration.'],
      [ids[2], 'KEPT', 'The patient has a mobile user.'],
      [ids[3], 'UNDONE', null],
    ]);
    expect((await patientsOf(org)).map((patient) => patient.id)).toEqual([device.id, note.id, app.id, own]);
    const staff = await asViewer({ orgId: org });
    expect((await staff.gql('{ patients(first: 1) { unfilteredCount } }')).data.patients.unfilteredCount).toBe(4);
    // What was removed can be migrated again.
    expect(await migrate(dmeId)).toMatchObject({ migrated: 107, alreadyHere: 3, location: { databaseId: location } });
  });

  test('is possible for 24 hours after the end, and not while it runs; repeated it changes nothing', async () => {
    const { dmeId } = await migrated();
    await makeLegacyPatients(dmeId, [{}]);
    const { id, undoUntil } = await migrate(dmeId);
    const left = new Date(undoUntil).getTime() - Date.now();
    expect([left > 86_300_000, left <= 86_400_000]).toEqual([true, true]);
    const until = (time: string) =>
      admin.query(`update patient_migrations set undo_until = ${time} where id = $1`, [id]);
    await until("now() - interval '1 second'");
    const over = await undo(id);
    expect(over.userErrors).toEqual([
      { message: 'A migration can be undone within 24 hours of its end. Change its patients one by one.' },
    ]);
    expect((await read(id)).viewerCanUndo).toBe(false);
    await until("now() + interval '1 minute'");
    expect((await undo(id)).userErrors).toEqual([]);
    expect((await ended(id)).undone).toBe(1);
    expect(await undo(id)).toEqual({ migration: { state: 'UNDONE' }, userErrors: [] });
  });

  test('and the results are of support staff: support.staff reads them, and an organization does not', async () => {
    const { dmeId, org } = await migrated();
    await makeLegacyPatients(dmeId, [{}]);
    const { id } = await migrate(dmeId);
    const reader = await asViewer({ orgId: support.orgId, kind: 'support', roles: ['support.staff'] });
    expect(await read(id, reader)).toMatchObject({ state: 'DONE', viewerCanUndo: false });
    const refused = await reader.gql(UNDO, { input: { id } });
    expect(refused.errors![0]!.extensions.code).toBe('FORBIDDEN');
    const own = await asViewer({ orgId: org });
    const hidden = await own.gql('query ($id: ID!) { patientMigration(id: $id) { id } }', { id });
    expect(hidden.errors![0]!.extensions.code).toBe('FORBIDDEN');
  });

  test('that fails is no failed migration: it says so, keeps what it removed, and can be repeated for 24 hours from then', async () => {
    const { dmeId, org } = await migrated();
    await makeLegacyPatients(dmeId, [{}, {}]);
    const { id } = await migrate(dmeId);
    await admin.query(`update patient_migrations set undo_until = now() + interval '1 minute' where id = $1`, [id]);
    const user = await asViewer({ orgId: support.orgId, kind: 'support' });
    await admin.query(`update patient_migrations set state = 'undoing' where id = $1`, [id]);
    await admin.query('delete from user_roles where user_id = $1', [user.userId]);
    await runJob(migratePatientsJob, { migrationId: Number(id), userId: user.userId });
    const failed = await read(id);
    expect(failed).toMatchObject({
      ...{ state: 'UNDO_FAILED', migrated: 2, undone: 0, kept: 0, viewerCanUndo: true },
      problem: 'The user who started it may not migrate any more.',
    });
    expect(new Date(failed.undoUntil).getTime() - Date.now()).toBeGreaterThan(86_000_000);
    expect(await undo(id)).toEqual({ migration: { state: 'UNDOING' }, userErrors: [] });
    await run(id);
    expect(await ended(id)).toMatchObject({ state: 'UNDONE', undone: 2, problem: null });
    expect(await patientsOf(org)).toEqual([]);
  });
});

test('the newest 50 migrations to an organization are listed, the newest first, and none to another', async () => {
  const [here, there] = [await migrated(), await migrated()];
  const insert = `insert into patient_migrations (org_id, user_id, target_org_id, location_id, dme_id, scope, state)
    select $1, $2, $3, $4, 'x', 'all', 'done' from generate_series(1, $5) returning id`;
  const made = async ({ org, location }: { org: number; location: number }, count: number) =>
    (await admin.query(insert, [support.orgId, support.userId, org, location, count])).rows.map(({ id }) => String(id));
  const ids = await made(here, 51);
  await made(there, 1);
  const { data } = await support.gql('query ($id: ID!) { patientMigrations(organizationId: $id) { id } }', {
    id: String(here.org),
  });
  expect(data.patientMigrations.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed().slice(0, 50));
});

test('a migration that lost its job is taken up again for its user, and an undo for the user who asked for it', async () => {
  const { dmeId, org } = await migrated();
  await makeLegacyPatients(dmeId, [{}]);
  const { id } = await migrate(dmeId);
  const colleague = await asViewer({ orgId: support.orgId, kind: 'support' });
  expect((await colleague.gql(UNDO, { input: { id } })).data.undoPatientMigration.userErrors).toEqual([]);
  expect((await ended(id)).state).toBe('UNDONE');
  const waiting = await start(dmeId);
  await ended(waiting);
  await admin.query("delete from pgboss.job where name = 'migrate-patients' and singleton_key = any ($1)", [
    [id, waiting],
  ]);
  await admin.query(
    "update patient_migrations set state = case id when $1 then 'undoing' else 'waiting' end where id = any ($2)",
    [Number(id), [Number(id), Number(waiting)]],
  );
  await runJob(sweepMigrations, {});
  const { rows } = await admin.query(
    "select singleton_key as id, (data ->> 'userId')::int as user from pgboss.job where name = 'migrate-patients' and singleton_key = any ($1) order by singleton_key::int",
    [[id, waiting]],
  );
  expect(rows).toEqual([
    { id, user: colleague.userId },
    { id: waiting, user: support.userId },
  ]);
  await Promise.all([ended(id), ended(waiting)]);
  expect((await patientsOf(org)).length).toBe(1);
});

test('a migration that waits for the legacy system keeps its time when lost jobs are looked for', async () => {
  const { dmeId } = await migrated();
  const id = await start(dmeId);
  await ended(id);
  await admin.query("update patient_migrations set state = 'running' where id = $1", [id]);
  const ctx = Context.of(running().app, { kind: 'jobs' }, 'test');
  const startAfter = new Date(Date.now() + 300_000);
  await ctx.run('write', () =>
    ctx.enqueue('migrate-patients', { migrationId: Number(id), userId: support.userId }, { key: id, startAfter }),
  );
  await runJob(sweepMigrations, {});
  const { rows } = await admin.query(
    "select start_after from pgboss.job where name = 'migrate-patients' and singleton_key = $1 and state = 'created'",
    [id],
  );
  expect(rows).toEqual([{ start_after: startAfter }]);
});

test('a table that would lose its rows with a removed patient is one that the undo looks at first', async () => {
  const { rows } = await admin.query(
    `select conrelid::regclass::text as table from pg_constraint
      where confrelid = 'patients'::regclass and contype = 'f' and confdeltype = 'c' order by 1`,
  );
  // What was known of the start of therapy says nothing without the patient. A decline changes the patient, who then stays,
  // and an item of an inbox is about one.
  expect(rows.map(({ table }) => table)).toEqual([
    ...['declined_patients', 'inbox_items', 'mobile_users', 'therapy_start_versions'],
  ]);
});
