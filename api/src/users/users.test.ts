import { beforeAll, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import { userRow } from '../db/factories.ts';
import {
  admin,
  asViewer,
  make,
  makeOrganization,
  makePatient,
  usePortal,
  type RestAnswer,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

const makeUser = async (orgId: number, columns = {}, role = 'org.ep.staff'): Promise<number> => {
  const id = await make('users', userRow(orgId, columns));
  await admin.query('insert into user_roles (org_id, user_id, role_id) select $1, $2, id from roles where name = $3', [
    orgId,
    id,
    role,
  ]);
  return id;
};
const join = (table: 'user_locations' | 'user_groups', orgId: number, user: number, id: number) =>
  admin.query(`insert into ${table} values ($1, $2, $3)`, [orgId, user, id]);

const ids = async (who: TestViewer, path = '/api/users/datatable', query = '') => {
  const { status, body } = await who.rest('GET', `${path}?${query}`);
  return status === 200 ? body.data.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b) : status;
};
const sorted = (...users: number[]) => users.sort((a, b) => a - b);
const nodes = async (who: TestViewer, selection: string, args = '') => {
  const { data } = await who.gql(`{ users${args} { edges { node { ${selection} } } } }`);
  return data.users.edges.map(({ node }: { node: unknown }) => node);
};

describe('the user list contains', () => {
  let org: number;
  let [albany, troy, group] = [0, 0, 0];
  let owner: TestViewer;
  let [atAlbany, atTroy, inGroup] = [0, 0, 0];

  beforeAll(async () => {
    org = await makeOrganization();
    const place = (name: string) => make('locations', { org_id: org, name, country: 'US', is_primary: false });
    [albany, troy] = [await place('Albany'), await place('Troy')];
    group = await make('org_groups', { org_id: org, name: 'Capital' });
    await admin.query('insert into org_group_locations values ($1, $2, $3)', [org, group, albany]);
    owner = await asViewer({ orgId: org });
    atAlbany = await makeUser(org, { user_type: 'Location' }, 'location.ep.staff');
    await join('user_locations', org, atAlbany, albany);
    atTroy = await makeUser(org, { user_type: 'Location' }, 'location.ep.staff');
    await join('user_locations', org, atTroy, troy);
    inGroup = await makeUser(org, { user_type: 'Group' }, 'group.ep.staff');
    await join('user_groups', org, inGroup, group);
  });

  test('for an administrator of the organization all of its users, by e-mail address', async () => {
    expect(await ids(owner)).toEqual(sorted(owner.userId, atAlbany, atTroy, inGroup));
    const { body } = await owner.rest('GET', '/api/users/datatable');
    const emails = body.data.map(({ email }: { email: string }) => email);
    expect(emails).toEqual([...emails].sort());
  });

  test('for an administrator of a location its users, those of its groups, and no other', async () => {
    const manager = await asViewer({ orgId: org, roles: ['location.ep.admin'], locationIds: [albany] });
    const expected = sorted(manager.userId, atAlbany, inGroup);
    expect(await ids(manager)).toEqual(expected);
    expect(await ids(manager, `/api/orgs/${org}/users/datatable`)).toEqual(expected);
    const found = await nodes(manager, 'databaseId');
    expect(sorted(...found.map(({ databaseId }: { databaseId: number }) => databaseId))).toEqual(expected);
    await admin.query('delete from users where id = $1', [manager.userId]);
  });

  test('for an administrator of a group the users of the group and of its locations', async () => {
    const manager = await asViewer({ orgId: org, roles: ['group.ep.admin'] });
    await admin.query("update users set user_type = 'Group' where id = $1", [manager.userId]);
    await join('user_groups', org, manager.userId, group);
    expect(await ids(manager)).toEqual(sorted(manager.userId, atAlbany, inGroup));
    await admin.query('delete from users where id = $1', [manager.userId]);
  });

  test('for support staff the users of all organizations, or of one of them', async () => {
    const support = await asViewer({ kind: 'support' });
    expect(await ids(support, '/api/users/datatable', 'limit=500')).toEqual(
      expect.arrayContaining([owner.userId, atTroy, support.userId]),
    );
    const expected = sorted(owner.userId, atAlbany, atTroy, inGroup);
    expect(await ids(support, `/api/orgs/${org}/users/datatable`)).toEqual(expected);
    const found = await nodes(support, 'databaseId organization { databaseId }', `(orgId: "${org}")`);
    expect(found).toHaveLength(4);
    expect(found[0].organization.databaseId).toBe(org);
  });

  test('for no one the users of an organization that they do not belong to', async () => {
    const other = await asViewer();
    expect(await ids(other, `/api/orgs/${org}/users/datatable`)).toBe(404);
    expect(await ids(other, '/api/orgs/999999999/users/datatable')).toBe(404);
    expect(await ids(await asViewer({ orgId: org, roles: ['org.ep.staff'] }))).toBe(403);
  });
});

describe('the documented filters', () => {
  let viewer: TestViewer;
  const made: Record<string, number> = {};

  beforeAll(async () => {
    viewer = await asViewer();
    const { orgId } = viewer;
    await admin.query("update users set created_at = '2020-01-01' where id = $1", [viewer.userId]);
    await admin.query("update user_accounts set created_at = '2020-01-01' where id = $1", [viewer.userId]);
    // New York is 5 hours behind UTC in January.
    made.early = await makeUser(orgId, { created_at: '2026-01-10T04:59:59Z', mvc_enabled: true });
    made.middle = await makeUser(orgId, { created_at: '2026-01-10T05:00:00Z', user_type: 'Group' });
    made.late = await makeUser(orgId, { created_at: '2026-01-12T04:59:59Z', user_type: 'Location' });
  });

  test.each([
    ['user_type=Group', ['middle']],
    ['user_type=Location', ['late']],
    ['vent_access=1', ['early']],
    ['date[start]=2026-01-10&date[end]=2026-01-11', ['middle', 'late']],
    ['date[start]=2026-01-10&date[end]=2026-01-10', ['middle']],
    ['date[start]=2026-01-09&date[end]=2026-01-09', ['early']],
    ['date[start]=2026-01-11', ['late']],
    ['date[end]=2026-01-09&vent_access=1', ['early']],
    ['date[start]=2026-01-10&user_type=Location&date[end]=', ['late']],
  ])('%s finds %j', async (query, names) => {
    expect(await ids(viewer, '/api/users/datatable', query)).toEqual(sorted(...names.map((name) => made[name]!)));
  });

  test.each([
    'date[start]=01/10/2026',
    'date[end]=2026-02-30',
    'date[from]=2026-01-10',
    'date=2026-01-10',
    'user_type=Somewhere',
    'active=5',
    'vent_access=maybe',
    'filters[nickname]=x',
    'orderBy=phone',
    'next=2',
  ])('%s is refused', async (query) => {
    expect(await ids(viewer, '/api/users/datatable', query)).toBe(422);
  });

  test('and its pages keep them: each address leads to the next rows of the same list', async () => {
    const seen: number[] = [];
    let next: string | null = '/api/users/datatable?limit=1&date[start]=2026-01-10&filters[id][greater_than]=1';
    while (next) {
      const { body }: RestAnswer = await viewer.rest('GET', next);
      seen.push(...body.data.map(({ id }: { id: number }) => id));
      expect(body.total).toBe(2);
      next = body.next_page_url && new URL(body.next_page_url).pathname + new URL(body.next_page_url).search;
    }
    expect(sorted(...seen)).toEqual(sorted(made.middle!, made.late!));
  });

  test('are followed by the token of the next page too', async () => {
    const address = '/api/users/datatable?limit=1&date[start]=2026-01-10';
    const first = (await viewer.rest('GET', address)).body;
    const second = (await viewer.rest('GET', `${address}&next=${first.next_token}`)).body;
    expect(sorted(first.data[0].id, second.data[0].id)).toEqual(sorted(made.middle!, made.late!));
    expect(second).toMatchObject({ next_token: null, from: 2, to: 2, total: 2 });
  });
});

describe('each documented status', () => {
  let viewer: TestViewer;
  let all: number[];
  const of: Record<string, number> = {};
  beforeAll(async () => {
    viewer = await asViewer();
    const { orgId } = viewer;
    const next = '2999-01-01';
    of['0'] = await makeUser(orgId, { active: false, locked: true });
    of['1'] = viewer.userId;
    of['2'] = await makeUser(orgId, { email_verified_at: null, invitation_expires_at: next, locked: true });
    of['3'] = await makeUser(orgId, { email_verified_at: null, invitation_expires_at: null });
    of['4'] = await makeUser(orgId, { locked: true });
    all = Object.values(of);
  });

  test.each(['0', '1', '2', '3', '4'])('%s finds its users, and its negation all others', async (status) => {
    expect(await ids(viewer, '/api/users/datatable', `active=${status}`)).toEqual([of[status]]);
    const others = all.filter((id) => id !== of[status]);
    expect(await ids(viewer, '/api/users/datatable', `active[not_equal]=${status}`)).toEqual(sorted(...others));
  });
});

test('support finds users by the name of their organization and by their role', async () => {
  const support = await asViewer({ kind: 'support' });
  const boss = await asViewer();
  await admin.query("update organizations set name = 'Zebra Home Care' where id = $1", [boss.orgId]);
  const staff = await makeUser(boss.orgId, {}, 'org.ep.staff');
  const found = (query: string) => ids(support, '/api/users/datatable', query);
  expect(await found('filters[org_name][contain]=zebra')).toEqual(sorted(boss.userId, staff));
  expect(await found('filters[org_name][contain]=zebra&filters[role][equal]=org.ep.staff')).toEqual([staff]);
  expect(await found('filters[org_name][contain]=zebra&filters[role][not_equal]=org.ep.staff')).toEqual([boss.userId]);
  expect(await found('filters[role][equal]=org.unknown')).toBe(422);
});

test('a search finds names and addresses without case and accents; each word must be in one of them', async () => {
  const viewer = await asViewer();
  const id = await makeUser(viewer.orgId, { first_name: 'José', last_name: 'Ibáñez' });
  await makeUser(viewer.orgId, { first_name: 'Maria', last_name: 'Ibarra' });
  for (const search of ['IBANEZ', 'ibáñez', 'jose iba', 'Ibanez, J'])
    expect([search, await ids(viewer, '/api/users/datatable', `searchTerm=${encodeURIComponent(search)}`)]).toEqual([
      search,
      [id],
    ]);
  expect(await ids(viewer, '/api/users/datatable', 'searchTerm=maria+ibanez')).toEqual([]);
  expect(await ids(viewer, '/api/users/datatable', 'searchTerm=%25')).toEqual([]);
});

test('users are found by the day of their last sign-in in the zone of the organization, and those without one', async () => {
  const viewer = await asViewer();
  const times = { Late: '2026-02-02T04:59:00Z', Next: '2026-02-02T05:00:00Z', Never: null };
  for (const [last_name, last_successful_login] of Object.entries(times))
    await makeUser(viewer.orgId, { last_name, last_successful_login });
  const found = async (where: object) => {
    const { data, errors } = await viewer.gql(
      'query ($where: UsersWhere) { users(where: $where) { edges { node { lastName } } } }',
      { where },
    );
    expect(errors).toBeUndefined();
    const names = data.users.edges.map(({ node }: { node: { lastName: string } }) => node.lastName);
    return names.filter((name: string) => name in times).toSorted(); // the viewer signed in too
  };
  expect(await found({ lastSuccessfulLogin: { equal: '2026-02-01' } })).toEqual(['Late']);
  expect(await found({ lastSuccessfulLogin: { lessThan: '2026-02-02' } })).toEqual(['Late']);
  expect(await found({ lastSuccessfulLogin: { greaterThan: '2026-02-01' } })).toEqual(['Next']);
  const away = [{ lastSuccessfulLogin: { lessThan: '2026-02-02' } }, { lastSuccessfulLogin: { isNull: true } }];
  expect(await found({ or: away })).toEqual(['Late', 'Never']);
});

test('a row has the documented fields of a user', async () => {
  const viewer = await asViewer();
  const { orgId } = viewer;
  const location = await make('locations', { org_id: orgId, name: 'Albany', country: 'US', is_primary: true });
  const columns = {
    user_type: 'Location',
    phone: '5185550100',
    locked: true,
    created_at: '2026-01-10T05:00:00Z',
    last_successful_login: '2026-02-01T05:00:00Z',
    has_api: true,
  };
  const id = await makeUser(orgId, columns, 'location.ep.staff');
  await join('user_locations', orgId, id, location);
  const { body } = await viewer.rest('GET', `/api/users/datatable?id=${id}`);
  expect(body.data).toMatchObject([
    {
      id,
      org_id: orgId,
      org_name: expect.stringContaining('Organization'),
      user_type: 'Location',
      phone: '5185550100',
      roles: [{ id: 7, name: 'location.ep.staff', label: 'Location staff' }],
      is_clinician: true,
      mvc_settings: { enabled: false },
      two_factor_sms_enabled: false,
      two_factor_app_enabled: false,
      locked: 1,
      active: 1,
      has_api: true,
      created: '2026-01-10T05:00:00.000Z',
      last_successful_login: '2026-02-01T05:00:00.000Z',
      roleLocations: [{ id: location, name: 'Albany' }],
      roleGroups: [],
      status: 'locked',
    },
  ]);
});

const PRIVATE = `role roleLabel status userType phone isClinician notificationType ventilatorAccess active locked
  invitationExpiresAt twoFactorAppEnabled twoFactorSmsEnabled hasApi lastSuccessfulLogin createdAt
  locations { name } groups { name }`;
const MAY = `viewerCanEdit viewerCanView viewerCanSetActive viewerCanUnlock viewerCanResendInvitation
  viewerCanStartPasswordReset viewerCanResetSecondFactor viewerCanSetVentilatorAccess`;

describe('a user of another organization who treats a shared patient', () => {
  const CLINICIAN = `query ($id: ID!) { patient(id: $id) { clinician { email ${PRIVATE} ${MAY} } } }`;
  let patient: { id: number; orgId: number };
  let clinician: TestViewer;
  let owner: TestViewer;

  beforeAll(async () => {
    [owner, clinician] = [await asViewer(), await asViewer({ kind: 'clinical' })];
    await admin.query(
      "update users set phone = '5185550100', locked = true, two_factor_app_enabled = true where id = $1",
      [clinician.userId],
    );
    patient = await makePatient(owner.orgId, { clinician_org_id: clinician.orgId, clinician_id: clinician.userId });
  });

  test('has a name and an address, and every other field is null', async () => {
    const { data } = await owner.gql(CLINICIAN, { id: patient.id });
    const { email, __typename: _type, ...others } = data.patient.clinician;
    expect(email).toMatch(/@example.test$/);
    expect(Object.entries(others).filter(([, value]) => value !== null && value !== false)).toEqual([]);
    expect(Object.keys(others).length).toBeGreaterThan(20);
  });

  test('is shown whole to who may view any user', async () => {
    const support = await asViewer({ kind: 'support' });
    const { data } = await support.gql(CLINICIAN, { id: patient.id });
    expect(data.patient.clinician).toMatchObject({
      role: 'org.clinical.admin',
      phone: '5185550100',
      status: 'LOCKED',
      userType: 'ORGANIZATION',
      locations: [],
      viewerCanUnlock: true,
    });
    const { data: lesser } = await (
      await asViewer({ kind: 'support', can: ['viewAny.patient', 'update.user.lock'] })
    ).gql(CLINICIAN, { id: patient.id });
    expect(lesser.patient.clinician).toMatchObject({ role: null, phone: null, status: null, viewerCanUnlock: false });
  });
});

test('a page of users takes the same number of statements whatever its length', async () => {
  const viewer = await asViewer();
  for (let index = 0; index < 6; index++) await makeUser(viewer.orgId);
  const query = `query ($first: Int) { users(first: $first) { edges { node { email ${PRIVATE} ${MAY} organization { name } } } } }`;
  const [few, many] = [
    await countQueries(() => viewer.gql(query, { first: 2 })),
    await countQueries(() => viewer.gql(query, { first: 6 })),
  ];
  expect(many.result.data.users.edges).toHaveLength(6);
  expect(many.statements).toBe(few.statements);
});
