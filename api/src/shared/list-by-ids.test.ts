import { beforeAll, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeOrganization,
  running,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { vacuumed } from '../../test/vacuumed.ts';

// A database whose ILIKE is not leak-proof, as a managed service has it: searches find the same, by their indexes.

usePortalHere();

const PATIENTS = 12_000;
/** The patients of the viewer's organization with the rare name. */
const ALL = [1_000_042, 1_004_042, 1_008_042];

let viewer: TestViewer;
let limited: TestViewer;
let support: TestViewer;
let here: number;
/** Patients of two organizations with the same names: those of the viewer's, half of them at one location, and others. */
beforeAll(async () => {
  await admin.query('alter function pg_catalog.texticlike(text, text) not leakproof');
  viewer = await asViewer();
  support = await asViewer({ kind: 'support' });
  const place = (orgId: number) => make('locations', { org_id: orgId, name: 'here', country: 'US', is_primary: false });
  here = await place(viewer.orgId);
  limited = await asViewer({ orgId: viewer.orgId, locationIds: [here] });
  const other = await makeOrganization();
  const patients = (first: number, orgId: number, location: number) => `
    insert into patients (id, org_id, location_id, is_rules_active, first_name, last_name, birth_date, visible_org_ids)
      select ${first} + n, ${orgId}, case when n % 2 = 0 then ${location} end, true, 'F' || lpad(n::text, 5, '0'),
             case when n % 4000 = 42 then 'Quill' else 'Common' end, date '1930-01-01' + n, array[${orgId}]
        from generate_series(1, ${PATIENTS}) n;`;
  await admin.query(`begin; set local session_replication_role = replica;
    ${patients(1_000_000, viewer.orgId, here)} ${patients(2_000_000, other, await place(other))} commit`);
  await vacuumed('patients');
});
type Found = { recordsFiltered: number; ids: number[] };
async function found(who: TestViewer, query: string, byIds: boolean): Promise<Found> {
  running().app.db.searchesByIds = byIds;
  const { status, body } = await who.rest('GET', `/api/patients/datatable?${query}`);
  expect(status).toBe(200);
  const { recordsFiltered, data } = body as { recordsFiltered: number; data: { id: number }[] };
  return { recordsFiltered, ids: data.map(({ id }) => id) };
}

test('a search finds the same rows by their ids, and those of no other organization or location', async () => {
  const all = [1_000_042, 1_004_042, 1_008_042];
  for (const [who, ids] of [
    [viewer, all],
    [limited, all],
  ] as const)
    expect(await found(who, 'searchTerm=quill', true)).toEqual({ recordsFiltered: ids.length, ids });
  expect(await found(viewer, 'searchTerm=f00043', true)).toEqual({ recordsFiltered: 1, ids: [1_000_043] });
  expect(await found(limited, 'searchTerm=f00043', true)).toEqual({ recordsFiltered: 0, ids: [] });
});

test.each([
  ['a word', 'searchTerm=quill'],
  ['two words', 'searchTerm=quill%20f00042'],
  ['a word that is a day', 'searchTerm=1930-02-12'],
  ['a word of most rows', 'searchTerm=common'],
  ['two letters', 'searchTerm=qu'],
  ['no row', 'searchTerm=nothing'],
  ['a filter of a text', 'last_name[contain]=Quill'],
  ['a search and a filter', 'searchTerm=f00042&last_name[start_with]=qui'],
  ['a filter that leaves rows out', 'last_name[not_contain]=common'],
])('%s finds what it finds row by row', async (_what, query) => {
  for (const who of [viewer, limited, support])
    expect(await found(who, query, true)).toEqual(await found(who, query, false));
});

/** The rows of patients that this connection read by scans and by indexes, not yet counted elsewhere. */
async function readSoFar(): Promise<{ scanned: number; fetched: number }> {
  const { rows } = await admin.query<{ scanned: number; fetched: number }>(
    "select seq_tup_read::int as scanned, idx_tup_fetch::int as fetched from pg_stat_xact_user_tables where relname = 'patients'",
  );
  return rows[0]!;
}

/** What a statement returns in the database itself, and the rows of patients that it read there. */
async function inDatabase(role: string, locations: string, sql: string) {
  await admin.query('begin');
  try {
    const before = await readSoFar();
    await admin.query(
      "select set_config('role', $1, true), set_config('app.org_id', $2, true), set_config('app.location_ids', $3, true)",
      [role, String(viewer.orgId), locations],
    );
    const { rows } = await admin.query<{ ids: number[] | null }>(sql);
    const after = await readSoFar();
    const [scanned, fetched] = [after.scanned - before.scanned, after.fetched - before.fetched];
    return { ids: rows[0]!.ids?.sort(), scanned, fetched };
  } finally {
    await admin.query('rollback');
  }
}

test('the ids of a search are those that the caller sees, read by the index of the text', async () => {
  const search = (role: string, locations: string) =>
    inDatabase(role, locations, "select ids_with_text('patients', '%quill%') as ids");
  const read = { scanned: 0, fetched: 6 };
  expect(await search('airlog_org', '')).toEqual({ ids: ALL, ...read });
  expect(await search('airlog_limited', String(here))).toEqual({ ids: ALL, ...read });
  expect(await search('airlog_limited', '')).toEqual({ ids: [], ...read });
  expect(await search('airlog_support', '')).toMatchObject({ ids: undefined, scanned: 0 });
  const plain = await inDatabase(
    'airlog_org',
    '',
    "select array_agg(id) as ids from patients where search_text ilike '%quill%'",
  );
  expect(plain.ids).toEqual(ALL);
  expect(plain.scanned + plain.fetched).toBeGreaterThanOrEqual(PATIENTS);
});

test('no ids are returned for more than 10,000 of them, or of a table that is not searched by ids', async () => {
  const many = await inDatabase('airlog_org', '', "select ids_with_text('patients', '%common%') as ids");
  expect(many.ids).toBeUndefined();
  await expect(inDatabase('airlog_org', '', "select ids_with_text('users', '%common%') as ids")).rejects.toThrow(
    'No search of users by ids.',
  );
});
