import { beforeAll, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import { admin, asViewer, make, makeOrganization, usePortal, type TestViewer } from '../../test/harness.ts';
import { vacuumed } from '../../test/vacuumed.ts';

usePortal();

const QUERY = `query ($search: String!, $first: Int) { searchResults(search: $search, first: $first) {
  organizationPages { organization { name } dmeId isDraft isActive } locations { location { name } organization { name } customId dmeId } } }`;

let support: TestViewer;
let own: TestViewer;
let outsider: number;

async function find(search: string, who: TestViewer, first?: number) {
  const { data, errors } = await who.gql(QUERY, { search, first });
  expect(errors).toBeUndefined();
  return data.searchResults as {
    organizationPages: { organization: { name: string } }[];
    locations: { location: { name: string }; organization: { name: string } }[];
  };
}
const orgsOf = async (search: string, who = support) =>
  (await find(search, who)).organizationPages.map(({ organization }) => organization.name);
const locationsOf = async (search: string, who = support) =>
  (await find(search, who)).locations.map(({ location }) => location.name);
const place = (org_id: number, name: string, more: object = {}) =>
  make('locations', { org_id, name, country: 'US', is_primary: false, ...more });

beforeAll(async () => {
  support = await asViewer({ kind: 'support', roles: ['support.staff'] });
  own = await asViewer({ roles: ['org.ep.admin'], orgId: await makeOrganization('ep', { name: 'Vösté Home Care' }) });
  outsider = await makeOrganization('ep', { name: 'Voste Closed', active: false, dme_id: 'DME-77001' });
  await makeOrganization('clinical', { name: 'Vx Clinic', draft: true, active: false });
  await place(own.orgId, 'Wéxford North', { custom_id: 'WX-0042' });
  await place(own.orgId, 'Wexford Closed', { closed_at: new Date() });
  await place(outsider, 'Wexford South', { dme_id: 'LOC-90001' });
  await place(outsider, 'Wy Street');
  await place(outsider, 'Zenith Place');
});

describe('organizations are found', () => {
  test.each([
    [
      'by a part of the name, without case and accents, also inactive ones',
      'OSTE',
      ['Voste Closed', 'Vösté Home Care'],
    ],
    ['by several words', 'care voste', ['Vösté Home Care']],
    ['by a part of the DME ID', 'dme-7700', ['Voste Closed']],
    ['by two letters that begin the name', 'vx', ['Vx Clinic']],
    ['not by two letters inside it', 'xc', []],
    ['not by a pattern', '%%%', []],
  ])('%s', async (_title, search, names) => {
    expect(await orgsOf(search)).toEqual(names);
  });

  test('with their DME ID and their state', async () => {
    expect((await find('voste closed', support)).organizationPages).toEqual([
      { organization: { name: 'Voste Closed' }, dmeId: 'DME-77001', isDraft: false, isActive: false },
    ]);
    expect((await find('vx', support)).organizationPages).toMatchObject([{ isDraft: true, dmeId: null }]);
  });
});

describe('locations are found', () => {
  test.each([
    ['by a part of the name, without case and accents, and only open ones', 'WEXF', ['Wéxford North', 'Wexford South']],
    ['by the custom ID', 'wx-0042', ['Wéxford North']],
    ['by the DME ID', 'loc-9000', ['Wexford South']],
    ['by two letters that begin the name', 'wy', ['Wy Street']],
    ['not by two letters inside it', 'xf', []],
  ])('%s', async (_title, search, names) => {
    expect(await locationsOf(search)).toEqual(names);
  });

  test('with their organization and their ids', async () => {
    expect((await find('loc-90001', support)).locations).toEqual([
      {
        location: { name: 'Wexford South' },
        organization: { name: 'Voste Closed' },
        customId: null,
        dmeId: 'LOC-90001',
      },
    ]);
  });
});

describe('a viewer', () => {
  test('who administers an organization finds it and its locations, and none of another one', async () => {
    expect([await orgsOf('voste', own), await locationsOf('wexford', own), await locationsOf('wy', own)]).toEqual([
      ['Vösté Home Care'],
      ['Wéxford North'],
      [],
    ]);
    expect([await orgsOf('dme-77001', own), await locationsOf('loc-90001', own)]).toEqual([[], []]);
  });

  test('who may not open the page of the organization finds neither', async () => {
    for (const options of [{ roles: ['org.ep.staff'] }, { can: ['view.patient', 'viewAny.org'] as const }]) {
      const staff = await asViewer({ orgId: own.orgId, ...options } as never);
      expect([await orgsOf('voste', staff), await locationsOf('wexford', staff)]).toEqual([[], []]);
    }
  });

  test('of support staff who acts in an organization finds its page and locations alone', async () => {
    const acting = await asViewer({ kind: 'support', roles: ['support.admin'] });
    await acting.gql(
      `mutation { switchOrganization(input: { organizationId: "${own.orgId}" }) { userErrors { code } } }`,
    );
    expect([await orgsOf('voste', acting), await locationsOf('wexford', acting)]).toEqual([
      ['Vösté Home Care'],
      ['Wéxford North'],
    ]);
  });
});

describe('among 5,000 organizations with 15,000 locations', () => {
  const ORGANIZATIONS = 5000;

  beforeAll(async () => {
    await admin.query(`
      begin;
      set local session_replication_role = replica;
      insert into organizations (id, name, type_id, draft, active, timezone, dme_id)
        select 3000000 + n, 'Org' || lpad(n::text, 5, '0'), 1, false, true, 'America/New_York', 'D' || lpad(n::text, 6, '0') from generate_series(1, ${ORGANIZATIONS}) n;
      insert into locations (id, org_id, name, country, is_primary, custom_id)
        select 3000000 + n, 3000001 + n % ${ORGANIZATIONS}, 'Place' || lpad(n::text, 5, '0'), 'US', false, 'C' || lpad(n::text, 6, '0') from generate_series(1, ${3 * ORGANIZATIONS}) n;
      commit`);
    await vacuumed('organizations', 'locations');
  });

  interface Plan {
    'Node Type': string;
    'Relation Name'?: string;
    'Actual Rows': number;
    'Actual Loops': number;
    'Rows Removed by Filter'?: number;
    'Rows Removed by Index Recheck'?: number;
    Plans?: Plan[];
  }
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  const indexed = (from: string, text: string) =>
    `select r.* from ${from} and r.search_text ilike '%${text}%' order by r.name_key, r.id limit 5`;
  const named = (from: string, name: string) =>
    `select r.* from ${from} and r.name_key >= '${name}' order by r.name_key, r.id limit 5`;
  const LOCATIONS = 'locations r where r.closed_at is null';

  test.each([
    ['airlog_support', indexed('organizations r where true', 'org00042')],
    ['airlog_support', indexed('organizations r where true', 'd000042')],
    ['airlog_support', named('organizations r where true', 'or')],
    ['airlog_acting', indexed('organizations r where r.id = 3000043', 'org00042')],
    ['airlog_org', indexed('organizations r where r.id = 3000043', 'org00042')],
    ['airlog_support', indexed(LOCATIONS, 'place00042')],
    ['airlog_support', indexed(LOCATIONS, 'c000042')],
    ['airlog_support', named(LOCATIONS, 'pl')],
    ['airlog_acting', indexed(`${LOCATIONS} and r.org_id = 3000043`, 'place00042')],
    ['airlog_org', indexed(`${LOCATIONS} and r.org_id = 3000043`, 'place00042')],
    ['airlog_org', named(`${LOCATIONS} and r.org_id = 3000043`, 'pl')],
  ])('an index serves %s: %s', async (role, sql) => {
    await admin.query('begin');
    await admin.query(`set local role ${role}`);
    await admin.query(
      "select set_config('app.org_id', '3000043', true), set_config('app.user_id', '1', true), set_config('app.acting_org_id', '3000043', true)",
    );
    const { rows } = await admin.query(`explain (analyze, format json) ${sql}`);
    await admin.query('rollback');
    const scans = nodes(rows[0]['QUERY PLAN'][0].Plan as Plan).filter((node) => node['Relation Name']);
    const read = scans.reduce((sum, node) => {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      return sum + (node['Actual Rows'] + removed) * node['Actual Loops'];
    }, 0);
    expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(read).toBeLessThan(200);
  });

  test('many rows take as many statements as one', async () => {
    const one = await countQueries(() => find('org000 place000', support, 1));
    const many = await countQueries(() => find('place000', support, 20));
    expect(many.result.locations).toHaveLength(20);
    expect(many.statements - one.statements).toBeLessThanOrEqual(2); // the rows of what was found
  });
});
