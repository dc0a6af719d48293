import { beforeAll, describe, expect, test } from '@jest/globals';
import { unique, userRow } from '../../db/factories.ts';
import { linesOf } from '../../../test/audit-lines.ts';
import { admin, asViewer, make, makeOrganization, usePortal, type TestViewer } from '../../../test/harness.ts';

usePortal();

const VALUES =
  'version firstName lastName email phone userType role locations groups isClinician notificationType twoFactorSmsEnabled';
const FORM = `{ values { ${VALUES} } userTypes roles { name userType assignable reason } locations { id name assignable } groups { id name assignable } asksForPhone asksForClinician organization { databaseId } }`;
const NEW_FORM = `query ($id: ID) { newUserForm(organizationId: $id) ${FORM} }`;
const ERRORS = 'userErrors { field code message }';
const CHECK_CREATE = `query ($input: CreateUserInput!, $only: [String!]) { checkCreateUser(input: $input, only: $only) { ${ERRORS} } }`;
const CREATE = `mutation ($input: CreateUserInput!) { createUser(input: $input) { user { databaseId email } ${ERRORS} } }`;
let viewer: TestViewer;
let north: number;
let south: number;
let group: number;
let foreignLocation: number;
beforeAll(async () => {
  viewer = await asViewer();
  const location = (name: string, orgId: number) =>
    make('locations', { org_id: orgId, name, country: 'US', is_primary: false });
  north = await location('North', viewer.orgId);
  south = await location('South', viewer.orgId);
  group = await make('org_groups', { org_id: viewer.orgId, name: 'Upstate' });
  foreignLocation = await location('Theirs', await makeOrganization());
});

const newUser = (facts: object = {}) => {
  const email = `new${unique()}@example.test`;
  return {
    firstName: 'Dana',
    lastName: 'Reyes',
    email,
    confirmEmail: email,
    userType: 'ORGANIZATION',
    role: 'org.ep.staff',
    ...facts,
  };
};
const codes = (errors: { field: string; code: string }[]) => errors.map(({ field, code }) => [field, code]);
const create = async (facts: object = {}, who = viewer) =>
  (await who.gql(CREATE, { input: newUser(facts) })).data.createUser;

const stored = async (id: number) =>
  (
    await admin.query(
      `select u.first_name, u.phone, u.user_type, u.version, u.active, u.email_verified_at,
          array(select r.name from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id) as roles,
          array(select location_id from user_locations l where l.user_id = u.id order by 1) as locations,
          array(select group_id from user_groups g where g.user_id = u.id order by 1) as groups
         from users u where u.id = $1`,
      [id],
    )
  ).rows[0];

