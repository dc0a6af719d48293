import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { legacyServer, makeLegacyLocation, makeLegacyPatients } from '../../test/legacy.ts';
import {
  admin,
  asViewer,
  make,
  makeOrganization,
  running,
  usePortalHere,
  type TestViewer,
} from '../../test/harness.ts';
import { until } from '../../test/until.ts';

usePortalHere();

let support: TestViewer;
let stop = () => undefined as void;
beforeAll(async () => {
  support = await asViewer({ kind: 'support' });
});
afterEach(() => {
  jest.restoreAllMocks();
  stop();
});

/** An organization that was created with a DME ID, and its primary location. */
async function created(dmeId: string, kind: 'ep' | 'clinical' = 'ep') {
  const org = await makeOrganization(kind, { dme_id: dmeId });
  return { org, location: await make('locations', { org_id: org, name: 'Main', country: 'US', is_primary: true }) };
}
const migrate = (dmeId: string, by = support, headers = {}) =>
  by.rest('POST', `/api/orgs/${encodeURIComponent(dmeId)}/migrate`, undefined, headers);
const MIGRATE = `mutation ($input: MigrateOrganizationInput!) { migrateOrganization(input: $input) {
  organization { databaseId } location { databaseId } userErrors { field code message } } }`;
const storedOf = async (org: number) =>
  (
    await admin.query(
      `select o.migrated_at is not null as migrated, o.migrated_by_id as by, l.dme_id as dme from organizations o join locations l on l.org_id = o.id where o.id = $1`,
      [org],
    )
  ).rows[0];
const refusal = (message: string) => ({ status: 422, errors: { dme_id: [message] } });
const answerOf = ({ status, body }: { status: number; body: { errors: unknown } }) => ({ status, errors: body.errors });

describe('GET /api/migration-search', () => {
  test('answers a JSON string that parses to the list of locations, in the documented fields', async () => {
    const id = await makeLegacyLocation({
      name: 'Searched Once',
      address1: '1 Main',
      has_api_key: true,
      is_child: true,
    });
    const { status, text, headers } = await support.rest('GET', '/api/migration-search?type=name&query=searched');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const once: unknown = JSON.parse(text);
    expect(typeof once).toBe('string');
    expect(JSON.parse(once as string)).toEqual([
      {
        ...{ id, name: 'Searched Once', address1: '1 Main', address2: null, zip: null, city: null, state: null },
        ...{ country: 'US', phone: null, is_child: true, migrated: false, has_api_key: true },
      },
    ]);
  });

  test('shows a location that was migrated here as migrated, in GraphQL too', async () => {
    const dmeId = await makeLegacyLocation();
    await created(dmeId);
    const migrated = async () => {
      const { body } = await support.rest('GET', `/api/migration-search?type=DME_ID&query=${dmeId.toLowerCase()}`);
      const { data } = await support.gql(
        'query ($q: String!) { legacyLocations(query: $q, by: DME_ID) { dmeId migrated } }',
        {
          q: dmeId,
        },
      );
      return [JSON.parse(body)[0].migrated, data.legacyLocations];
    };
    expect(await migrated()).toEqual([false, [{ dmeId, migrated: false }]]);
    expect((await migrate(dmeId)).status).toBe(200);
    expect(await migrated()).toEqual([true, [{ dmeId, migrated: true }]]);
    const there = await makeLegacyLocation({ migrated: true });
    const { body } = await support.rest('GET', `/api/migration-search?type=DME_ID&query=${there}`);
    expect(JSON.parse(body)[0].migrated).toBe(true); // the legacy system says so
  });

  test.each([
    ['?query=x', { type: ['This field is required.'] }],
    ['?type=id&query=x', { type: ['This value is not valid. Check it.'] }],
    ['?type=DME_ID', { query: ['This field is required.'] }],
    ['?type=name&query=%20', { query: ['This value is not valid. Check it.'] }],
    [`?type=name&query=${'x'.repeat(256)}`, { query: ['This value is not valid. Check it.'] }],
    ['?type=name&query[a]=x', { query: ['This value is not valid. Check it.'] }],
  ])('%s is refused at its field', async (query, errors) => {
    const { status, body } = await support.rest('GET', `/api/migration-search${query}`);
    expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
  });

  test('is 503 with a text of its own when the legacy system gives no usable answer, and changes nothing', async () => {
    const dmeId = await makeLegacyLocation();
    const { org } = await created(dmeId);
    ({ stop } = await legacyServer((_request, response) => void response.writeHead(500).end('secret detail')));
    const text = 'The legacy system sent an answer that cannot be read. Try again later.';
    const found = await support.rest('GET', '/api/migration-search?type=name&query=x');
    expect([found.status, found.headers.get('retry-after'), found.body]).toEqual([503, '5', { message: text }]);
    const { errors } = await support.gql('{ legacyLocations(query: "x", by: NAME) { dmeId } }');
    expect([errors![0]!.message, errors![0]!.extensions.code]).toEqual([text, 'UNAVAILABLE']);
    expect((await migrate(dmeId)).status).toBe(503);
    expect((await support.rest('GET', `/api/migration-patients/${dmeId}`)).status).toBe(503);
    expect(await storedOf(org)).toEqual({ migrated: false, by: null, dme: null });
  });
});

