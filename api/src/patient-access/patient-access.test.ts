import { beforeAll, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makePatient,
  running,
  usePortal,
  type Client,
  type Ref,
  type TestViewer,
} from '../../test/harness.ts';
import { userRow } from '../db/factories.ts';

usePortal();

const ACCESS = `query ($id: ID!) { patientAccess(patientId: $id) {
  organizations { organization { databaseId } reasons } supportRoles viewerCanListUsers listsEveryUser } }`;
const USERS = `query ($id: ID!, $first: Int, $search: String) { patientAccessUsers(patientId: $id, first: $first, search: $search) {
  totalCount edges { node { user { databaseId } places } } } }`;
const READERS = 'query ($id: ID!) { patientReaders(patientId: $id) { user { databaseId } lastOpened times } }';

let owner: TestViewer;
let patient: Ref;
/** One viewer of each kind that the owner and its partners have, by name. */
const viewers: Record<string, TestViewer> = {};

async function group(orgId: number, name: string, ...locations: number[]): Promise<number> {
  const id = await make('org_groups', { org_id: orgId, name });
  for (const location of locations)
    await admin.query('insert into org_group_locations (org_id, group_id, location_id) values ($1, $2, $3)', [
      orgId,
      id,
      location,
    ]);
  return id;
}
async function inGroups(viewer: TestViewer, ...groups: number[]): Promise<TestViewer> {
  await admin.query("update users set user_type = 'Group' where id = $1", [viewer.userId]);
  for (const id of groups)
    await admin.query('insert into user_groups (org_id, user_id, group_id) values ($1, $2, $3)', [
      viewer.orgId,
      viewer.userId,
      id,
    ]);
  return viewer;
}

beforeAll(async () => {
  owner = await asViewer({ roles: ['org.ep.admin'] });
  const { orgId } = owner;
  const place = (name: string, org = orgId) =>
    make('locations', { org_id: org, name, country: 'US', is_primary: false });
  const [here, there] = [await place('Here'), await place('There')];
  const [near, wide, far] = [
    await group(orgId, 'Near', here),
    await group(orgId, 'Wide', here, there),
    await group(orgId, 'Far', there),
  ];
  const staff = (options: Parameters<typeof asViewer>[0]) => asViewer({ orgId, ...options });
  const clinic = await asViewer({ kind: 'clinical', roles: ['org.clinical.admin'] });
  const practice = await asViewer({ kind: 'clinical', roles: ['org.clinical.admin'] });
  const provider = await asViewer({ roles: ['org.ep.admin'] });
  Object.assign(viewers, {
    'an administrator': owner,
    staff: await staff({ roles: ['org.ep.staff'] }),
    'a role without patients': await staff({ can: ['view.user', 'create.device'] }),
    'an inactive user': await staff({ roles: ['org.ep.staff'] }),
    'staff of the location': await staff({ roles: ['location.ep.staff'], locationIds: [here] }),
    'staff of two locations': await staff({ roles: ['location.ep.admin'], locationIds: [there, here] }),
    'staff of another location': await staff({ roles: ['location.ep.staff'], locationIds: [there] }),
    'staff of no location': await staff({ roles: ['location.ep.staff'], locationIds: [] }),
    'staff of a group with the location': await inGroups(await staff({ roles: ['group.ep.staff'] }), near, wide),
    'staff of another group': await inGroups(await staff({ roles: ['group.ep.staff'] }), far),
    'a provider': provider,
    'a clinic': clinic,
    'staff of a clinic': await asViewer({ orgId: clinic.orgId, roles: ['org.clinical.staff'] }),
    'staff of a location of a clinic': await asViewer({
      orgId: clinic.orgId,
      roles: ['location.clinical.staff'],
      locationIds: [await place('Clinic', clinic.orgId)],
    }),
    'a practice': practice,
    'another organization': await asViewer({ roles: ['org.ep.admin'] }),
  });
  await admin.query('update users set active = false where id = $1', [viewers['an inactive user']!.userId]);
  patient = await makePatient(orgId, {
    location_id: here,
    dme_id: provider.orgId,
    clinician_org_id: clinic.orgId,
    clinician_id: clinic.userId,
    physician_org_id: practice.orgId,
    physician_id: practice.userId,
  });
});

const ask = (who: Client, query: string, variables: object = {}, id = patient.id) =>
  who.gql(query, { id: String(id), ...variables });
/** Whether the API shows the patient to the viewer: what the answers are compared with. */
const canRead = async (who: Client): Promise<boolean> =>
  Boolean((await ask(who, 'query ($id: ID!) { patient(id: $id) { id } }')).data?.patient);
const usersFor = async (who: Client, variables: object = {}) =>
  (await ask(who, USERS, variables)).data.patientAccessUsers.edges.map(
    ({ node }: { node: { user: { databaseId: number }; places: string[] } }) => node,
  ) as { user: { databaseId: number }; places: string[] }[];