describe('a new user', () => {
  test('is stored with role and digits of the phone number, active and not verified, with an audit line of each field', async () => {
    const { user, userErrors } = await create({ phone: '(518) 555-0100', firstName: '  Dana ' });
    expect(userErrors).toEqual([]);
    expect(await stored(user.databaseId)).toEqual({
      first_name: 'Dana',
      phone: '5185550100',
      user_type: 'Organization',
      version: 1,
      active: true,
      email_verified_at: null,
      roles: ['org.ep.staff'],
      locations: [],
      groups: [],
    });
    const line = (await linesOf(viewer)).at(-1)!;
    expect([line.operation, line.outcome, line.properties]).toEqual([
      'Mutation.createUser',
      'done',
      expect.objectContaining({
        user: user.databaseId,
        changes: expect.objectContaining({ role: [null, 'org.ep.staff'], firstName: [null, 'Dana'] }),
      }),
    ]);
  });

  test('of the type Location has locations, of the type Group has groups', async () => {
    const located = await create({ userType: 'LOCATION', role: 'location.ep.staff', locations: [north, south] });
    expect(await stored(located.user.databaseId)).toMatchObject({ locations: [north, south], groups: [] });
    const grouped = await create({ userType: 'GROUP', role: 'group.ep.staff', groups: [group] });
    expect(await stored(grouped.user.databaseId)).toMatchObject({ locations: [], groups: [group] });
  });

  test.each([
    ['no name', { firstName: ' ' }, 'firstName', 'required'],
    ['a name of 101 characters', { lastName: 'a'.repeat(101) }, 'lastName', 'user.name_too_long'],
    [
      'an address in the first name',
      { firstName: 'Your parcel waits: open evil.example/x now' },
      'firstName',
      'user.name_address',
    ],
    ['a domain in the last name', { lastName: 'evil.example' }, 'lastName', 'user.name_address'],
    ['another address the second time', { confirmEmail: 'other@example.test' }, 'confirmEmail', 'user.email_differs'],
    ['nine digits', { phone: '(518) 555-010' }, 'phone', 'user.phone_format'],
    ['a number of Jamaica', { phone: '(876) 555-0100' }, 'phone', 'user.phone_region'],
    ['a role of another user type', { role: 'location.ep.staff' }, 'role', 'user.role_of_other_type'],
    ['a role of clinics', { role: 'org.clinical.staff' }, 'role', 'user.role_of_other_organization'],
    ['an unknown role', { role: 'org.ep.owner' }, 'role', 'user.role_of_other_organization'],
    ['no location', { userType: 'LOCATION', role: 'location.ep.staff' }, 'locations', 'user.locations_required'],
    ['no group', { userType: 'GROUP', role: 'group.ep.staff' }, 'groups', 'user.groups_required'],
  ])('with %s is refused at its field, by the check and by the mutation', async (_title, facts, field, code) => {
    const input = newUser(facts);
    const checked = (await viewer.gql(CHECK_CREATE, { input })).data.checkCreateUser;
    expect(codes(checked.userErrors)).toEqual([[field, code]]);
    expect((await viewer.gql(CREATE, { input })).data.createUser.userErrors).toEqual(checked.userErrors);
    expect((await admin.query('select from users where email = $1', [input.email])).rowCount).toBe(0);
  });

  test('with a name of 100 characters is stored', async () => {
    expect((await create({ lastName: 'a'.repeat(100) })).userErrors).toEqual([]);
  });

  test("of another organization's location is refused like one of a location that is not assignable", async () => {
    const theirs = await create({ userType: 'LOCATION', role: 'location.ep.staff', locations: [foreignLocation] });
    const limited = await asViewer({ orgId: viewer.orgId, roles: ['location.ep.admin'], locationIds: [north] });
    const other = await create({ userType: 'LOCATION', role: 'location.ep.staff', locations: [south] }, limited);
    expect(codes(theirs.userErrors)).toEqual([['locations', 'user.location_not_assignable']]);
    expect(other.userErrors).toEqual(theirs.userErrors);
  });

  test('is made by an administrator of a location for that location', async () => {
    const limited = await asViewer({ orgId: viewer.orgId, roles: ['location.ep.admin'], locationIds: [north] });
    const made = await create({ userType: 'LOCATION', role: 'location.ep.staff', locations: [north] }, limited);
    expect(made).toMatchObject({ userErrors: [], user: { email: expect.any(String) } });
    expect(await stored(made.user.databaseId)).toMatchObject({ roles: ['location.ep.staff'], locations: [north] });
  });

  test('with a taken address is refused in the same words, whether the viewer sees the holder or not, in any case', async () => {
    const visible = userRow(viewer.orgId);
    const hidden = userRow(await makeOrganization());
    await make('users', visible);
    await make('users', hidden);
    const answers = [];
    for (const { email } of [visible, hidden] as { email: string }[]) {
      const address = email.toUpperCase();
      answers.push((await create({ email: address, confirmEmail: address })).userErrors);
    }
    expect(codes(answers[0]!)).toEqual([['email', 'user.email_taken']]);
    expect(answers[1]).toEqual(answers[0]);
  });

  test('is refused as too many after 20 taken addresses in an hour, also for a free one', async () => {
    const guesser = await asViewer();
    const { email } = userRow(guesser.orgId) as { email: string };
    await make('users', userRow(guesser.orgId, { email }));
    const ask = async (address: string) =>
      guesser.gql(CHECK_CREATE, { input: newUser({ email: address, confirmEmail: address }), only: ['email'] });
    for (let nth = 1; nth <= 20; nth += 1)
      expect(codes((await ask(email)).data.checkCreateUser.userErrors)).toEqual([['email', 'user.email_taken']]);
    expect((await ask('free@example.test')).errors?.[0]?.extensions.code).toBe('TOO_MANY');
  });
});

