import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { linesOf } from '../../test/audit-lines.ts';
import { legacyServer, makeLegacyLocation } from '../../test/legacy.ts';
import { admin, asViewer, make, makeOrganization, running, usePortal, type TestViewer } from '../../test/harness.ts';
import { unique } from '../db/factories.ts';

usePortal();

let support: TestViewer;
beforeAll(async () => {
  support = await asViewer({ kind: 'support' });
});

const PLACE = { name: 'Main', address1: '1 Main St', country: 'US', state: 'NY', city: 'Albany', zip: '12207' };
const draft = (overrides: object = {}, place: object = {}) => ({
  draft: true,
  name: `North ${unique()}`,
  dme_id: null,
  org_type: 'Equipment Provider',
  type_id: 1,
  clinical_type_id: null,
  migrated_at: null,
  migrated_by: null,
  locations: [{ ...PLACE, ...place }],
  ...overrides,
});
const post = (body: object, headers: Record<string, string> = {}, viewer = support) =>
  viewer.rest('POST', '/api/orgs', body, headers);
const count = async () => (await admin.query('select count(*)::int as n from organizations')).rows[0].n as number;
/** The refused fields of an answer. */
const refused = ({ status, body }: { status: number; body: { errors?: object } }) => [
  status,
  Object.keys(body.errors ?? {}).sort(),
];