const namesOf = (ids: readonly number[]) => Object.keys(viewers).filter((name) => ids.includes(viewers[name]!.userId));
const codeOf = async (who: Client, query: string, id?: number) =>
  (await ask(who, query, {}, id)).errors?.[0]!.extensions.code;

describe('who sees a patient', () => {
  test.each(['an administrator', 'a provider', 'a clinic'])(
    'of the users of an organization is who reads the patient (%s lists them)',
    async (name) => {
      const lister = viewers[name]!;
      const colleagues = Object.keys(viewers).filter((one) => viewers[one]!.orgId === lister.orgId);
      const readers: string[] = [];
      for (const one of colleagues) if (await canRead(viewers[one]!)) readers.push(one);
      expect(namesOf((await usersFor(lister)).map(({ user }) => user.databaseId))).toEqual(readers);
      expect(readers.length).toBeGreaterThan(0);
    },
  );

  test('of the owner are all users of the organization, and those of its location or of a group with it', async () => {
    const found = await usersFor(owner);
    expect(Object.fromEntries(found.map(({ user, places }) => [namesOf([user.databaseId])[0], places]))).toEqual({
      'an administrator': [],
      staff: [],
      'staff of the location': ['Here'],
      'staff of two locations': ['Here'],
      'staff of a group with the location': ['Near', 'Wide'],
    });
  });

  test('of organizations is who reads the patient, with the reasons', async () => {
    const { organizations, supportRoles } = (await ask(owner, ACCESS)).data.patientAccess;
    expect(organizations).toEqual([
      { organization: { databaseId: owner.orgId }, reasons: ['OWNER'] },
      { organization: { databaseId: viewers['a provider']!.orgId }, reasons: ['PROVIDER'] },
      { organization: { databaseId: viewers['a clinic']!.orgId }, reasons: ['CLINICIAN'] },
      { organization: { databaseId: viewers['a practice']!.orgId }, reasons: ['PHYSICIAN'] },
    ]);
    for (const name of ['an administrator', 'a provider', 'a clinic', 'a practice', 'another organization']) {
      const isListed = organizations.some(
        ({ organization }: { organization: { databaseId: number } }) =>
          organization.databaseId === viewers[name]!.orgId,
      );
      expect([name, isListed]).toEqual([name, await canRead(viewers[name]!)]);
    }
    for (const role of ['support.admin', 'support.staff']) {
      const { rows } = await admin.query('select label from roles where name = $1', [role]);
      const isListed = supportRoles.includes(rows[0].label);
      expect([role, isListed]).toEqual([role, await canRead(await asViewer({ kind: 'support', roles: [role] }))]);
    }
  });

  test('has one organization with several reasons', async () => {
    const other = await makePatient(owner.orgId, {
      dme_id: owner.orgId,
      clinician_org_id: owner.orgId,
      clinician_id: owner.userId,
    });
    expect((await ask(owner, ACCESS, {}, other.id)).data.patientAccess.organizations).toEqual([
      { organization: { databaseId: owner.orgId }, reasons: ['OWNER', 'PROVIDER', 'CLINICIAN'] },
    ]);
  });

  test('follows a patient who moves to another location, and one who belongs to none', async () => {
    const seers = async () => namesOf((await usersFor(owner)).map(({ user }) => user.databaseId)).slice(2);
    const { rows } = await admin.query('select location_id from patients where id = $1', [patient.id]);
    const move = (id: unknown) => admin.query('update patients set location_id = $1 where id = $2', [id, patient.id]);
    await move(
      (await admin.query("select id from locations where name = 'There' and org_id = $1", [owner.orgId])).rows[0].id,
    );
    const there = await seers();
    await move(null);
    const none = await seers();
    await move(rows[0].location_id);
    expect([there, none]).toEqual([
      [
        'staff of two locations',
        'staff of another location',
        'staff of a group with the location',
        'staff of another group',
      ],
      [],
    ]);
  });
});

