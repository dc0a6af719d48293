import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeMachine,
  makeOrganization,
  makePatient,
  usePortal,
  type Client,
  type TestViewer,
} from '../../test/harness.ts';
import { whileLocked } from '../../test/locks.ts';

usePortal();

const LOCATION = `databaseId name address1 address2 city state zip country phone customId isPrimary closedAt`;
const CREATE = `mutation ($input: CreateLocationInput!) { createLocation(input: $input) { location { ${LOCATION} } userErrors { field code } } }`;
const UPDATE = `mutation ($input: UpdateLocationInput!) { updateLocation(input: $input) { location { ${LOCATION} } userErrors { field code } } }`;
const USAGE = 'patients machines users groups';
const CLOSE = `mutation ($input: CloseLocationInput!) { closeLocation(input: $input) { location { closedAt } complete moved { ${USAGE} } usage { ${USAGE} } userErrors { field code } } }`;
const REOPEN = `mutation ($input: ReopenLocationInput!) { reopenLocation(input: $input) { location { closedAt } userErrors { field code } } }`;
const PRIMARY = `mutation ($input: MakePrimaryLocationInput!) { makePrimaryLocation(input: $input) { location { isPrimary } userErrors { field code } } }`;

const ALBANY = {
  name: 'Albany',
  address1: '120 Washington Avenue',
  country: 'US',
  state: 'NY',
  city: 'Albany',
};

let org: number;
let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
  org = viewer.orgId;
});
beforeEach(async () => {
  await admin.query('delete from user_locations where org_id = $1', [org]);
  await admin.query('delete from org_group_locations where org_id = $1', [org]);
  await admin.query('delete from org_groups where org_id = $1', [org]);
  await admin.query('update patients set location_id = null where org_id = $1', [org]);
  await admin.query('update machines set location_id = null where org_id = $1', [org]);
  await admin.query('delete from locations where org_id = $1', [org]);
});

/** The payload of a mutation, or the code of its error. */
// oxlint-disable-next-line typescript/no-explicit-any -- payloads are asserted whole
async function send(document: string, input: object, who: Client = viewer): Promise<any> {
  const { data, errors } = await who.gql(document, { input });
  return errors ? errors[0]!.extensions.code : Object.values(data)[0];
}
const create = (more: object = {}, who?: Client) =>
  send(CREATE, { organizationId: String(org), ...ALBANY, ...more }, who);
const close = (location: number, to?: number) =>
  send(CLOSE, { locationId: String(location), ...(to && { moveToId: String(to) }) });
/** Locations of the organization without the checks of the API: the first is the primary one. */
const places = async (...names: string[]) => {
  const ids: number[] = [];
  for (const name of names)
    ids.push(await make('locations', { org_id: org, ...ALBANY, name, is_primary: ids.length === 0 }));
  return ids;
};
const primaries = async () =>
  (await admin.query<{ id: number }>('select id from locations where org_id = $1 and is_primary', [org])).rows.map(
    ({ id }) => id,
  );
const userErrors = (...errors: [field: string, code: string][]) => errors.map(([field, code]) => ({ field, code }));