describe('POST /api/orgs', () => {
  test('creates a draft with its primary location, 201, whatever the payload says of its state and migration', async () => {
    const place = { address2: '', zip: '12207-1234', phone: '(518) 555-0100', custom_id: 'A-7' };
    const sent = draft(
      { name: "  O'Brien  Respiratory 😴 ", draft: false, status: true, migrated_at: '2020-01-01', migrated_by: true },
      place,
    );
    const { status, body } = await post(sent);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      draft: true,
      status: false,
      name: "O'Brien Respiratory 😴",
      type: 'Equipment Provider',
      org_type: 'Equipment Provider',
      type_id: 1,
      is_clinical: false,
      clinical_type: null,
      clinical_type_id: null,
      dme_id: null,
      migrated_at: null,
      migrated_by: null,
      created_at: expect.any(String),
      locations: [
        {
          ...PLACE,
          id: expect.any(Number),
          address2: null,
          zip: '12207-1234',
          phone: '5185550100',
          custom_id: 'A-7',
          is_primary: true,
        },
      ],
    });
    const { body: list } = await support.rest('GET', `/api/orgs/datatable?searchTerm=Respiratory 😴`);
    expect(list.data).toMatchObject([{ id: body.id, status: false, city_state: 'Albany, NY', location_count: 1 }]);
    expect((await linesOf(support)).at(-1)).toMatchObject({
      operation: 'POST /api/orgs',
      outcome: 'done',
      properties: { organization: body.id },
    });
  });

  test('keeps a Canadian clinic, with text from right to left and values as a select sends them', async () => {
    const place = { name: 'مركز النوم', country: 'CA', state: 'on', city: 'Toronto', zip: 'm5v2t6' };
    const { status, body } = await post(draft({ type_id: '2', clinical_type_id: '3' }, place));
    expect([status, body.clinical_type, body.locations[0].name]).toEqual([201, 'Physician practice', 'مركز النوم']);
    expect(body.locations[0]).toMatchObject({ state: 'ON', zip: 'M5V 2T6' });
  });

  test('a location without a country is in the region of the portal; an empty country is refused', async () => {
    const { country: _country, ...place } = PLACE;
    const created = async (more: object = {}) => post(draft({ locations: [{ ...place, ...more }] }));
    expect((await created()).body.locations[0]).toMatchObject({ country: 'US', state: 'NY' });
    expect(refused(await created({ country: '' }))).toEqual([422, ['locations.0.country']]);
    Object.assign(running().app.config, { appRegion: 'ca' });
    try {
      expect(refused(await created())).toEqual([422, ['locations.0.state', 'locations.0.zip']]);
      expect((await created({ state: 'ON', zip: 'K7L 1A1' })).body.locations[0]).toMatchObject({ country: 'CA' });
    } finally {
      Object.assign(running().app.config, { appRegion: 'us' });
    }
  });

  test('a clinical type that the page left behind is dropped of an equipment provider', async () => {
    expect((await post(draft({ clinical_type_id: 2 }))).body).toMatchObject({ clinical_type_id: null });
  });

  test.each<[string, object, string[]]>([
    [
      'nothing',
      {},
      [
        'locations.0.address1',
        'locations.0.city',
        'locations.0.country',
        'locations.0.name',
        'locations.0.state',
        'name',
        'type_id',
      ],
    ],
    ['a clinic without a clinical type', draft({ type_id: 2 }), ['clinical_type_id']],
    ['an unknown clinical type', draft({ type_id: 2, clinical_type_id: 9 }), ['clinical_type_id']],
    ['the type of support', draft({ type_id: 3 }), ['type_id']],
    ['a name of 256 letters', draft({ name: 'a'.repeat(256) }), ['name']],
    ['two locations', draft({ locations: [PLACE, PLACE] }), ['locations']],
    ['no list of locations', draft({ locations: 'x' }), ['locations']],
    ['a state of the other country', draft({}, { state: 'ON' }), ['locations.0.state']],
    ['a postal code in the United States', draft({}, { zip: 'K1A 0B1' }), ['locations.0.zip']],
    ['a phone number of Jamaica', draft({}, { phone: '(876) 555-0100' }), ['locations.0.phone']],
    [
      'lines of 256 letters',
      draft({}, { address1: 'a'.repeat(256), address2: 'b'.repeat(256), custom_id: 'c'.repeat(256) }),
      ['locations.0.address1', 'locations.0.address2', 'locations.0.custom_id'],
    ],
  ])(
    'refuses %s with 422 at the documented keys, also when it is only checked, and writes nothing',
    async (_title, body, keys) => {
      const before = await count();
      expect(refused(await post(body))).toEqual([422, keys]);
      expect(refused(await post(body, { precognition: 'true' }))).toEqual([422, keys]);
      expect(await count()).toBe(before);
    },
  );

  test('a check of named fields leaves the others alone', async () => {
    const only = (names: string) => ({ precognition: 'true', 'precognition-validate-only': names });
    const body = draft({ name: '' }, { zip: '1' });
    expect((await post(body, only('type_id,locations.0.city'))).status).toBe(204);
    expect(refused(await post(body, only('locations.0.zip,type_id')))).toEqual([422, ['locations.0.zip']]);
  });

  test.each([
    [64, 'No Locations were found with that ID.'],
    [65, 'This value is not valid. Check it.'],
  ])('a DME ID may have 64 characters: %i', async (length, message) => {
    const { status, body } = await post(draft({ dme_id: 'D'.repeat(length) }));
    expect([status, body.errors]).toEqual([422, { dme_id: [message] }]);
  });

  test('a name and a line may have 255 characters', async () => {
    const [name, line] = ['😴'.repeat(255), 'é'.repeat(255)];
    expect((await post(draft({ name }, { address2: line }))).status).toBe(201);
  });

  test('a DME ID that an organization or a location has is refused, also of two requests at once', async () => {
    const dme = await makeLegacyLocation();
    const answers = await Promise.all([post(draft({ dme_id: dme })), post(draft({ dme_id: dme }))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(answers.find(({ status }) => status === 201)!.body).toMatchObject({ dme_id: dme, migrated_at: null });
    const again = await post(draft({ dme_id: dme }));
    for (const { status, body } of [again, answers.find((answer) => answer.status === 422)!])
      expect([status, body.errors]).toEqual([422, { dme_id: ['The location has already been migrated.'] }]);
    const held = await makeLegacyLocation();
    await make('locations', { org_id: await makeOrganization(), name: 'Held', dme_id: held });
    expect(refused(await post(draft({ dme_id: held })))).toEqual([422, ['dme_id']]);
  });

  test.each<[string, () => Promise<string>, string, facts?: object]>([
    ['that the legacy system does not know', async () => 'DME-none', 'No Locations were found with that ID.'],
    ['of a child location', () => makeLegacyLocation({ is_child: true }), 'The selected location is a child location.'],
    [
      'that the legacy system has migrated',
      () => makeLegacyLocation({ migrated: true }),
      'The location has already been migrated.',
    ],
    [
      'for a clinic',
      () => makeLegacyLocation(),
      'Only an Equipment Provider can be migrated. Choose that organization type.',
      { type_id: 2, clinical_type_id: 1 },
    ],
  ])(
    'a DME ID %s is refused, also when it is only checked, and nothing is written',
    async (...[, dmeIdOf, text, facts]) => {
      const [body, before] = [draft({ dme_id: await dmeIdOf(), ...facts }), await count()];
      const checks: Record<string, string>[] = [
        {},
        { precognition: 'true' },
        { precognition: 'true', 'precognition-validate-only': 'dme_id' },
      ];
      for (const headers of checks) {
        const answer = await post(body, headers);
        expect([answer.status, answer.body.errors]).toEqual([422, { dme_id: [text] }]);
      }
      const others = { precognition: 'true', 'precognition-validate-only': 'name' };
      expect((await post(body, others)).status).toBe(204);
      expect(await count()).toBe(before);
    },
  );

  test('while the legacy system does not answer, a DME ID is refused with that, and another organization is created', async () => {
    const dme = await makeLegacyLocation();
    const { stop } = await legacyServer((_request, response) => void response.writeHead(500).end());
    try {
      const before = await count();
      const [answer, check] = [
        await post(draft({ dme_id: dme })),
        await post(draft({ dme_id: dme }), { precognition: 'true' }),
      ];
      const text = 'The legacy system sent an answer that cannot be read. Try again later.';
      for (const { status, body } of [answer, check]) expect([status, body.errors]).toEqual([422, { dme_id: [text] }]);
      expect(await count()).toBe(before);
      expect((await post(draft())).status).toBe(201);
    } finally {
      stop();
    }
    expect((await post(draft({ dme_id: dme }))).status).toBe(201);
  });

  test('the same request sent twice creates one organization', async () => {
    const [body, key] = [draft(), { 'idempotency-key': randomUUID() }];
    const [first, second] = [await post(body, key), await post(body, key)];
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  });

  test('is for support staff with create.org, and not while it acts in an organization', async () => {
    expect((await post(draft(), {}, await asViewer({ can: ['create.org'] }))).status).toBe(403);
    expect((await post(draft(), {}, await asViewer({ kind: 'support', can: ['viewAny.org'] }))).status).toBe(403);
    const acting = await asViewer({ kind: 'support' });
    await acting.gql(
      'mutation ($input: SwitchOrganizationInput!) { switchOrganization(input: $input) { viewer { locale } } }',
      {
        input: { organizationId: String(await makeOrganization()) },
      },
    );
    expect((await post(draft(), {}, acting)).status).toBe(403);
    expect((await acting.gql('{ viewer { viewerCanCreateOrganizations } }')).data.viewer).toEqual({
      viewerCanCreateOrganizations: false,
    });
  });
});

