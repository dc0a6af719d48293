import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeOrganization,
  usePortal,
  type Client,
  type TestViewer,
} from '../../test/harness.ts';

usePortal();

const GROUP = 'version name userCount locations { name }';
const CREATE = `mutation ($input: CreateOrgGroupInput!) { createOrgGroup(input: $input) { group { databaseId ${GROUP} } userErrors { field code message } } }`;
const UPDATE = `mutation ($input: UpdateOrgGroupInput!) { updateOrgGroup(input: $input) { group { ${GROUP} } conflict { version name locations { name } } userErrors { field code message } } }`;
const DELETE = `mutation ($input: DeleteOrgGroupInput!) { deleteOrgGroup(input: $input) { userErrors { field code message } } }`;

let viewer: TestViewer;
let [albany, troy, closed, foreign]: number[] = [];
beforeAll(async () => {
  viewer = await asViewer();
  const place = (org_id: number, name: string, more: object = {}) =>
    make('locations', { org_id, name, country: 'US', ...more });
  albany = await place(viewer.orgId, 'Albany', { is_primary: true });
  troy = await place(viewer.orgId, 'Troy');
  closed = await place(viewer.orgId, 'Utica', { closed_at: new Date() });
  foreign = await place(await makeOrganization(), 'Elsewhere');
});
beforeEach(async () => {
  for (const table of ['user_groups', 'org_group_locations', 'org_groups']) await admin.query(`delete from ${table}`);
});

// oxlint-disable-next-line typescript/no-explicit-any -- payloads are asserted whole
async function send(document: string, input: object, who: Client = viewer): Promise<any> {
  const { data, errors } = await who.gql(document, { input });
  return errors ? errors[0]!.extensions.code : Object.values(data)[0];
}
const create = (name: string, locations: (number | undefined)[], who?: Client) =>
  send(CREATE, { organizationId: String(viewer.orgId), name, locationIds: locations.map(String) }, who);
const fieldsOf = ({ userErrors }: { userErrors: { field: string; code: string }[] }) =>
  userErrors.map(({ field, code }) => [field, code]);

test('a group has a name and the locations that it covers, and both are changed', async () => {
  const { group } = await create('East', [troy, albany, albany]);
  expect(group).toMatchObject({ name: 'East', userCount: 0, locations: [{ name: 'Albany' }, { name: 'Troy' }] });
  const groupId = String(group.databaseId);
  expect(await send(UPDATE, { groupId, locationIds: [String(troy)] })).toMatchObject({
    group: { name: 'East', locations: [{ name: 'Troy' }] },
    userErrors: [],
  });
  expect(await send(UPDATE, { groupId, name: 'West' })).toMatchObject({
    group: { name: 'West', locations: [{ name: 'Troy' }] },
  });
});

test('is refused without a name, without a location, with a closed location, and with a name that is taken', async () => {
  await create('East', [albany]);
  const answers = [
    await create(' ', [albany]),
    await create('A', []),
    await create('A', [closed]),
    await create('EAST', [troy]),
  ];
  expect(answers.map(fieldsOf)).toEqual([
    [['name', 'required']],
    [['locationIds', 'user.locations_required']],
    [['locationIds', 'location.closed']],
    [['name', 'org_group.name_taken']],
  ]);
  expect(await create('A', [foreign])).toBe('NOT_FOUND');
});

test('a group that another user has changed since it was read is refused with its current values', async () => {
  const { group } = await create('East', [albany]);
  const groupId = String(group.databaseId);
  const { version } = group;
  const { group: first } = await send(UPDATE, { groupId, version, locationIds: [String(troy), String(albany)] });
  expect(first.version).not.toBe(version);
  expect(await send(UPDATE, { groupId, version, name: 'South' })).toEqual({
    group: null,
    conflict: { version: first.version, name: 'East', locations: [{ name: 'Albany' }, { name: 'Troy' }] },
    userErrors: [
      {
        field: '',
        code: 'conflict',
        message:
          'Someone else changed this group while you were editing. Nothing was saved. Review the newer values, then save again.',
      },
    ],
  });
  const { group: second } = await send(UPDATE, { groupId, version: first.version, name: 'South' });
  expect(second).toMatchObject({ name: 'South', locations: [{ name: 'Albany' }, { name: 'Troy' }] });
  expect(second.version).not.toBe(first.version);
});

test('a group that covers a location since before it closed keeps it', async () => {
  const id = await make('org_groups', { org_id: viewer.orgId, name: 'Old' });
  await admin.query('update locations set closed_at = null where id = $1', [closed]);
  await admin.query('insert into org_group_locations values ($1, $2, $3)', [viewer.orgId, id, closed]);
  await admin.query('update locations set closed_at = now() where id = $1', [closed]);
  const answer = await send(UPDATE, { groupId: String(id), locationIds: [closed, troy].map(String) });
  expect(answer).toMatchObject({ group: { locations: [{ name: 'Troy' }, { name: 'Utica' }] }, userErrors: [] });
});

test('is deleted when it has no users, and says how many it has otherwise', async () => {
  const { group } = await create('East', [albany]);
  const groupId = String(group.databaseId);
  const { userId } = await asViewer({ orgId: viewer.orgId });
  await admin.query('insert into user_groups values ($1, $2, $3)', [viewer.orgId, userId, group.databaseId]);
  expect((await send(DELETE, { groupId })).userErrors).toEqual([
    {
      field: 'groupId',
      code: 'org_group.in_use',
      message: 'Users belong to this group (1). Move them to another group first.',
    },
  ]);
  await admin.query('delete from user_groups where user_id = $1', [userId]);
  expect((await send(DELETE, { groupId })).userErrors).toEqual([]);
  expect(await send(DELETE, { groupId })).toBe('NOT_FOUND');
});

test('is written by administrators of the whole organization and by support staff with update.org', async () => {
  const support = (...can: ('viewAny.org' | 'update.org')[]) => asViewer({ kind: 'support', can });
  const ofLocation = await asViewer({ orgId: viewer.orgId, locationIds: [albany!], can: ['update.org.settings'] });
  const answers = [
    await create('A', [albany], await support('viewAny.org', 'update.org')),
    await create('B', [albany], await support('viewAny.org')),
    await create('C', [albany], ofLocation),
    await create('D', [albany], await asViewer()),
  ];
  expect(answers.map((one) => one.userErrors ?? one)).toEqual([[], 'FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND']);
});
