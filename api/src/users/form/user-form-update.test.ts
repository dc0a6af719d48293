import { beforeAll, describe, expect, test } from '@jest/globals';
import { userRow } from '../../db/factories.ts';
import { linesOf } from '../../../test/audit-lines.ts';
import { admin, asViewer, make, makeOrganization, usePortal, type TestViewer } from '../../../test/harness.ts';

usePortal();

const VALUES =
  'version firstName lastName email phone country userType role locations groups isClinician notificationType twoFactorSmsEnabled';
const USER_FORM = `query ($id: ID!) { userForm(userId: $id) { values { ${VALUES} } } }`;
const ERRORS = 'userErrors { field code message }';
const CHECK_UPDATE = `query ($input: UpdateUserInput!, $only: [String!]) { checkUpdateUser(input: $input, only: $only) { ${ERRORS} conflict { ${VALUES} } } }`;
const UPDATE = `mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { databaseId firstName } ${ERRORS} conflict { ${VALUES} } } }`;

let viewer: TestViewer;
let north: number;
let south: number;
beforeAll(async () => {
  viewer = await asViewer();
  const location = (name: string, orgId: number) =>
    make('locations', { org_id: orgId, name, country: 'US', is_primary: false });
  north = await location('North', viewer.orgId);
  south = await location('South', viewer.orgId);
});

const codes = (errors: { field: string; code: string }[]) => errors.map(({ field, code }) => [field, code]);
/** A user with this role, made without the API. */
async function makeUser(role: string, facts: Record<string, unknown> = {}, orgId = viewer.orgId): Promise<number> {
  const id = await make('users', userRow(orgId, facts));
  await admin.query('insert into user_roles (org_id, user_id, role_id) select $1, $2, id from roles where name = $3', [
    orgId,
    id,
    role,
  ]);
  return id;
}
const values = async (id: number, who = viewer) => (await who.gql(USER_FORM, { id: String(id) })).data.userForm.values;
const update = async (id: number, facts: object = {}, who = viewer) => {
  const { version, email: _email, twoFactorSmsEnabled: _sms, ...current } = await values(id, who);
  const answer = await who.gql(UPDATE, { input: { userId: String(id), version, ...current, ...facts } });
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  return answer.data.updateUser;
};
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

