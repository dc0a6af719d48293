import { beforeAll, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makeOrganization,
  makePatient,
  usePortal,
  type TestViewer,
} from '../../test/harness.ts';
import { unique, userRow } from '../db/factories.ts';

usePortal();

const QUERY = `query ($search: String!, $first: Int) { searchResults(search: $search, first: $first) {
  users { lastName email organization { databaseId } } organizations { databaseId name } } }`;

let viewer: TestViewer;
let support: TestViewer;
let outsider: number;
let location: number;
const orgs: Record<string, number> = {};

async function find(search: string, who = viewer, first?: number) {
  const { data, errors } = await who.gql(QUERY, { search, first });
  expect(errors).toBeUndefined();
  return data.searchResults as {
    users: { lastName: string; email: string; organization: { databaseId: number } }[];
    organizations: { databaseId: number; name: string }[];
  };
}
const usersOf = async (search: string, who = viewer) => (await find(search, who)).users.map(({ lastName }) => lastName);
const orgsOf = async (search: string, who = support) => (await find(search, who)).organizations.map(({ name }) => name);
const person = (orgId: number, last_name: string, first_name: string, email: string) =>
  make('users', userRow(orgId, { last_name, first_name, email }));

beforeAll(async () => {
  viewer = await asViewer();
  support = await asViewer({ kind: 'support' });
  outsider = await makeOrganization();
  location = await make('locations', { org_id: viewer.orgId, name: 'Albany', country: 'US', is_primary: false });
  const ramirez = await person(viewer.orgId, 'Ramirez-Quine', 'Sonia', 'r@quorum.test');
  await person(viewer.orgId, 'Ramirez', 'Ana', 'ana@quorum.test');
  await person(viewer.orgId, 'Qý', 'Li', 'zx.li@quorum.test');
  await person(outsider, 'Ramirez', 'Foreign', 'foreign@elsewhere.test');
  await admin.query('update users set user_type = $2 where id = $1', [ramirez, 'Location']);
  await admin.query('insert into user_locations (org_id, user_id, location_id) values ($1, $2, $3)', [
    viewer.orgId,
    ramirez,
    location,
  ]);
  for (const [name, row] of [
    ['Qíld Sleep', {}],
    ['Qild Closed', { active: false }],
    ['Qx Care', {}],
    ['Qx Closed', { active: false }],
  ] as const)
    orgs[name] = await makeOrganization('ep', { name, ...row });
  await makeOrganization('support', { name: 'Qild Desk' });
});

describe('users are found', () => {
  test.each([
    ['by a part of the name, without case, in the order of the addresses', 'RAMIREZ', ['Ramirez', 'Ramirez-Quine']],
    ['by first and last name in either order', 'sonia ramirez', ['Ramirez-Quine']],
    ['by a part of the e-mail address', 'ana@quorum', ['Ramirez']],
    ['by two letters that begin the last name, without case and accents', 'qy', ['Qý']],
    ['by two names of two letters, in either order', 'li qy', ['Qý']],
    ['by two letters that begin the e-mail address', 'zx', ['Qý']],
  ])('%s', async (_title, search, names) => {
    expect(await usersOf(search)).toEqual(names);
  });

  test.each([
    ['one letter', 'q'],
    ['two letters inside a name', 'iq'],
    ['two letters that begin the first name', 'so'],
    ['a pattern', '%%%'],
    ['a name of another organization', 'Foreign'],
  ])('and not by %s', async (_title, search) => {
    expect(await usersOf(search)).toEqual([]);
  });
});

describe('a viewer', () => {
  test('who may not list users finds none', async () => {
    const reader = await asViewer({ orgId: viewer.orgId, can: ['view.patient'] });
    expect(await usersOf('ramirez', reader)).toEqual([]);
  });

  test('of a location finds the users of the location', async () => {
    const staff = await asViewer({ orgId: viewer.orgId, roles: ['location.ep.admin'], locationIds: [location] });
    expect(await usersOf('ramirez', staff)).toEqual(['Ramirez-Quine']);
  });

  test('finds no user of a partner, whose name is visible with a patient', async () => {
    const partner = await asViewer({ kind: 'clinical' });
    const doctor = await person(partner.orgId, 'Quillfeather', 'Nora', `nora${unique()}@partner.test`);
    const patient = await makePatient(viewer.orgId, { clinician_org_id: partner.orgId, clinician_id: doctor });
    expect((await viewer.gql(`{ patient(id: "${patient.id}") { databaseId } }`)).errors).toBeUndefined();
    expect(await usersOf('quillfeather')).toEqual([]);
    expect(await usersOf('qu')).toEqual([]);
    expect(await usersOf('quillfeather', partner)).toEqual(['Quillfeather']);
  });

  test('of support staff finds users of every organization, and with their organization', async () => {
    const found = await find('ramirez', support);
    expect(found.users.map(({ organization }) => organization.databaseId)).toEqual([
      viewer.orgId,
      outsider,
      viewer.orgId,
    ]);
  });

  test('of support staff who acts in an organization finds its users alone, and still every organization', async () => {
    const acting = await asViewer({ kind: 'support', orgId: support.orgId });
    await acting.gql(
      `mutation { switchOrganization(input: { organizationId: "${outsider}" }) { userErrors { code } } }`,
    );
    expect((await find('ramirez', acting)).users.map(({ email }) => email)).toEqual(['foreign@elsewhere.test']);
    expect(await usersOf('qy', acting)).toEqual([]);
    expect(await orgsOf('qild', acting)).toEqual(['Qíld Sleep']);
  });

  test('of an organization finds no organizations, not even with the permission', async () => {
    const user = await asViewer({ can: ['viewAny.org', 'viewAny.user'] });
    expect(await orgsOf('qild', user)).toEqual([]);
  });
});

