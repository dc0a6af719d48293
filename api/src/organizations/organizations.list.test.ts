import { beforeAll, describe, expect, test } from '@jest/globals';
import { countQueries } from '../../test/count-queries.ts';
import {
  admin,
  anonymous,
  asViewer,
  make,
  makeMachine,
  makeOrganization,
  makePatient,
  type TestViewer,
  usePortal,
} from '../../test/harness.ts';

usePortal();

let support: TestViewer;
let north: number;
let clinic: number;
let closed: number;

beforeAll(async () => {
  support = await asViewer({ kind: 'support' });
  north = await makeOrganization('ep', { name: 'Zephyr North', created_at: '2026-01-15T04:30:00Z' });
  clinic = await makeOrganization('clinical', { name: 'Zephyr Clinic', clinical_type_id: 2 });
  closed = await makeOrganization('ep', { name: 'Zephyr Closed', active: false });
  await make('locations', { org_id: north, name: 'Branch', city: 'Troy', state: 'NY', is_primary: false });
  await make('locations', {
    org_id: north,
    name: 'Main',
    address1: '1 Main St',
    city: 'Albany',
    state: 'NY',
    zip: '12207',
    is_primary: true,
  });
  await asViewer({ orgId: north });
  await makePatient(north);
  // A patient of the provider, shared with the clinic.
  await makePatient(north, { clinician_org_id: clinic });
});

const LIST = `query ($where: OrganizationsWhere, $search: String, $orderBy: OrganizationsOrder) {
  organizations(search: $search, where: $where, orderBy: $orderBy) { totalCount edges { node { databaseId } } } }`;

const idsOf = async (variables: object): Promise<number[]> => {
  const { data } = await support.gql(LIST, { search: 'zephyr', ...variables });
  return data.organizations.edges.map(({ node }: { node: { databaseId: number } }) => node.databaseId);
};

describe('GET /api/orgs/datatable', () => {
  test('has the documented fields of an organization', async () => {
    const { status, body } = await support.rest('GET', '/api/orgs/datatable?searchTerm=zephyr');
    expect(status).toBe(200);
    expect([body.total, body.from, body.to, body.data.map(({ id }: { id: number }) => id)]).toEqual([
      3,
      1,
      3,
      [clinic, closed, north],
    ]);
    expect(body.data[2]).toEqual({
      id: north,
      name: 'Zephyr North',
      type: 'Equipment Provider',
      is_clinical: false,
      clinical_type: null,
      created_at: '2026-01-15T04:30:00.000Z',
      city_state: 'Albany, NY',
      zip: '12207',
      status: true,
      patient_count: 2,
      user_count: 1,
      location: 'Main',
      location_count: 2,
    });
    expect(body.data[0]).toMatchObject({
      type: 'Clinical',
      is_clinical: true,
      clinical_type: 'Hospital',
      city_state: null,
      status: true,
      patient_count: 1,
      user_count: 0,
      location: null,
      location_count: 0,
    });
    expect(body.data[1]).toMatchObject({ status: false, patient_count: 0 });
  });

  test.each([
    ['filters[type]=2', () => [clinic]],
    ['filters[type]=1', () => [closed, north]],
    ['filters[status]=1', () => [clinic, north]],
    ['filters[status]=0', () => [closed]],
    ['filters[status]=true', () => [clinic, north]],
    ['filters[status]=false', () => [closed]],
    ['filters[type]=1&filters[status]=0', () => [closed]],
  ])('with %s answers those organizations', async (filter, expected) => {
    const { body } = await support.rest('GET', `/api/orgs/datatable?searchTerm=zephyr&${filter}`);
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(expected());
  });

  test("the day of creation is the viewer's: 2026-01-15 04:30 UTC is January 14 in New York", async () => {
    const on = (value: string) => idsOf({ where: { createdAt: { equal: value } } });
    expect(await on('2026-01-14')).toEqual([north]);
    expect(await on('2026-01-15')).toEqual([]);
  });

  test('is not for the staff of an organization', async () => {
    const { body, status } = await (await asViewer({ orgId: north })).rest('GET', '/api/orgs/datatable');
    expect([status, body.data]).toEqual([403, undefined]);
    expect((await anonymous().rest('GET', '/api/orgs/datatable')).status).toBe(401);
  });

  test('a page of organizations takes as many statements as one organization', async () => {
    const fields = 'databaseId record { patientCount userCount locationCount clinicalType primaryLocation { id } }';
    const statementsOf = async (first: number): Promise<[number, number]> => {
      const { result, statements } = await countQueries(() =>
        support.gql(`{ organizations(first: ${first}, search: "zephyr") { edges { node { ${fields} } } } }`),
      );
      return [result.data.organizations.edges.length, statements];
    };
    const [[one, ofOne], [three, ofThree]] = [await statementsOf(1), await statementsOf(3)];
    expect([one, three]).toEqual([1, 3]);
    expect(ofThree).toBe(ofOne);
  });
});

test('GET /api/orgs/orgtypes and /clinicaltypes answer the reference lists; no second support organization is made', async () => {
  expect((await support.rest('GET', '/api/orgs/orgtypes')).body).toEqual([
    { id: 1, type: 'Equipment Provider', is_clinical: false },
    { id: 2, type: 'Clinical', is_clinical: true },
  ]);
  expect((await support.rest('GET', '/api/orgs/clinicaltypes')).body).toEqual([
    { id: 1, type: 'Sleep clinic' },
    { id: 2, type: 'Hospital' },
    { id: 3, type: 'Physician practice' },
  ]);
});