describe('the list of users', () => {
  test('is that of the own organization: partners learn no name of another one', async () => {
    for (const name of ['a provider', 'a clinic', 'a practice'])
      for (const { user } of await usersFor(viewers[name]!)) {
        const [found] = namesOf([user.databaseId]);
        expect(viewers[found!]!.orgId).toBe(viewers[name]!.orgId);
      }
  });

  test('of an administrator of locations has the users of these, and says that there are others', async () => {
    const lister = viewers['staff of two locations']!;
    expect(namesOf((await usersFor(lister)).map(({ user }) => user.databaseId))).toEqual([
      'staff of the location',
      'staff of two locations',
      'staff of a group with the location',
    ]);
    expect((await ask(lister, ACCESS)).data.patientAccess).toMatchObject({
      viewerCanListUsers: true,
      listsEveryUser: false,
    });
    expect((await ask(owner, ACCESS)).data.patientAccess).toMatchObject({ listsEveryUser: true });
  });

  test('is for administrators who see the patient', async () => {
    const [staff, blind, outsider] = [
      viewers.staff!,
      viewers['a role without patients']!,
      viewers['another organization']!,
    ];
    for (const query of [USERS, READERS])
      expect([await codeOf(staff, query), await codeOf(blind, query), await codeOf(outsider, query)]).toEqual([
        'FORBIDDEN',
        'FORBIDDEN',
        'NOT_FOUND',
      ]);
    expect((await ask(staff, ACCESS)).data.patientAccess.viewerCanListUsers).toBe(false);
    expect(await codeOf(outsider, ACCESS)).toBe('NOT_FOUND');
  });

  test('of support staff is that of the organization in which it acts, or of the patient', async () => {
    const support = await asViewer({ kind: 'support', roles: ['support.admin'] });
    expect(await usersFor(support)).toHaveLength(5);
    await support.gql(
      `mutation { switchOrganization(input: { organizationId: "${viewers['a clinic']!.orgId}" }) { userErrors { code } } }`,
    );
    expect(namesOf((await usersFor(support)).map(({ user }) => user.databaseId))).toEqual([
      'a clinic',
      'staff of a clinic',
    ]);
  });

  test('is read by name, in pages with a total, with as many statements for many users as for one', async () => {
    const clinic = viewers['a practice']!;
    const added: number[] = [];
    for (const last_name of ['Zorn', 'Abel', 'Quill']) {
      const id = await make('users', userRow(clinic.orgId, { last_name }));
      await admin.query(
        "insert into user_roles (org_id, user_id, role_id) select $1, $2, id from roles where name = 'org.clinical.staff'",
        [clinic.orgId, id],
      );
      added.push(id);
    }
    const [zorn, abel, quill] = added;
    const found = (await usersFor(clinic)).map(({ user }) => user.databaseId);
    expect(found.filter((id) => added.includes(id))).toEqual([abel, quill, zorn]);
    expect((await ask(clinic, USERS, { first: 1 })).data.patientAccessUsers).toMatchObject({ totalCount: 4 });
    expect((await usersFor(clinic, { search: 'quill' })).map(({ user }) => user.databaseId)).toEqual([quill]);
    const [one, many] = [
      await countQueries(() => usersFor(clinic, { first: 1 })),
      await countQueries(() => usersFor(clinic, { first: 4 })),
    ];
    expect(many.statements).toBe(one.statements);
  });
});

test('who opened the record lately is who read it, with the time and how often, of the own organization', async () => {
  const other = await makePatient(owner.orgId, {
    clinician_org_id: viewers['a clinic']!.orgId,
    clinician_id: viewers['a clinic']!.userId,
  });
  const open = (name: string) => ask(viewers[name]!, 'query ($id: ID!) { patient(id: $id) { id } }', {}, other.id);
  await open('staff');
  await open('staff');
  await open('a clinic');
  await running().app.readLog.flush();
  await viewers['an administrator']!.rest('GET', `/api/patients/${other.id}`);
  await viewers.staff!.gql('{ patients(first: 50) { edges { node { id } } } }');
  await running().app.readLog.flush();
  const readers = (await ask(owner, READERS, {}, other.id)).data.patientReaders;
  expect(
    readers.map(({ user, times }: { user: { databaseId: number }; times: number }) => [user.databaseId, times]),
  ).toEqual([
    [owner.userId, 1],
    [viewers.staff!.userId, 2],
  ]);
  expect(Date.now() - Date.parse(readers[0].lastOpened)).toBeLessThan(60_000);
  await admin.query(
    `begin; set local session_replication_role = replica;
     update audit_log set created_at = now() - interval '30 days 1 hour' where actor_user_id = ${viewers.staff!.userId} and patient_ids @> array[${other.id}]; commit`,
  );
  expect((await ask(owner, READERS, {}, other.id)).data.patientReaders).toHaveLength(1);
  await admin.query(
    `begin; set local session_replication_role = replica;
     update audit_log set created_at = now() - interval '29 days 23 hours' where actor_user_id = ${viewers.staff!.userId} and patient_ids @> array[${other.id}]; commit`,
  );
  expect((await ask(owner, READERS, {}, other.id)).data.patientReaders).toHaveLength(2);
});

test('each answer leaves a line with the patient', async () => {
  const reader = await asViewer({ orgId: owner.orgId, roles: ['org.ep.admin'] });
  for (const query of [ACCESS, USERS, READERS]) await ask(reader, query);
  expect((await linesOf(reader)).map(({ operation, patients }) => [operation, patients])).toEqual([
    ['Query.patientAccess', [patient.id]],
    ['Query.patientAccessUsers', [patient.id]],
    ['Query.patientReaders', [patient.id]],
  ]);
});