describe('organizations are found', () => {
  test.each([
    ['by a part of the name, without case and accents', 'ILD', ['Qíld Sleep']],
    ['by several words', 'sleep qild', ['Qíld Sleep']],
    ['by two letters that begin the name', 'qx', ['Qx Care']],
  ])('%s, and only active ones of customers', async (_title, search, names) => {
    expect(await orgsOf(search)).toEqual(names);
  });

  test.each(['x', 'xc', '%%%', 'closed', 'desk'])('and not by %s', async (search) => {
    expect(await orgsOf(search)).toEqual([]);
  });
});

test('many users and organizations take as many statements as one', async () => {
  for (let n = 0; n < 12; n++) {
    await person(viewer.orgId, `Plenty${n}`, 'P', `p${unique()}@plenty.test`);
    await makeOrganization('ep', { name: `Plenty ${n}` });
  }
  const one = await countQueries(() => find('plenty', support, 1));
  const many = await countQueries(() => find('plenty', support, 12));
  expect(many.result.users).toHaveLength(12);
  expect(many.result.organizations).toHaveLength(12);
  expect(many.statements).toBe(one.statements);
});

// A million users or five thousand organizations are found by an index: none of these reads scans a table.
describe('among many', () => {
  const MANY = 30_000;
  const ORGANIZATIONS = 5000;

  beforeAll(async () => {
    await admin.query(`
      begin;
      set local session_replication_role = replica;
      insert into organizations (id, name, type_id, draft, active, timezone)
        select 2000000 + n, 'Org' || lpad(n::text, 5, '0'), 1, false, true, 'America/New_York' from generate_series(1, ${ORGANIZATIONS}) n;
      insert into user_accounts (id, org_id, email, first_name, last_name, user_type, is_clinician, notification_type, mvc_enabled, active, locked,
          two_factor_app_enabled, two_factor_sms_enabled, has_api, created_at, version)
        select 2000000 + n, 2000000 + n % 10, 'u' || lpad(n::text, 5, '0') || '@many.test', 'F' || n, 'L' || lpad(n::text, 5, '0'), 'Organization', false, 'Email',
          false, true, false, false, false, false, now(), 1 from generate_series(1, ${MANY}) n;
      commit`);
    await admin.query('analyze user_accounts, organizations');
  });

  interface Plan {
    'Node Type': string;
    'Relation Name'?: string;
    'Actual Rows': number;
    'Actual Loops': number;
    'Rows Removed by Filter'?: number;
    Plans?: Plan[];
  }
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];

  const within = ['org_id = 2000003', 'true'];
  const READS = [
    ...within.flatMap((where) => [
      `select id from user_accounts where ${where} and name_key >= 'l0' order by name_key, id limit 5`,
      `select id from user_accounts where ${where} and email >= 'u0' order by email, id limit 5`,
    ]),
    `select id from organizations where active and name_key ilike '%org00042%' order by name_key, id limit 5`,
    `select id from organizations where active and name_key >= 'or' order by name_key, id limit 5`,
  ];
  const ROLES = { airlog_support: '', airlog_acting: '2000003', airlog_org: '' };

  test.each(READS)('an index serves %s', async (sql) => {
    for (const [role, acting] of Object.entries(ROLES)) {
      // Users of one organization, unless support staff reads all of them; no organization reads organizations.
      if (role !== 'airlog_support' && !sql.includes('org_id = ')) continue;
      await admin.query('begin');
      await admin.query(`set local role ${role}`);
      await admin.query(
        "select set_config('app.org_id', '2000003', true), set_config('app.user_id', '1', true), set_config('app.acting_org_id', $1, true)",
        [acting],
      );
      // Few organizations: their table may be cheaper to read than the index that finds one.
      if (sql.includes('from organizations')) await admin.query('set local enable_seqscan = off');
      const { rows } = await admin.query(`explain (analyze, format json) ${sql}`);
      await admin.query('rollback');
      const all = nodes(rows[0]['QUERY PLAN'][0].Plan as Plan).filter((node) => node['Relation Name']);
      const read = all.reduce(
        (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        0,
      );
      expect([role, all.filter((node) => node['Node Type'] === 'Seq Scan')]).toEqual([role, []]);
      // The order of the names serves a search among few organizations as well as the index of the search.
      expect([role, read < (sql.includes('from organizations') ? 2 * ORGANIZATIONS : 100)]).toEqual([role, true]);
    }
  });
});