describe('a new location', () => {
  test('has the documented fields, and the first one of an organization is its primary location', async () => {
    const more = { address2: 'Floor 2', zip: '12210', phone: '(518) 555-0101', customId: 'A-1' };
    expect(await create(more)).toEqual({
      location: {
        databaseId: expect.any(Number),
        ...ALBANY,
        ...more,
        phone: '5185550101',
        isPrimary: true,
        closedAt: null,
      },
      userErrors: [],
    });
    expect((await create({ name: 'Troy' })).location).toMatchObject({ name: 'Troy', zip: null, isPrimary: false });
    expect(await primaries()).toHaveLength(1);
  });

  test.each([
    ['no name', { name: ' ' }, 'name', 'required'],
    ['no first line of the address', { address1: '' }, 'address1', 'required'],
    ['no city', { city: '' }, 'city', 'required'],
    ['a province of Canada in the United States', { state: 'ON' }, 'state', 'address.state'],
    ['a ZIP code in Canada', { country: 'CA', state: 'ON', zip: '12210' }, 'zip', 'address.postal_code'],
    ['a phone number of another country', { phone: '8765550101' }, 'phone', 'user.phone_region'],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, 'name', 'text.too_long'],
    ['the name of an open location, in other letters', { name: 'TROY' }, 'name', 'location.name_taken'],
  ])('with %s is refused at its field', async (_title, more, field, code) => {
    await places('Troy');
    expect(await create(more)).toEqual({ location: null, userErrors: userErrors([field, code]) });
  });

  test('may have the name of a closed one', async () => {
    const [, troy] = await places('Albany', 'Troy');
    await close(troy!);
    expect((await create({ name: 'Troy' })).userErrors).toEqual([]);
    expect(await send(REOPEN, { locationId: String(troy) })).toEqual({
      location: null,
      userErrors: userErrors(['name', 'location.name_taken']),
    });
  });
});

test('an update changes what is sent, keeps the rest, and its audit line has both values', async () => {
  const [albany] = await places('Albany');
  const answer = await send(UPDATE, { locationId: String(albany), city: 'Troy', customId: null });
  expect(answer).toMatchObject({ location: { ...ALBANY, city: 'Troy' }, userErrors: [] });
  const { rows } = await admin.query(
    "select properties -> 'changes' as changes from audit_log where operation = 'Mutation.updateLocation' and actor_user_id = $1",
    [viewer.userId],
  );
  expect(rows).toEqual([{ changes: { city: ['Albany', 'Troy'] } }]);
});

test('a location that another user has changed since it was read is refused with its current values', async () => {
  const [albany] = await places('Albany');
  const locationId = String(albany);
  const change = (version: number, more: object) =>
    send(UPDATE.replace('userErrors', 'conflict { version city customId } userErrors'), {
      locationId,
      version,
      ...more,
    });
  const [first, second] = await Promise.all([change(1, { city: 'Troy' }), change(1, { city: 'Cohoes' })]);
  const [won, lost] = first.location ? [first, second] : [second, first];
  const { city } = won.location;
  expect(lost).toMatchObject({ location: null, conflict: { version: 2, city, customId: null } });
  expect(lost.userErrors).toEqual([{ field: '', code: 'conflict' }]);
  expect(await change(2, { customId: 'A-1' })).toMatchObject({ location: { city, customId: 'A-1' }, conflict: null });
  // What changes nothing is no newer state.
  expect((await change(3, { customId: 'A-1' })).userErrors).toEqual([]);
  expect((await change(3, { name: 'Albany 2' })).location).toMatchObject({ name: 'Albany 2' });
});

test('two changes of one location at once both last: each sends what it changed', async () => {
  const [albany] = await places('Albany');
  const change = (more: object) => send(UPDATE, { locationId: String(albany), ...more });
  await Promise.all([change({ city: 'Troy' }), change({ address1: '2 Main Street' })]);
  const { rows } = await admin.query('select city, address1 from locations where id = $1', [albany]);
  expect(rows).toEqual([{ city: 'Troy', address1: '2 Main Street' }]);
});