describe('an existing user', () => {
  test('is changed, and the audit line has each changed field before and after', async () => {
    const id = await makeUser('org.ep.staff', { first_name: 'Alex', phone: '5185550100' });
    const { user, userErrors } = await update(id, { firstName: 'Sam', phone: null, role: 'org.ep.admin' });
    expect([user, userErrors]).toEqual([{ databaseId: id, firstName: 'Sam' }, []]);
    expect(await stored(id)).toMatchObject({ first_name: 'Sam', phone: null, roles: ['org.ep.admin'], version: 2 });
    expect((await linesOf(viewer)).at(-1)!.properties).toMatchObject({
      user: id,
      changes: {
        firstName: ['Alex', 'Sam'],
        phone: ['5185550100', null],
        role: ['org.ep.staff', 'org.ep.admin'],
      },
    });
  });

  test('of another country keeps it, and the log of the user has both', async () => {
    const id = await makeUser('org.ep.staff');
    await update(id, { country: 'CA' });
    await update(id, { firstName: 'Sam', country: null });
    expect(await values(id)).toMatchObject({ firstName: 'Sam', country: 'CA' });
    const { rows } = await admin.query('select changes from user_changes where user_id = $1 order by id', [id]);
    expect(rows.map(({ changes }) => changes.country)).toContainEqual({ before: 'US', after: 'CA' });
    expect((await update(id, { country: 'MX' })).userErrors).toMatchObject([
      { field: 'country', code: 'user.country' },
    ]);
  });

  test('moves to locations and back; the other places are cleared', async () => {
    const id = await makeUser('org.ep.staff');
    await update(id, { userType: 'LOCATION', role: 'location.ep.staff', locations: [north] });
    expect(await stored(id)).toMatchObject({ user_type: 'Location', locations: [north], roles: ['location.ep.staff'] });
    await update(id, { locations: [south] });
    expect(await stored(id)).toMatchObject({ locations: [south] });
    await update(id, { userType: 'ORGANIZATION', role: 'org.ep.staff', locations: [], groups: [] });
    expect(await stored(id)).toMatchObject({ user_type: 'Organization', locations: [], roles: ['org.ep.staff'] });
  });

  test('that is saved without a change keeps its version', async () => {
    const id = await makeUser('org.ep.staff');
    expect((await update(id)).userErrors).toEqual([]);
    expect((await stored(id)).version).toBe(1);
  });

  test('that another administrator has changed is refused to the second one, with the values of now', async () => {
    const id = await makeUser('org.ep.staff', { first_name: 'Alex' });
    await update(id, { firstName: 'Sam' });
    const late = await update(id, { firstName: 'Kim', version: 1 });
    expect([codes(late.userErrors), late.conflict.firstName, late.conflict.version]).toEqual([
      [['', 'conflict']],
      'Sam',
      2,
    ]);
    expect(await stored(id)).toMatchObject({ first_name: 'Sam', version: 2 });
  });

  test('that two administrators save at the same moment is changed by one of them', async () => {
    const id = await makeUser('org.ep.staff');
    const answers = await Promise.all([
      update(id, { firstName: 'Sam', version: 1 }),
      update(id, { firstName: 'Kim', version: 1 }),
    ]);
    expect(answers.map(({ userErrors }) => userErrors.length).sort()).toEqual([0, 1]);
    expect((await stored(id)).version).toBe(2);
  });

  test('does not change their own role, type or places, and changes their own name', async () => {
    const self = await asViewer();
    await makeUser('org.ep.admin', {}, self.orgId);
    const refused = await update(self.userId, { role: 'org.ep.staff' }, self);
    expect(codes(refused.userErrors)).toEqual([['role', 'user.own_access']]);
    expect((await update(self.userId, { firstName: 'Sam' }, self)).userErrors).toEqual([]);
  });

  test('who is the last active administrator keeps the role', async () => {
    const orgId = await makeOrganization();
    const support = await asViewer({ kind: 'support' });
    const [last, inactive] = [
      await makeUser('org.ep.admin', {}, orgId),
      await makeUser('org.ep.admin', { active: false }, orgId),
    ];
    const refused = await update(last, { role: 'org.ep.staff' }, support);
    expect(codes(refused.userErrors)).toEqual([['role', 'user.last_administrator']]);
    expect((await update(inactive, { role: 'org.ep.staff' }, support)).userErrors).toEqual([]);
    await makeUser('org.ep.admin', {}, orgId);
    expect((await update(last, { role: 'org.ep.staff' }, support)).userErrors).toEqual([]);
  });

  test('who permits more than the viewer keeps the role, and locations of others stay', async () => {
    const limited = await asViewer({ orgId: viewer.orgId, roles: ['location.ep.admin'], locationIds: [north] });
    const id = await makeUser('location.ep.staff', { user_type: 'Location' });
    await admin.query('insert into user_locations (org_id, user_id, location_id) values ($1, $2, $3), ($1, $2, $4)', [
      viewer.orgId,
      id,
      north,
      south,
    ]);
    const removed = await update(id, { locations: [north] }, limited);
    expect(codes(removed.userErrors)).toEqual([['locations', 'user.location_not_assignable']]);
    expect((await update(id, { firstName: 'Sam' }, limited)).userErrors).toEqual([]);
    expect(await stored(id)).toMatchObject({ first_name: 'Sam', locations: [north, south] });
  });

  test('is checked by field without writing', async () => {
    const id = await makeUser('org.ep.staff');
    const input = { userId: String(id), firstName: '', lastName: 'X', userType: 'ORGANIZATION', role: 'org.ep.owner' };
    const check = async (only?: string[]) =>
      codes((await viewer.gql(CHECK_UPDATE, { input, only })).data.checkUpdateUser.userErrors);
    expect(await check(['lastName'])).toEqual([]);
    expect(await check(['firstName'])).toEqual([['firstName', 'required']]);
    expect(await check(['role'])).toEqual([['role', 'user.role_of_other_organization']]);
    expect((await stored(id)).version).toBe(1);
  });
});
