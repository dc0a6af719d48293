import { beforeAll, expect, test } from '@jest/globals';
import { unique } from '../../db/factories.ts';
import { admin, asViewer, make, makeOrganization, usePortal, type TestViewer } from '../../../test/harness.ts';

usePortal();

/**
 * Who makes users of which role, from the documents: "Clinical orgs or clinical users only get roles whose name matches
 * org.clinical", staff makes no users, no user gives what they do not hold, administrators of locations and groups make
 * users of theirs. Every other pair is refused.
 */
const EP = [
  'org.ep.admin',
  'org.ep.staff',
  'location.ep.admin',
  'location.ep.staff',
  'group.ep.admin',
  'group.ep.staff',
];
const CLINICAL = ['org.clinical.admin', 'org.clinical.staff'];
const GIVES: [
  giver: string,
  kind: 'ep' | 'clinical' | 'support',
  target: 'ep' | 'clinical' | 'support',
  given: string[],
][] = [
  ['org.ep.admin', 'ep', 'ep', EP],
  ['location.ep.admin', 'ep', 'ep', ['location.ep.admin', 'location.ep.staff']],
  ['group.ep.admin', 'ep', 'ep', ['location.ep.admin', 'location.ep.staff', 'group.ep.admin', 'group.ep.staff']],
  ['org.ep.staff', 'ep', 'ep', []],
  ['location.ep.staff', 'ep', 'ep', []],
  ['group.ep.staff', 'ep', 'ep', []],
  ['org.clinical.admin', 'clinical', 'clinical', CLINICAL],
  ['org.clinical.staff', 'clinical', 'clinical', []],
  ['location.clinical.staff', 'clinical', 'clinical', []],
  ['group.clinical.staff', 'clinical', 'clinical', []],
  ['org.physician', 'clinical', 'clinical', []],
  ['support.admin', 'support', 'support', ['support.admin', 'support.staff']],
  ['support.admin', 'support', 'ep', EP],
  ['support.admin', 'support', 'clinical', CLINICAL],
  ['support.staff', 'support', 'ep', []],
];
const ROLES = [
  ...EP,
  ...CLINICAL,
  'location.clinical.staff',
  'group.clinical.staff',
  'org.physician',
  'support.admin',
  'support.staff',
];

const CREATE = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { id } userErrors { code } } }';
const typeOf = (role: string) =>
  role.startsWith('location.') ? 'Location' : role.startsWith('group.') ? 'Group' : 'Organization';

interface World {
  org: number;
  location: number;
  group: number;
}
const worlds: Record<string, World> = {};
const idOf: Record<string, number> = {};
beforeAll(async () => {
  for (const kind of ['ep', 'clinical', 'support'] as const) {
    const org = await makeOrganization(kind);
    const location = await make('locations', { org_id: org, name: 'North', country: 'US', is_primary: true });
    const group = await make('org_groups', { org_id: org, name: 'Upstate' });
    await admin.query('insert into org_group_locations (org_id, group_id, location_id) values ($1, $2, $3)', [
      org,
      group,
      location,
    ]);
    worlds[kind] = { org, location, group };
  }
  for (const { id, name } of (await admin.query('select id, name from roles')).rows) idOf[name] = id;
});

async function giverOf(role: string, { org, location, group }: World, kind: 'ep' | 'clinical' | 'support') {
  const type = typeOf(role);
  const giver = await asViewer({
    orgId: org,
    kind,
    roles: [role],
    ...(type === 'Location' && { locationIds: [location] }),
  });
  if (type !== 'Group') return giver;
  await admin.query("update users set user_type = 'Group' where id = $1", [giver.userId]);
  await admin.query('insert into user_groups (org_id, user_id, group_id) values ($1, $2, $3)', [
    org,
    giver.userId,
    group,
  ]);
  return giver;
}

const person = (role: string) => {
  const email = `given${unique()}@example.test`;
  return { email, type: typeOf(role) };
};

async function throughGraphql(giver: TestViewer, role: string, { org, location, group }: World): Promise<boolean> {
  const { email, type } = person(role);
  const places = { locations: type === 'Location' ? [location] : [], groups: type === 'Group' ? [group] : [] };
  const input = { organizationId: String(org), firstName: 'Dana', lastName: 'Reyes', email, confirmEmail: email };
  const { data } = await giver.gql(CREATE, { input: { ...input, userType: type.toUpperCase(), role, ...places } });
  return data?.createUser?.userErrors.length === 0;
}

async function throughRest(giver: TestViewer, role: string, { org, location, group }: World): Promise<boolean> {
  const { email, type } = person(role);
  const { status } = await giver.rest('POST', '/api/users', {
    org_id: org,
    first_name: 'Dana',
    last_name: 'Reyes',
    email,
    confirm_email: email,
    user_type: type,
    roles: [{ id: idOf[role] }],
    roleLocations: type === 'Location' ? [{ id: location }] : [],
    roleGroups: type === 'Group' ? [{ id: group }] : [],
  });
  return status === 201;
}

test.each(GIVES)(
  '%s of an organization of kind %s makes, in one of kind %s, users of exactly these roles: %j',
  async (giverRole, kind, target, given) => {
    const world = worlds[target]!;
    const giver = await giverOf(giverRole, worlds[kind]!, kind);
    const made = { graphql: [] as string[], rest: [] as string[] };
    for (const role of ROLES) {
      if (await throughGraphql(giver, role, world)) made.graphql.push(role);
      if (await throughRest(giver, role, world)) made.rest.push(role);
    }
    expect(made).toEqual({ graphql: expect.arrayContaining(given), rest: expect.arrayContaining(given) });
    expect([made.graphql.length, made.rest.length]).toEqual([given.length, given.length]);
  },
);

test('the table has a row for every role of the database', async () => {
  const { rows } = await admin.query('select name from roles order by name');
  expect(rows.map(({ name }) => name)).toEqual([...ROLES].sort());
  expect([...new Set(GIVES.map(([giver]) => giver))].sort()).toEqual([...ROLES].sort());
});

test('a refused attempt leaves no user', async () => {
  const { rows } = await admin.query("select count(*)::int as made from users where email like 'given%'");
  expect(rows[0].made).toBe(2 * GIVES.reduce((sum, [, , , given]) => sum + given.length, 0));
});