describe('who writes', () => {
  const support = { kind: 'support' as const };
  const rights: [who: string, make: () => Promise<TestViewer>, answer: unknown][] = [
    ['support staff with update.org', () => asViewer({ ...support, can: ['viewAny.org', 'update.org'] }), []],
    ['support staff without it', () => asViewer({ ...support, can: ['viewAny.org'] }), 'FORBIDDEN'],
    ['staff of the organization', () => asViewer({ orgId: org, can: ['view.user'] }), 'FORBIDDEN'],
    ['another organization', () => asViewer(), 'NOT_FOUND'],
  ];
  test.each(rights)('%s', async (_who, signIn, answer) => {
    const [albany] = await places('Albany');
    const who = await signIn();
    const answers = [
      await create({ name: 'Troy' }, who),
      await send(UPDATE, { locationId: String(albany), name: 'Main' }, who),
    ];
    expect(answers.map((one) => one.userErrors ?? one)).toEqual([answer, answer]);
  });

  test('no support staff who acts in another organization', async () => {
    const [albany] = await places('Albany');
    const staff = await asViewer(support);
    await staff.gql(
      `mutation { switchOrganization(input: { organizationId: "${await makeOrganization()}" }) { userErrors { code } } }`,
    );
    expect([
      await create({ name: 'Troy' }, staff),
      await send(UPDATE, { locationId: String(albany), name: 'Main' }, staff),
    ]).toEqual(['FORBIDDEN', 'NOT_FOUND']);
  });

  test('no user of a location, whatever the role; not in the database either', async () => {
    const [albany] = await places('Albany');
    const who = await asViewer({ orgId: org, locationIds: [albany!], can: ['update.org.settings'] });
    expect([
      await create({ name: 'Troy' }, who),
      await send(UPDATE, { locationId: String(albany), name: 'Main' }, who),
      await send(PRIMARY, { locationId: String(albany) }, who),
      await send(CLOSE, { locationId: String(albany) }, who),
    ]).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
    await admin.query(
      `begin; select set_config('app.org_id', '${org}', true), set_config('app.user_id', '${who.userId}', true); set local role airlog_limited`,
    );
    const refused = admin.query("update locations set name = 'Main'");
    await expect(refused).rejects.toMatchObject({ code: '42501' });
    await admin.query('rollback');
  });

  test('the record of the organization says so', async () => {
    const ASK = `query ($id: ID!) { organization(id: $id) { record { viewerCanManagePlaces } } }`;
    const staff = await asViewer({ kind: 'support', can: ['viewAny.org'] });
    const may = async (who: Client) =>
      (await who.gql(ASK, { id: String(org) })).data.organization.record.viewerCanManagePlaces;
    expect([await may(viewer), await may(staff)]).toEqual([true, false]);
  });
});

describe('the primary location', () => {
  test('is exactly one, also when two become it at once', async () => {
    const [albany, troy, utica] = await places('Albany', 'Troy', 'Utica');
    expect(await send(PRIMARY, { locationId: String(troy) })).toEqual({
      location: { isPrimary: true },
      userErrors: [],
    });
    expect(await primaries()).toEqual([troy]);
    const both = await Promise.all([albany, utica].map((one) => send(PRIMARY, { locationId: String(one) })));
    expect(both.map(({ userErrors: errors }) => errors)).toEqual([[], []]);
    const left = await primaries();
    expect(left).toHaveLength(1);
    expect([albany, utica]).toContain(left[0]);
  });

  test('waits for a change that has not ended', async () => {
    const [, troy] = await places('Albany', 'Troy');
    const answer = await whileLocked(`select from organizations where id = ${org} for update`, () =>
      send(PRIMARY, { locationId: String(troy) }),
    );
    expect([answer.userErrors, await primaries()]).toEqual([[], [troy]]);
  });

  test('is not closed, and a closed location does not become it', async () => {
    const [albany, troy] = await places('Albany', 'Troy');
    expect(await close(albany!)).toMatchObject({ userErrors: userErrors(['locationId', 'location.primary']) });
    await close(troy!);
    expect(await send(PRIMARY, { locationId: String(troy) })).toEqual({
      location: null,
      userErrors: userErrors(['locationId', 'location.closed']),
    });
  });
});

