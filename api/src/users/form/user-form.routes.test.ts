import { beforeAll, describe, expect, test } from '@jest/globals';
import { unique, userRow } from '../../db/factories.ts';
import { admin, asViewer, make, makeOrganization, usePortal, type TestViewer } from '../../../test/harness.ts';

usePortal();

let viewer: TestViewer;
let location: number;
let staffRole: number;
beforeAll(async () => {
  viewer = await asViewer();
  location = await make('locations', { org_id: viewer.orgId, name: 'North', country: 'US', is_primary: true });
  staffRole = (await admin.query("select id from roles where name = 'org.ep.staff'")).rows[0].id;
});

const newUser = (facts: object = {}) => {
  const email = `rest${unique()}@example.test`;
  return {
    first_name: 'Dana',
    last_name: 'Reyes',
    email,
    confirm_email: email,
    phone: '5185550100',
    user_type: 'Organization',
    roles: [{ id: staffRole }],
    roleLocations: [],
    roleGroups: [],
    is_clinician: true,
    ...facts,
  };
};
const create = async (facts: object = {}) => viewer.rest('POST', '/api/users', newUser(facts));
const rowOf = async (id: number) => (await admin.query('select * from users where id = $1', [id])).rows[0];

describe('POST /api/users', () => {
  test('answers 201 with the documented fields, which GET /api/users/{id} repeats', async () => {
    const { status, body } = await create({ org_id: viewer.orgId, country: 'US', locationsChanged: false });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      id: expect.any(Number),
      org_id: viewer.orgId,
      country: 'US',
      roles: [{ id: staffRole, name: 'org.ep.staff', label: 'Equipment provider staff' }],
      user_type: { id: 1, name: 'Organization', pivot: null },
      first_name: 'Dana',
      phone: '5185550100',
      is_clinician: true,
      roleGroups: [],
      roleLocations: [],
      mvc_settings: { enabled: false },
      two_factor_sms_enabled: false,
      two_factor_app_enabled: false,
      locked: 0,
      active: 1,
      email_verified_at: null,
      has_api: false,
      last_successful_login: null,
      org: { id: viewer.orgId, name: expect.any(String), primary_location_id: location },
    });
    const shown = await viewer.rest('GET', `/api/users/${body.data.id}`);
    expect([shown.status, shown.body]).toEqual([200, body]);
  });

  test('a user has a country: US by default, or CA', async () => {
    const { body } = await create({ country: 'CA' });
    expect(body.data.country).toBe('CA');
    expect((await rowOf(body.data.id)).country).toBe('CA');
    const search = encodeURIComponent(body.data.email as string);
    expect((await viewer.rest('GET', `/api/users/datatable?searchTerm=${search}`)).body.data).toMatchObject([
      { id: body.data.id, country: 'CA' },
    ]);
    expect((await create()).body.data.country).toBe('US');
    const { status, body: refused } = await create({ country: 'MX' });
    expect([status, Object.keys(refused.errors)]).toEqual([422, ['country']]);
  });

  test('names the fields of its errors as the body does', async () => {
    const { status, body } = await create({
      first_name: '',
      user_type: { name: 'Location' },
      phone: '1',
      confirm_email: 'x@example.test',
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['confirm_email', 'first_name', 'phone', 'roleLocations']);
    expect(body.errors.phone).toEqual(['Incorrect phone number format entered.']);
  });

  test.each([-2_147_483_649, 2_147_483_648])('takes no location with the id %i, which none can have', async (id) => {
    const [role] = (await admin.query("select id from roles where name = 'location.ep.staff'")).rows;
    const { status, body } = await create({ user_type: 'Location', roles: [role], roleLocations: [{ id }] });
    expect([status, Object.keys(body.errors)]).toEqual([422, [expect.stringMatching(/^roleLocations/)]]);
  });

  test('says of a user type that was not chosen that it is required', async () => {
    const { status, body } = await create({ user_type: '', roles: [] });
    expect([status, body.errors.user_type]).toEqual([422, ['This field is required.']]);
  });

  test.each([
    ['active', 0],
    ['locked', 1],
    ['email_verified_at', '2026-01-01T00:00:00Z'],
    ['two_factor_app_enabled', true],
    ['has_api', 1],
    ['mvc_settings', { enabled: true }],
    ['is_admin', true],
    ['visible_org_ids', [1]],
  ])('refuses %s, which it does not set', async (field, value) => {
    const { status, body } = await create({ [field]: value });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  test('with the validate-only header checks the named fields, writes nothing and answers 204', async () => {
    const before = (await admin.query('select count(*) from users')).rows;
    const precognitive = { precognition: 'true', 'precognition-validate-only': 'first_name,roles' };
    const fine = await viewer.rest('POST', '/api/users', { ...newUser(), email: '' }, precognitive);
    expect([fine.status, fine.headers.get('precognition-success')]).toEqual([204, 'true']);
    const refused = await viewer.rest('POST', '/api/users', newUser({ first_name: '', email: '' }), precognitive);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['first_name']]);
    expect((await admin.query('select count(*) from users')).rows).toEqual(before);
  });

  test('repeated with the same Idempotency-Key answers the same user and makes no second one', async () => {
    const body = newUser();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await viewer.rest('POST', '/api/users', body, key);
    const second = await viewer.rest('POST', '/api/users', body, key);
    expect([second.status, second.body]).toEqual([201, first.body]);
  });
});