describe('a question of which nothing is left', () => {
  const NOTHING = [',', ' , ,', '-', "'", '\0', 'a\0b'];

  test.each(NOTHING)('finds no location, over REST and GraphQL: %j', async (query) => {
    await makeLegacyLocation({ name: 'Never Found' });
    for (const type of ['name', 'DME_ID']) {
      const { status, body } = await support.rest(
        'GET',
        `/api/migration-search?type=${type}&query=${encodeURIComponent(query)}`,
      );
      expect([type, status, status === 200 ? JSON.parse(body as string) : Object.keys(body.errors)]).toEqual(
        query.trim() === '' ? [type, 422, ['query']] : [type, 200, []],
      );
    }
    const { data } = await support.gql(
      'query ($query: String!) { byName: legacyLocations(query: $query, by: NAME) { dmeId } byId: legacyLocations(query: $query, by: DME_ID) { dmeId } legacyPatients(dmeId: $query, active: true) { total } }',
      { query },
    );
    expect(data).toEqual({ byName: [], byId: [], legacyPatients: { total: 0 } });
  });

  test.each(['\0', 'a\0b'])('is no DME ID: %j', async (dmeId) => {
    expect(answerOf(await migrate(dmeId))).toEqual({ status: 422, errors: { dme_id: [expect.any(String)] } });
    expect((await support.rest('POST', '/api/orgs/get-location', { dme_id: dmeId })).status).toBe(422);
    const { status, body } = await support.rest('GET', `/api/migration-patients/${encodeURIComponent(dmeId)}`);
    expect([status, body]).toEqual([200, { activePatients: [], inactivePatients: [] }]);
  });
});

describe('a legacy system that hangs', () => {
  const others = (count: number) =>
    Promise.all(Array.from({ length: count }, () => asViewer({ orgId: support.orgId, kind: 'support' })));

  test('leaves the connections of the support staff to others, and two of them at most to changes', async () => {
    // A question hangs until the test answers it, and not for five seconds.
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    const waiting: (() => void)[] = [];
    let hangs = true;
    ({ stop } = await legacyServer((_request, response) => {
      const end = () => response.end('{"locations":[]}');
      if (hangs) waiting.push(end);
      else end();
    }));
    const asked = (count: number) => until(() => waiting.length >= count);
    const staff = await others(6);
    // Each has been here before: requests of unknown users wait for those of their address.
    await Promise.all(staff.map((who) => who.gql('{ viewer { id } }')));
    const [one, two, three, four, five, six] = staff;
    const search = '/api/migration-search?type=name&query=x';
    const changes = [migrate('D1', one), migrate('D2', two)];
    await asked(2);
    // A third change, and a query whose other fields need its transaction, would hold a connection too.
    expect((await migrate('D3', three)).status).toBe(503);
    const together = await three!.gql('{ legacyContact legacyLocations(query: "x", by: NAME) { dmeId } }');
    expect(together.errors![0]!.extensions.code).toBe('UNAVAILABLE');
    const reads = [
      four!.rest('GET', search),
      five!
        .gql('{ legacyLocations(query: "x", by: NAME) { dmeId } }')
        .then(({ errors }) => ({ status: errors ? 503 : 200 })),
    ];
    await asked(4);
    const answers = await Promise.all(
      [six!, three!].map((who) => who.gql('{ organizations(first: 1) { edges { node { name } } } }')),
    );
    expect(answers.map(({ errors }) => errors)).toEqual([undefined, undefined]);
    // They were answered while the questions hung: none of those has ended yet.
    hangs = false;
    for (const end of waiting) end();
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([422, 422]);
  });
});