describe('closing', () => {
  let [albany, troy]: number[] = [];
  let colleague: TestViewer;
  let group: number;
  const counts = (patients: number, machines: number, users: number, groups: number) => ({
    patients,
    machines,
    users,
    groups,
  });
  beforeEach(async () => {
    [albany, troy] = await places('Albany', 'Troy');
  });
  const fill = async () => {
    for (let n = 0; n < 2; n++) await makePatient(org, { location_id: troy });
    await makeMachine(org, { location_id: troy });
    colleague = await asViewer({ orgId: org, locationIds: [troy!], roles: ['location.ep.staff'] });
    group = await make('org_groups', { org_id: org, name: 'East' });
    await admin.query('insert into org_group_locations values ($1, $2, $3)', [org, group, troy]);
  };
  const at = async (table: string, location: number) =>
    (await admin.query(`select from ${table} where location_id = $1`, [location])).rowCount;

  test('an empty location needs no other one, and closing it again changes nothing', async () => {
    const first = await close(troy!);
    expect(first).toMatchObject({ complete: true, moved: counts(0, 0, 0, 0), userErrors: [] });
    expect((await close(troy!)).location).toEqual(first.location);
    // Its data can be corrected, also when an open location has its name by now.
    await create({ name: 'Troy' });
    expect((await send(UPDATE, { locationId: String(troy), city: 'Troy' })).userErrors).toEqual([]);
    await admin.query("update locations set name = 'Old Troy' where id = $1", [troy]);
    expect(await send(REOPEN, { locationId: String(troy) })).toEqual({ location: { closedAt: null }, userErrors: [] });
  });

  test('one in use says by what, and stays open', async () => {
    await fill();
    expect(await close(troy!)).toEqual({
      location: null,
      complete: false,
      moved: null,
      usage: counts(2, 1, 1, 1),
      userErrors: userErrors(['moveToId', 'location.in_use']),
    });
    expect((await admin.query('select closed_at from locations where id = $1', [troy])).rows).toEqual([
      { closed_at: null },
    ]);
  });

  test('one that only a group covers is in use', async () => {
    group = await make('org_groups', { org_id: org, name: 'East' });
    await admin.query('insert into org_group_locations values ($1, $2, $3)', [org, group, troy]);
    expect(await close(troy!)).toMatchObject({
      usage: counts(0, 0, 0, 1),
      userErrors: userErrors(['moveToId', 'location.in_use']),
    });
  });

  test('moves its patients, machines, users and groups; its users see the patients of the other location', async () => {
    await fill();
    await makePatient(org, { location_id: albany });
    expect(await close(troy!, albany)).toMatchObject({ complete: true, moved: counts(2, 1, 1, 1), userErrors: [] });
    const tables = ['patients', 'machines', 'user_locations', 'org_group_locations'];
    const found: (number | null)[][] = [];
    for (const table of tables) found.push([await at(table, troy!), await at(table, albany!)]);
    expect(found).toEqual([
      [0, 3],
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
    const { data } = await colleague.gql('{ patients { totalCount } }');
    expect(data.patients.totalCount).toBe(3);
  });

  test('notes a change of each of its users', async () => {
    await fill();
    const asked =
      'query ($after: String) { changes(after: $after, types: [USER]) { edges { node { databaseId } } pageInfo { endCursor } } }';
    const after = (await viewer.gql(asked)).data.changes.pageInfo.endCursor;
    await close(troy!, albany);
    const { data } = await viewer.gql(asked, { after });
    expect(data.changes.edges).toEqual([{ node: { databaseId: String(colleague.userId) } }]);
  });

  test('of more than 500 patients moves 500 of them a request, and the users and groups with the last', async () => {
    await fill();
    await admin.query(
      "insert into patients (org_id, location_id, first_name, last_name, country) select $1, $2, 'A', 'B', 'US' from generate_series(1, 500)",
      [org, troy],
    );
    expect(await close(troy!, albany)).toMatchObject({ complete: false, moved: counts(500, 1, 0, 0) });
    expect(await close(troy!, albany)).toMatchObject({ complete: true, moved: counts(2, 0, 1, 1) });
    const { rows } = await admin.query(
      "select properties -> 'moved_to' as \"to\", properties -> 'moved' -> 'patients' as patients from audit_log where operation = 'Mutation.closeLocation' and actor_user_id = $1 order by id",
      [viewer.userId],
    );
    expect(rows.slice(-2)).toEqual([
      { to: albany, patients: 500 },
      { to: albany, patients: 2 },
    ]);
  });

  test('does not move to itself, to a closed location, or to another organization', async () => {
    const [, , utica] = [albany, troy, await make('locations', { org_id: org, ...ALBANY, name: 'Utica' })];
    await close(utica!);
    const foreign = await make('locations', { org_id: await makeOrganization(), ...ALBANY });
    expect([await close(troy!, troy), await close(troy!, utica), await close(troy!, foreign)]).toEqual([
      expect.objectContaining({ userErrors: userErrors(['moveToId', 'location.move_to']) }),
      expect.objectContaining({ userErrors: userErrors(['moveToId', 'location.move_to']) }),
      'NOT_FOUND',
    ]);
  });

  test('counts the patient who is being placed there', async () => {
    const answer = await whileLocked(
      `insert into patients (org_id, location_id, first_name, last_name, country) values (${org}, ${troy}, 'A', 'B', 'US')`,
      () => close(troy!),
    );
    expect(answer).toMatchObject({
      usage: counts(1, 0, 0, 0),
      userErrors: userErrors(['moveToId', 'location.in_use']),
    });
  });

  test('no patient, machine, user or group is placed at a closed location', async () => {
    const { id } = await makePatient(org);
    const machine = await makeMachine(org);
    const group = await make('org_groups', { org_id: org, name: 'East' });
    await close(troy!);
    const closed = { code: '23514', constraint: 'location_is_open' };
    for (const sql of [
      `insert into patients (org_id, location_id, first_name, last_name, country) values (${org}, ${troy}, 'A', 'B', 'US')`,
      `update patients set location_id = ${troy} where id = ${id}`,
      `update machines set location_id = ${troy} where id = ${machine.id}`,
      `insert into user_locations values (${org}, ${viewer.userId}, ${troy})`,
      `insert into org_group_locations values (${org}, ${group}, ${troy})`,
    ])
      await expect(admin.query(sql)).rejects.toMatchObject(closed);
  });

  test('it is offered for no user, is in no list of existing clients, and a user who has it keeps it', async () => {
    const { userId } = await asViewer({ orgId: org, locationIds: [troy!], roles: ['location.ep.staff'] });
    await admin.query('update locations set closed_at = now() where id = $1', [troy]);
    const { data } = await viewer.gql(
      'query ($org: ID, $user: ID!) { newUserForm(organizationId: $org) { locations { id } } userForm(userId: $user) { locations { id } } }',
      { org: String(org), user: String(userId) },
    );
    expect([data.newUserForm.locations, data.userForm.locations]).toEqual([
      [{ id: albany }],
      [{ id: albany }, { id: troy }],
    ]);
    const { body } = await viewer.rest('GET', `/api/orgs/${org}/locations`);
    expect(body.map(({ id }: { id: number }) => id)).toEqual([albany]);
    const UPDATE_USER =
      'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { userErrors { field code } } }';
    const user = { firstName: 'Dana', lastName: 'Reyes', userType: 'LOCATION', role: 'location.ep.staff' };
    expect(await send(UPDATE_USER, { userId: String(userId), ...user, locations: [troy] })).toEqual({ userErrors: [] });
    const other = await asViewer({ orgId: org, locationIds: [albany!], roles: ['location.ep.staff'] });
    expect(await send(UPDATE_USER, { userId: String(other.userId), ...user, locations: [albany, troy] })).toEqual({
      userErrors: userErrors(['locations', 'location.closed']),
    });
  });
});
