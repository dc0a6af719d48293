import { beforeAll, describe, expect, test } from '@jest/globals';
import { SCOPES } from '../../src/auth/scopes.ts';
import { createSchema } from '../../src/schema.ts';
import { userRow } from '../../src/db/factories.ts';
import { toGlobalId } from '../../src/shared/node.ts';
import { admin, asViewer, make, makeOrganization, makePatient, usePortal, type Client } from '../harness.ts';
import { asToken } from '../token.ts';
import { isObjectType } from 'graphql';

usePortal();

/** What everyone reads of a user that they see: partner organizations read the name of a clinician. */
const NAME = ['__typename', 'id', 'databaseId', 'email', 'firstName', 'lastName'];
/** Values of other objects, or answers about the viewer, which have rules of their own. */
const NOT_OF_ACCOUNT = [
  'organization',
  'apiKey',
  'personalAccessTokens',
  'mayHaveApiKey',
  'roleId',
  'tokenScopes',
  'apiKeyScopes',
];
/** Roles of one organization that may look at colleagues or not; `none` has a session and no permission. */
const ROLES = ['org.ep.admin', 'org.ep.staff', 'org.physician', 'org.clinical.staff', 'none'] as const;

let orgId: number;
let foreignId: number;
let colleague: number;
let outsider: number;
let patient: number;
let places: Record<'Location' | 'OrgGroup' | 'Organization', number>;
let fields: string[];

beforeAll(async () => {
  orgId = await makeOrganization();
  foreignId = await makeOrganization();
  const full = { phone: '5185550100', two_factor_app_enabled: true, has_api: true, last_successful_login: new Date() };
  colleague = await make('users', userRow(orgId, full));
  outsider = await make('users', userRow(foreignId, full));
  for (const [org, user] of [
    [orgId, colleague],
    [foreignId, outsider],
  ])
    await admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, 1)', [org, user]);
  patient = (await makePatient(orgId, { clinician_id: colleague, clinician_org_id: orgId })).id;
  places = {
    Location: await make('locations', { org_id: orgId, name: 'North' }),
    OrgGroup: await make('org_groups', { org_id: orgId, name: 'Hudson' }),
    Organization: orgId,
  };
  await admin.query('insert into user_locations (org_id, user_id, location_id) values ($1, $2, $3)', [
    orgId,
    colleague,
    places.Location,
  ]);
  const user = (await createSchema()).getType('User');
  if (!isObjectType(user)) throw new Error('User is no type.');
  fields = Object.keys(user.getFields()).filter(
    (name) => !NAME.includes(name) && !NOT_OF_ACCOUNT.includes(name) && !name.startsWith('viewerCan'),
  );
});

const selection = () =>
  fields.map((name) => (['location', 'locations', 'groups'].includes(name) ? `${name} { id }` : name)).join(' ');

/** The account fields that an answer shows. */
const shown = (user: Record<string, unknown> | null | undefined): string[] =>
  fields.filter((name) => user?.[name] !== null && user?.[name] !== undefined);

/** Every way to a user, and which of their account fields it shows; null when the way is closed. */
async function waysTo(client: Client, id: number): Promise<Record<string, string[] | null>> {
  const global = toGlobalId('User', id);
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
  const ask = async (query: string, at: (data: any) => unknown) => {
    const { data } = await client.gql(query);
    const user = data ? at(data) : null;
    return user ? shown(user as Record<string, unknown>) : null;
  };
  const rest = await client.rest('GET', `/api/users/${id}`);
  return {
    rest: rest.status === 200 ? ['all'] : null,
    page: await ask(`{ user(id: "${global}") { ${selection()} } }`, ({ user }) => user),
    node: await ask(`{ node(id: "${global}") { ... on User { ${selection()} } } }`, ({ node }) => node),
    clinician: await ask(
      `{ patient(id: "${toGlobalId('Patient', patient)}") { clinician { databaseId ${selection()} } } }`,
      ({ patient: found }) => (found?.clinician?.databaseId === id ? found.clinician : null),
    ),
    viewer: await ask(`{ viewer { user { databaseId ${selection()} } } }`, ({ viewer }) =>
      viewer?.user.databaseId === id ? viewer.user : null,
    ),
  };
}

/** Asserts that no way shows more than the page: where it is closed, they show the name at most. */
function assertAlike(who: string, ways: Record<string, string[] | null>): void {
  const { rest, page, ...others } = ways;
  expect([who, rest === null]).toEqual([who, page === null]);
  for (const [way, seen] of Object.entries(others))
    if (seen !== null) expect([who, way, seen]).toEqual([who, way, page ?? []]);
}

const asRole = (role: (typeof ROLES)[number]) =>
  asViewer(role === 'none' ? { orgId, can: [] } : { orgId, roles: [role] });

describe('no way to a user shows more than the page of the user', () => {
  test('and the page of an administrator shows every field of the account that is set', async () => {
    const { page, node } = await waysTo(await asRole('org.ep.admin'), colleague);
    expect([page!.length, node]).toEqual([fields.length - 1, page]); // all but the end of an invitation
  });

  test.each(ROLES)('to a colleague with the role %s', async (role) => {
    const ways = await waysTo(await asRole(role), colleague);
    assertAlike(role, ways);
    expect(ways.page === null).toBe(role !== 'org.ep.admin');
  });

  test.each(ROLES)('and every user reads their own, with the role %s', async (role) => {
    const viewer = await asRole(role);
    const ways = await waysTo(viewer, viewer.userId);
    assertAlike(role, ways);
    expect([ways.rest, ways.page]).toEqual([['all'], expect.arrayContaining(['status', 'userType', 'createdAt'])]);
  });

  test.each(ROLES)('a user of another organization is on no way, for the role %s', async (role) => {
    expect(await waysTo(await asRole(role), outsider)).toEqual({
      rest: null,
      page: null,
      node: null,
      clinician: null,
      viewer: null,
    });
  });

  test.each(SCOPES)('to a token with the scope %s', async (scope) => {
    const owner = await asRole('org.ep.admin');
    const token = await asToken(owner, [scope]);
    for (const id of [colleague, owner.userId]) {
      const ways = await waysTo(token, id);
      assertAlike(scope, ways);
      expect([ways.rest, ways.page, ways.node]).toEqual([null, null, null]);
    }
  });
});

describe('a place or an organization by its id', () => {
  const PATHS = { Location: 'locations', OrgGroup: 'groups', Organization: 'locations' } as const;
  const read = async (client: Client, type: keyof typeof PATHS) => {
    const { data, errors } = await client.gql('query ($id: ID!) { node(id: $id) { id } }', {
      id: toGlobalId(type, places[type]),
    });
    const rest = await client.rest('GET', `/api/orgs/${orgId}/${PATHS[type]}`);
    return [errors ? errors[0]!.extensions.code : typeof data.node.id, rest.status];
  };

  test.each(ROLES)('is read as over REST with the role %s', async (role) => {
    const viewer = await asRole(role);
    for (const type of Object.keys(PATHS) as (keyof typeof PATHS)[])
      expect([type, await read(viewer, type)]).toEqual([type, ['string', 200]]);
  });

  test.each(SCOPES)('is as closed to a token with the scope %s as over REST', async (scope) => {
    const token = await asToken(await asRole('org.ep.admin'), [scope]);
    for (const type of Object.keys(PATHS) as (keyof typeof PATHS)[])
      expect([type, await read(token, type)]).toEqual([type, ['FORBIDDEN', 403]]);
  });
});