describe.each(['/api/users', '/api/users/{id}'])('PATCH %s', (path) => {
  const patch = async (id: number, body: object) =>
    viewer.rest('PATCH', path.replace('{id}', String(id)), path.includes('{id}') ? body : { id, ...body });

  test('takes the user object back with its changes', async () => {
    const { data } = (await create()).body;
    const { status, body } = await patch(data.id, { ...data, first_name: 'Sam', roleChanged: false });
    expect([status, body.data.first_name, body.data.version]).toEqual([200, 'Sam', 2]);
  });

  test('takes a row of the table back with its changes', async () => {
    const { data } = (await create()).body;
    const [row] = (await viewer.rest('GET', `/api/users/datatable?searchTerm=${data.email}`)).body.data;
    const { status, body } = await patch(data.id, { ...row, first_name: 'Sam' });
    expect([status, body.data.first_name, body.data.phone]).toEqual([200, 'Sam', '5185550100']);
  });

  test('changes the named fields alone', async () => {
    const { data } = (await create()).body;
    expect((await patch(data.id, { last_name: 'Quinn' })).body.data).toMatchObject({
      last_name: 'Quinn',
      first_name: 'Dana',
      phone: '5185550100',
    });
  });

  test.each([
    ['org_id', () => makeOrganization()],
    ['email', () => 'other@example.test'],
    ['active', () => 2],
    ['locked', () => 1],
    ['email_verified_at', () => '2026-01-01T00:00:00Z'],
    ['two_factor_sms_enabled', () => true],
    ['has_api', () => true],
    ['mvc_settings', () => ({ enabled: true })],
    ['created', () => '2020-01-01T00:00:00Z'],
    ['password_hash', () => 'x'],
  ] as [string, () => unknown][])('refuses another %s, and changes no column', async (field, value) => {
    const { data } = (await create()).body;
    const before = await rowOf(data.id);
    const { status, body } = await patch(data.id, { ...data, first_name: 'Sam', [field]: await value() });
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await rowOf(data.id)).toEqual(before);
  });

  test.each([0, '0', false])('with active %p deactivates, with 1 activates, and stores nothing else', async (off) => {
    const { data } = (await create()).body;
    const answers = [];
    for (const active of [off, 1]) {
      const now = (await viewer.rest('GET', `/api/users/${data.id}`)).body.data;
      const { status, body } = await patch(data.id, { ...now, active });
      answers.push([status, body.data.active, body.data.version]);
    }
    expect(answers).toEqual([
      [200, 0, 2],
      [200, 1, 3],
    ]);
  });

  test.each([
    ['first_name', 'Sam', 'active'],
    ['phone', '1', 'active'],
    ['roleLocations', [{ id: 1 }], 'active'],
    ['locked', 1, 'locked'],
    ['nickname', 'Sam', 'nickname'],
  ])('refuses another active together with another %s, and changes no column', async (field, value, refused) => {
    const { data } = (await create()).body;
    const before = await rowOf(data.id);
    const { status, body } = await patch(data.id, { ...data, active: 0, [field]: value });
    expect([status, Object.keys(body.errors)]).toEqual([422, [refused]]);
    expect(await rowOf(data.id)).toEqual(before);
  });

  test('does not activate with an object from before the user was deactivated: answers 422 with the values of now', async () => {
    const { data } = (await create()).body;
    await patch(data.id, { active: 0 });
    const { status, body } = await patch(data.id, { ...data, phone: '5185550199' });
    expect([status, body.conflict]).toEqual([422, expect.objectContaining({ phone: '5185550100', version: 2 })]);
    expect((await patch(data.id, data)).status).toBe(422);
    expect((await rowOf(data.id)).active).toBe(false);
  });

  test('checks in a validate-only request what it would do: the act, or the form', async () => {
    const support = await asViewer({ kind: 'support' });
    const [alone, verified] = [await asViewer(), await make('users', userRow(viewer.orgId))];
    const { data } = (await create()).body;
    const check = async (who: TestViewer, id: number, sent: object) =>
      (
        await who.rest(
          'PATCH',
          path.replace('{id}', String(id)),
          { ...(!path.includes('{id}') && { id }), ...sent },
          { precognition: 'true' },
        )
      ).status;
    expect([
      await check(viewer, data.id, { active: 0 }),
      await check(viewer, data.id, { active: 0, first_name: 'Sam' }),
      await check(viewer, viewer.userId, { active: 0 }),
      await check(support, alone.userId, { active: 0 }),
      await check(viewer, viewer.userId, { unlock: 1 }),
      await check(viewer, verified, { resend_email: 1 }),
      await check(viewer, data.id, { resend_email: 1, first_name: '' }),
      await check(viewer, data.id, { first_name: '' }),
    ]).toEqual([204, 422, 403, 422, 403, 403, 204, 422]);
    expect(await rowOf(data.id)).toMatchObject({ active: true, version: 1 });
  });

  test('answers the second of two administrators 422 with the values of now', async () => {
    const { data } = (await create()).body;
    await patch(data.id, { ...data, first_name: 'Sam' });
    const { status, body } = await patch(data.id, { ...data, first_name: 'Kim' });
    expect([status, body.conflict]).toEqual([422, expect.objectContaining({ first_name: 'Sam', version: 2 })]);
    expect((await rowOf(data.id)).first_name).toBe('Sam');
  });
});