describe('an organization', () => {
  const UPDATE = `mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) {
    organization { name type record { draft clinicalType typeId viewerCanUpdate } } userErrors { field code } } }`;
  const CHECK = `query ($input: UpdateOrganizationInput!) { checkUpdateOrganization(input: $input) { userErrors { field code } } }`;
  const update = async (id: number, input: object, viewer = support) => {
    const { data, errors } = await viewer.gql(UPDATE, { input: { organizationId: String(id), ...input } });
    return data?.updateOrganization ?? errors![0]!.extensions.code;
  };
  const created = async () => (await post(draft())).body.id as number;

  test('is renamed; the audit line has the name before and after', async () => {
    const id = await created();
    const { organization, userErrors } = await update(id, { name: "St. Mary's" });
    expect([organization.name, organization.record.viewerCanUpdate, userErrors]).toEqual(["St. Mary's", true, []]);
    expect((await linesOf(support)).at(-1)).toMatchObject({
      operation: 'Mutation.updateOrganization',
      properties: { organization: id, changes: { name: [expect.stringContaining('North'), "St. Mary's"] } },
    });
  });

  test('keeps what two changes at once sent, and one that changes nothing leaves no change in the log', async () => {
    const id = await created();
    await update(id, { typeId: 2, clinicalTypeId: 1 });
    await Promise.all([update(id, { name: 'Two tabs' }), update(id, { clinicalTypeId: 2 })]);
    const { organization } = await update(id, { name: 'Two tabs', clinicalTypeId: null });
    expect(organization).toMatchObject({ name: 'Two tabs', record: { clinicalType: 'Hospital' } });
    expect((await linesOf(support)).at(-1)!.properties).not.toHaveProperty('changes');
  });

  test('is not renamed or moved over what another user has changed since it was read', async () => {
    const id = await created();
    const document = UPDATE.replace(
      'userErrors',
      'conflict { version name record { typeId clinicalType } } userErrors',
    );
    const change = async (input: object) =>
      (await support.gql(document, { input: { organizationId: String(id), ...input } })).data.updateOrganization;
    expect((await change({ version: 1, name: 'North', typeId: 2, clinicalTypeId: 1 })).userErrors).toEqual([]);
    const late = await change({ version: 1, name: 'South', typeId: 2, clinicalTypeId: 2 });
    expect(late).toEqual({
      organization: null,
      conflict: { version: 2, name: 'North', record: { typeId: 2, clinicalType: 'Sleep clinic' } },
      userErrors: [{ field: '', code: 'conflict' }],
    });
    const { data } = await support.gql(CHECK, { input: { organizationId: String(id), version: 1, name: 'South' } });
    expect(data.checkUpdateOrganization.userErrors).toEqual([{ field: '', code: 'conflict' }]);
    expect((await change({ version: 2, name: 'South' })).organization).toMatchObject({ name: 'South' });
  });

  test('has another type only while it is a draft', async () => {
    const id = await created();
    const clinic = await update(id, { typeId: 2, clinicalTypeId: 1 });
    expect(clinic.organization).toMatchObject({
      type: 'Clinical',
      record: { clinicalType: 'Sleep clinic', draft: true },
    });
    await admin.query('update organizations set draft = false, active = true where id = $1', [id]);
    const refusal = [{ field: 'typeId', code: 'organization.type_fixed' }];
    expect(await update(id, { typeId: 1 })).toEqual({ organization: null, userErrors: refusal });
    const { data } = await support.gql(CHECK, { input: { organizationId: String(id), typeId: 1 } });
    expect(data.checkUpdateOrganization.userErrors).toEqual(refusal);
    expect((await update(id, { clinicalTypeId: 2 })).organization.record.clinicalType).toBe('Hospital');
    expect((await update(id, { typeId: 2, name: 'Named again' })).organization.name).toBe('Named again');
  });

  test('with a DME ID stays an Equipment Provider', async () => {
    const { id } = (await post(draft({ dme_id: await makeLegacyLocation() }))).body;
    expect(await update(id, { typeId: 2, clinicalTypeId: 1 })).toEqual({
      organization: null,
      userErrors: [{ field: 'typeId', code: 'migration.type' }],
    });
    expect((await update(id, { name: 'Mill' })).organization.name).toBe('Mill');
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ typeId: 3 }, 'typeId'],
    [{ typeId: 2 }, 'clinicalTypeId'],
  ])('is not changed to %j', async (input, field) => {
    const { organization, userErrors } = await update(await created(), input);
    expect([organization, userErrors.map((error: { field: string }) => error.field)]).toEqual([null, [field]]);
  });

  test('is changed by support staff with update.org alone, and support itself by no one', async () => {
    const id = await makeOrganization();
    expect(await update(id, { name: 'X' }, await asViewer({ orgId: id, can: ['update.org'] }))).toBe('FORBIDDEN');
    expect(await update(id, { name: 'X' }, await asViewer({ kind: 'support', can: ['viewAny.org'] }))).toBe(
      'FORBIDDEN',
    );
    expect(await update(id, { name: 'X' }, await asViewer({ can: ['update.org'] }))).toBe('NOT_FOUND');
    expect(await update(support.orgId, { name: 'X' })).toBe('FORBIDDEN');
    const acting = await asViewer({ kind: 'support' });
    await acting.gql(
      `mutation { switchOrganization(input: { organizationId: "${await makeOrganization()}" }) { userErrors { code } } }`,
    );
    expect(await update(id, { name: 'X' }, acting)).toBe('FORBIDDEN');
  });
});