describe('GET /api/orgs/{id}/locations and /groups', () => {
  test('answer the locations, the primary one first, with and without the last slash', async () => {
    const { body } = await support.rest('GET', `/api/orgs/${north}/locations`);
    expect(body.map(({ name, is_primary }: Record<string, unknown>) => [name, is_primary])).toEqual([
      ['Main', true],
      ['Branch', false],
    ]);
    expect(body[0]).toEqual({
      id: expect.any(Number),
      name: 'Main',
      address1: '1 Main St',
      address2: null,
      city: 'Albany',
      state: 'NY',
      zip: '12207',
      country: 'US',
      phone: null,
      custom_id: null,
      is_primary: true,
    });
    expect((await support.rest('GET', `/api/orgs/${north}/locations/`)).body).toEqual(body);
  });

  test('answer the groups by name', async () => {
    await make('org_groups', { org_id: north, name: 'West' });
    await make('org_groups', { org_id: north, name: 'East' });
    const { body } = await support.rest('GET', `/api/orgs/${north}/groups`);
    expect(body.map((group: { group_name: string }) => group.group_name)).toEqual(['East', 'West']);
  });

  test("are for all staff of the organization; a partner's are forbidden, others are not found", async () => {
    const statusFor = async (orgId: number) => {
      const viewer = await asViewer({ orgId, can: [] });
      return [
        (await viewer.rest('GET', `/api/orgs/${north}/locations`)).status,
        (await viewer.rest('GET', `/api/orgs/${north}/groups`)).status,
      ];
    };
    expect(await statusFor(north)).toEqual([200, 200]);
    expect(await statusFor(clinic)).toEqual([403, 403]);
    expect(await statusFor(await makeOrganization())).toEqual([404, 404]);
  });
});

test('the numbers of an organization are of open locations, and of all users, patients and machines', async () => {
  const id = await makeOrganization();
  const place = (name: string, closed_at: Date | null) =>
    make('locations', { org_id: id, name, country: 'US', is_primary: name === 'Main', closed_at });
  await place('Aa closed', new Date());
  await place('Bb', null);
  await place('Main', null);
  for (let machines = 0; machines < 3; machines++) await makeMachine(id);
  await makePatient(id);
  const inactive = await asViewer({ orgId: id });
  await asViewer({ orgId: id });
  await admin.query('update users set active = false where id = $1', [inactive.userId]);
  const { data } = await support.gql(
    'query ($id: ID!) { organization(id: $id) { record { patientCount machineCount userCount locationCount locations { name } } } }',
    { id: String(id) },
  );
  expect(data.organization.record).toEqual({
    patientCount: 1,
    machineCount: 3,
    userCount: 2,
    locationCount: 2,
    locations: [{ name: 'Main' }, { name: 'Bb' }, { name: 'Aa closed' }],
  });
});

describe('an organization', () => {
  const RECORD = 'query ($id: ID!) { organization(id: $id) { name record { active userCount locations { name } } } }';
  const seenBy = async (viewer: TestViewer, id = north) => {
    const { data, errors } = await viewer.gql(RECORD, { id: String(id) });
    return data?.organization ?? errors?.[0]?.extensions?.code;
  };

  test('is shown with its record to support staff and to its administrators', async () => {
    const record = expect.objectContaining({ active: true, locations: [{ name: 'Main' }, { name: 'Branch' }] });
    expect(await seenBy(support)).toEqual({ name: 'Zephyr North', record });
    expect(await seenBy(await asViewer({ orgId: north, can: ['update.org.settings'] }))).toEqual({
      name: 'Zephyr North',
      record,
    });
  });

  test('is forbidden to its other staff and to partners, and not found by others', async () => {
    expect(await seenBy(await asViewer({ orgId: north, can: ['view.patient'] }))).toBe('FORBIDDEN');
    expect(await seenBy(await asViewer({ orgId: clinic, can: ['update.org.settings'] }))).toBe('FORBIDDEN');
    expect(await seenBy(await asViewer({ can: ['update.org.settings'] }))).toBe('NOT_FOUND');
  });

  test('has no record where a partner, or its own staff without the permission, reads its name', async () => {
    const ofPatients = async (viewer: TestViewer) => {
      const { data } = await viewer.gql('{ patients { edges { node { organization { name record { active } } } } } }');
      return data.patients.edges.map(({ node }: { node: unknown }) => node);
    };
    const name = { organization: { name: 'Zephyr North', record: null } };
    expect(await ofPatients(await asViewer({ orgId: clinic }))).toEqual([name]);
    expect(await ofPatients(await asViewer({ orgId: north, can: ['view.patient'] }))).toEqual([name, name]);
  });
});

test('support staff who acts in an organization lists that one alone, and finds no other', async () => {
  const acting = await asViewer({ kind: 'support' });
  await acting.gql(
    'mutation ($input: SwitchOrganizationInput!) { switchOrganization(input: $input) { viewer { locale } } }',
    {
      input: { organizationId: String(north) },
    },
  );
  const { body } = await acting.rest('GET', '/api/orgs/datatable');
  expect(body.data.map(({ id }: { id: number }) => id)).toEqual([north]);
  expect(body.data[0]).toMatchObject({ patient_count: 2, location_count: 2 });
  const { errors } = await acting.gql('query ($id: ID!) { organization(id: $id) { name } }', { id: String(closed) });
  expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
});