test('unlock=1 on the user object unlocks, with its own permission, and stores nothing else', async () => {
  const id = await make('users', userRow(viewer.orgId, { locked: true, guessed_at: new Date(), first_name: 'Alex' }));
  const { data } = (await viewer.rest('GET', `/api/users/${id}`)).body;
  const plain = await asViewer({ orgId: viewer.orgId, can: ['update.user', 'view.user'] });
  expect((await plain.rest('PATCH', `/api/users/${id}`, { ...data, unlock: 1 })).status).toBe(403);
  const { status, body } = await viewer.rest('PATCH', `/api/users/${id}`, { ...data, first_name: 'Sam', unlock: 1 });
  expect([status, body.data.locked, body.data.first_name]).toEqual([200, 0, 'Alex']);
});

test("another active needs its own permission, and refuses one's own and the last administrator's", async () => {
  const { data } = (await create()).body;
  const plain = await asViewer({ orgId: viewer.orgId, can: ['update.user', 'view.user'] });
  expect((await plain.rest('PATCH', `/api/users/${data.id}`, { active: 0 })).status).toBe(403);
  expect((await viewer.rest('PATCH', `/api/users/${viewer.userId}`, { active: 0 })).status).toBe(403);
  const support = await asViewer({ kind: 'support' });
  const alone = await asViewer();
  const { status, body } = await support.rest('PATCH', `/api/users/${alone.userId}`, { active: 0 });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['id']]);
});

test('GET /api/user-types/{id} lists the user types of an organization, filtered by name', async () => {
  const types = async (query = '') => (await viewer.rest('GET', `/api/user-types/${viewer.orgId}${query}`)).body;
  expect(await types()).toEqual([
    { id: 1, name: 'Organization' },
    { id: 2, name: 'Location' },
  ]);
  expect(await types('?name=Location')).toEqual([{ id: 2, name: 'Location' }]);
  expect(await types('?name=Other')).toEqual([]);
  const clinic = await asViewer({ kind: 'clinical' });
  expect((await clinic.rest('GET', `/api/user-types/${clinic.orgId}`)).body).toEqual([{ id: 1, name: 'Organization' }]);
  expect((await clinic.rest('GET', `/api/user-types/${viewer.orgId}`)).status).toBe(404);
});

test('GET /api/users/{id} shows a user of another organization to support staff alone', async () => {
  const id = await make('users', userRow(viewer.orgId));
  const other = await asViewer();
  const support = await asViewer({ kind: 'support' });
  const statuses = [];
  for (const who of [viewer, other, support]) statuses.push((await who.rest('GET', `/api/users/${id}`)).status);
  expect(statuses).toEqual([200, 404, 200]);
});