describe('the database refuses statements', () => {
  /** What a statement of a role and user answers: done, or the SQLSTATE of its refusal. */
  async function run(
    role: string,
    viewer: TestViewer,
    sql: string,
    values: unknown[] = [],
    acting = '',
  ): Promise<string> {
    await admin.query('begin');
    await admin.query(`set local role ${role}`);
    await admin.query(
      "select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true), set_config('app.acting_org_id', $3, true)",
      [String(viewer.orgId), String(viewer.userId), acting],
    );
    const answer = await admin.query(sql, values).then(
      ({ rowCount }) => (rowCount === 0 ? 'no row' : 'done'),
      ({ code }: { code: string }) => code,
    );
    await admin.query('rollback');
    return answer;
  }
  const INSERT = "insert into organizations (name, type_id) values ('X', 1)";
  const RENAME = "update organizations set name = 'X' where id = $1";
  let orgId: number;
  let reader: TestViewer;
  let administrator: TestViewer;
  beforeAll(async () => {
    orgId = await makeOrganization();
    reader = await asViewer({ kind: 'support', can: ['viewAny.org', 'update.org.settings'] });
    administrator = await asViewer({ orgId });
  });

  test('that make or rename an organization, of anyone but support staff with the permission', async () => {
    expect(await run('airlog_support', support, INSERT)).toBe('done');
    expect(await run('airlog_support', support, RENAME, [orgId])).toBe('done');
    expect(await run('airlog_support', reader, INSERT)).toBe('42501');
    expect(await run('airlog_support', reader, RENAME, [orgId])).toBe('42501');
    expect(await run('airlog_org', administrator, INSERT)).toBe('42501');
    expect(await run('airlog_org', administrator, RENAME, [orgId])).toBe('42501');
  });

  test('of support staff in one organization that make one, or rename another', async () => {
    expect(await run('airlog_acting', support, INSERT, [], String(orgId))).toBe('42501');
    expect(await run('airlog_acting', support, RENAME, [orgId], String(orgId))).toBe('done');
    expect(await run('airlog_acting', support, RENAME, [await makeOrganization()], String(orgId))).toBe('no row');
  });

  test('that activate or deactivate without the functions for it, or call them without the permission', async () => {
    expect(await run('airlog_support', support, 'update organizations set active = false where id = $1', [orgId])).toBe(
      '42501',
    );
    for (const name of ['organization_ends', 'deactivate_organization', 'activate_organization']) {
      const call = `select * from ${name}($1)`;
      expect([name, await run('airlog_support', support, call, [orgId])]).toEqual([name, 'done']);
      expect([name, await run('airlog_support', reader, call, [orgId])]).toEqual([name, '42501']);
      expect([name, await run('airlog_org', administrator, call, [orgId])]).toEqual([name, '42501']);
      expect([name, await run('airlog_support', support, call, [support.orgId])]).toEqual([name, '42501']);
      expect([name, await run('airlog_acting', support, call, [orgId], String(await makeOrganization()))]).toEqual([
        name,
        '42501',
      ]);
    }
  });

  test('that give an active organization another type, or a provider a clinical type', async () => {
    expect(
      await run('airlog_support', support, 'update organizations set type_id = 2, clinical_type_id = 1 where id = $1', [
        orgId,
      ]),
    ).toBe('42501');
    expect(
      await run('airlog_support', support, 'update organizations set clinical_type_id = 1 where id = $1', [orgId]),
    ).toBe('23514');
    expect(await run('airlog_support', support, "insert into organizations (name, type_id) values ('X', 3)")).toBe(
      '23514',
    );
  });
});