describe('the form', () => {
  test('offers the roles of the organization, and the locations and groups with whether they can be given', async () => {
    const { data } = await viewer.gql(NEW_FORM);
    expect(data.newUserForm).toMatchObject({
      values: null,
      userTypes: ['ORGANIZATION', 'LOCATION', 'GROUP'],
      locations: [
        { id: north, name: 'North', assignable: true },
        { id: south, name: 'South', assignable: true },
      ],
      groups: [{ id: group, name: 'Upstate', assignable: true }],
      asksForPhone: false,
      asksForClinician: true,
    });
    expect(data.newUserForm.roles.map(({ name }: { name: string }) => name)).toEqual(
      [
        'org.ep.admin',
        'org.ep.staff',
        'location.ep.admin',
        'location.ep.staff',
        'group.ep.admin',
        'group.ep.staff',
      ].sort(
        (one, other) =>
          data.newUserForm.roles.findIndex((r: { name: string }) => r.name === one) -
          data.newUserForm.roles.findIndex((r: { name: string }) => r.name === other),
      ),
    );
  });

  test('greys what an administrator of a location cannot give, with the reason', async () => {
    const limited = await asViewer({ orgId: viewer.orgId, roles: ['location.ep.admin'], locationIds: [north] });
    const { userTypes, roles, locations, groups } = (await limited.gql(NEW_FORM)).data.newUserForm;
    expect(userTypes).toEqual(['LOCATION']);
    expect(locations.map(({ assignable }: { assignable: boolean }) => assignable)).toEqual([true, false]);
    expect(groups.map(({ assignable }: { assignable: boolean }) => assignable)).toEqual([false]);
    expect(roles.find(({ name }: { name: string }) => name === 'org.ep.admin')).toMatchObject({
      assignable: false,
      reason: expect.stringContaining('whole organization'),
    });
  });

  test('of a clinic asks for no clinician and has one user type', async () => {
    const clinic = await asViewer({ kind: 'clinical' });
    const { asksForClinician, userTypes, roles } = (await clinic.gql(NEW_FORM)).data.newUserForm;
    expect([asksForClinician, userTypes]).toEqual([false, ['ORGANIZATION']]);
    expect(roles.map(({ name }: { name: string }) => name).sort()).toEqual([
      'org.clinical.admin',
      'org.clinical.staff',
    ]);
  });
});

describe('the scope of the list from which the form of a new user is opened', () => {
  const typesIn = async (who: TestViewer, scope?: string) =>
    (await who.gql('query ($scope: UserScope) { newUserForm(scope: $scope) { userTypes } }', { scope: scope ?? null }))
      .data.newUserForm.userTypes;

  test.each([
    [undefined, ['ORGANIZATION', 'LOCATION', 'GROUP']],
    ['ALL', ['ORGANIZATION', 'LOCATION', 'GROUP']],
    ['LOCATION', ['LOCATION']],
    ['GROUP', ['GROUP']],
  ])('%s leaves the user types %j', async (scope, types) => {
    expect(await typesIn(viewer, scope)).toEqual(types);
  });

  test('leaves all possible types in an organization that has none of the scope: in a clinic, or without a group', async () => {
    expect(await typesIn(await asViewer({ kind: 'clinical' }), 'LOCATION')).toEqual(['ORGANIZATION']);
    expect(await typesIn(await asViewer(), 'GROUP')).toEqual(['ORGANIZATION']);
  });
});

describe('the organizations of the form', () => {
  const FIND = 'query ($search: String!) { userFormOrganizations(search: $search) { databaseId name } }';
  const found = async (who: TestViewer, search: string) =>
    (await who.gql(FIND, { search })).data.userFormOrganizations.map(({ name }: { name: string }) => name);
  const mark = `Zeta${unique()}`;
  beforeAll(async () => {
    for (let nth = 10; nth < 32; nth++) await makeOrganization('ep', { name: `${mark} Number ${nth} 5%` });
  });

  test('are for support staff those whose name has every word, at most 20 by name', async () => {
    const support = await asViewer({ kind: 'support' });
    const all = await found(support, mark);
    expect(all).toEqual(Array.from({ length: 20 }, (_, n) => `${mark} Number ${n + 10} 5%`));
    expect(await found(support, `number 31 ${mark.toLowerCase()}`)).toEqual([`${mark} Number 31 5%`]);
    expect(await found(support, `${mark} 5_`)).toEqual([]);
    expect(await found(support, '')).toHaveLength(20);
  });

  test('are for everyone else the own one', async () => {
    const own = await asViewer({ orgId: await makeOrganization('ep', { name: `${mark} Own` }) });
    expect(await found(own, mark)).toEqual([`${mark} Own`]);
    expect(await found(own, 'Number')).toEqual([]);
  });

  test('take a user that support staff adds, with a role of that organization', async () => {
    const support = await asViewer({ kind: 'support' });
    const orgId = await makeOrganization();
    const { user, userErrors } = await create({ organizationId: String(orgId), role: 'org.ep.admin' }, support);
    expect(userErrors).toEqual([]);
    const { rows } = await admin.query('select org_id from users where id = $1', [user.databaseId]);
    expect(rows).toEqual([{ org_id: orgId }]);
  });
});