describe('migrating an organization', () => {
  test('marks it and gives its primary location the DME ID, with one audit line', async () => {
    const dmeId = await makeLegacyLocation({ has_api_key: true }); // is warned about, and may be migrated
    const { org, location } = await created(dmeId);
    const { data } = await support.gql(MIGRATE, { input: { dmeId } });
    expect(data.migrateOrganization).toEqual({
      organization: { databaseId: org },
      location: { databaseId: location },
      userErrors: [],
    });
    expect(await storedOf(org)).toEqual({ migrated: true, by: support.userId, dme: dmeId });
    const record = `query ($id: ID!) { organization(id: $id) { record { migratedBy { databaseId } } } }`;
    const seenBy = async (viewer: TestViewer) =>
      (await viewer.gql(record, { id: String(org) })).data.organization.record.migratedBy;
    // The users of support are shown to no organization.
    expect([await seenBy(support), await seenBy(await asViewer({ orgId: org }))]).toEqual([
      { databaseId: support.userId },
      null,
    ]);
    const { rows } = await admin.query(
      `select properties ->> 'dme' as dme, properties -> 'location' as location from audit_log where operation = 'Mutation.migrateOrganization' and actor_user_id = $1`,
      [support.userId],
    );
    expect(rows).toEqual([{ dme: dmeId, location }]);
    const place = await support.rest('POST', '/api/orgs/get-location', { dme_id: ` ${dmeId} ` });
    expect([place.status, place.body]).toEqual([200, { location_id: location }]);
  });

  test.each<[string, () => Promise<string>, string]>([
    ['an unknown DME ID', async () => 'DME-none', 'No Locations were found with that ID.'],
    [
      'a DME ID in other letters than the location has',
      async () => (await makeLegacyLocation()).toLowerCase(),
      'No Locations were found with that ID.',
    ],
    ['a child location', () => makeLegacyLocation({ is_child: true }), 'The selected location is a child location.'],
    [
      'one that the legacy system has migrated',
      () => makeLegacyLocation({ migrated: true }),
      'The location has already been migrated.',
    ],
    [
      'a location without an organization here',
      () => makeLegacyLocation(),
      'Create the organization of this location first.',
    ],
    [
      'a clinic',
      async () => {
        const dmeId = await makeLegacyLocation();
        await created(dmeId, 'clinical');
        return dmeId;
      },
      'Only an Equipment Provider can be migrated. Choose that organization type.',
    ],
  ])('refuses %s at dme_id', async (_title, dmeIdOf, message) => {
    const dmeId = await dmeIdOf();
    expect(answerOf(await migrate(dmeId))).toEqual(refusal(message));
    const { data } = await support.gql(MIGRATE, { input: { dmeId } });
    expect(data.migrateOrganization.userErrors[0]).toMatchObject({ field: 'dmeId', message });
  });

  test('by two people at once succeeds for one; the other learns that it has been migrated', async () => {
    const dmeId = await makeLegacyLocation();
    const { org } = await created(dmeId);
    const another = await asViewer({ orgId: support.orgId, kind: 'support' });
    const answers = await Promise.all([support, another, support, another].map((by) => migrate(dmeId, by)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    for (const lost of answers.filter(({ status }) => status === 422))
      expect(answerOf(lost)).toEqual(refusal('The location has already been migrated.'));
    const winner = [support, another, support, another][answers.findIndex(({ status }) => status === 200)]!;
    expect(await storedOf(org)).toEqual({ migrated: true, by: winner.userId, dme: dmeId });
  });

  test('repeated with its request id has the first answer', async () => {
    const dmeId = await makeLegacyLocation();
    await created(dmeId);
    const key = { 'idempotency-key': '6f0c1c9e-5f3b-4d0e-9a52-0d8a3e4b7c10' };
    const [first, again] = [await migrate(dmeId, support, key), await migrate(dmeId, support, key)];
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  test('checked only, writes nothing', async () => {
    const dmeId = await makeLegacyLocation();
    const { org } = await created(dmeId);
    const check = { precognition: 'true' };
    expect((await migrate(dmeId, support, check)).status).toBe(204);
    expect((await migrate('DME-none', support, check)).status).toBe(422);
    expect((await storedOf(org)).migrated).toBe(false);
  });
});

test('GET /api/migration-patients/{dme_id} answers the active and the inactive patients, all of them', async () => {
  const dmeId = await makeLegacyLocation();
  const active = await makeLegacyPatients(
    dmeId,
    Array.from({ length: 501 }, (_, nth) => ({ first_name: `A${nth}` })),
  );
  const [inactive] = await makeLegacyPatients(dmeId, [{ is_active: false, last_name: `O'"Brien`, email: null }]);
  const { status, body } = await support.rest('GET', `/api/migration-patients/${dmeId}`);
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['activePatients', 'inactivePatients']);
  expect(body.activePatients.map(({ id }: { id: string }) => id)).toEqual(active);
  expect(body.inactivePatients).toEqual([{ id: inactive, first_name: 'Robin', last_name: `O'"Brien`, email: null }]);
  const none = await support.rest('GET', '/api/migration-patients/DME-none');
  expect(none.body).toEqual({ activePatients: [], inactivePatients: [] });
  const page = async (number: number) =>
    (
      await support.gql(
        'query ($dmeId: String!, $page: Int) { legacyPatients(dmeId: $dmeId, active: true, page: $page) { total rows { id firstName } } }',
        { dmeId, page: number },
      )
    ).data.legacyPatients;
  expect(await page(1)).toEqual({
    total: 501,
    rows: active.slice(0, 10).map((id, nth) => ({ id, firstName: `A${nth}` })),
  });
  expect((await page(51)).rows.map(({ id }: { id: string }) => id)).toEqual(active.slice(500));
  expect((await page(52)).rows).toEqual([]);
  expect((await page(0)).rows).toEqual((await page(1)).rows);
});

test('a legacy system that ends in the middle of the patients leaves a broken answer, not a short one', async () => {
  const patients = Array.from({ length: 250 }, (_, nth) => ({ id: String(nth) }));
  const answers = [JSON.stringify({ patients, total: 600 }), 'no'];
  ({ stop } = await legacyServer((_request, response) => void response.end(answers.shift())));
  await expect(support.rest('GET', '/api/migration-patients/D1')).rejects.toThrow();
});

test('staff without migrate.org is refused everywhere, and the contact is the one of the configuration', async () => {
  const reader = await asViewer({ orgId: support.orgId, kind: 'support', roles: ['support.staff'] });
  const asked = await Promise.all([
    reader.rest('GET', '/api/migration-search?type=name&query=x'),
    reader.rest('GET', '/api/migration-patients/D1'),
    reader.rest('POST', '/api/orgs/get-location', { dme_id: 'D1' }),
    reader.rest('POST', '/api/orgs/D1/migrate'),
    reader.rest('POST', '/api/migrate/patients', { patients: ['1'], location_id: 1 }),
  ]);
  expect(asked.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  const provider = await asViewer();
  expect((await provider.rest('GET', '/api/migration-search?type=name&query=x')).status).toBe(403);
  expect((await support.gql('{ legacyContact viewer { viewerCanMigrateOrganizations } }')).data).toEqual({
    legacyContact: 'Dana Reyes',
    viewer: { viewerCanMigrateOrganizations: true },
  });
  const { config } = running().app;
  config.legacyContact = null;
  expect((await support.gql('{ legacyContact }')).data).toEqual({ legacyContact: 'the operator of this portal' });
  config.legacyContact = 'Dana Reyes';
});
