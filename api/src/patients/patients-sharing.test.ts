import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makeOrganization,
  makePatient,
  type TestViewer,
  usePortal,
} from '../../test/harness.ts';
import { toGlobalId } from '../shared/node.ts';

usePortal();

interface Shared {
  patient: number;
  machine: number;
  history: number;
  settings: number;
}

/** A patient with a device and its settings, shared by four organizations. */
let shared: Shared;
/** The same for organizations that none of the others work with. */
let foreign: Shared;
const viewers: Record<string, TestViewer> = {};

async function makeShared(orgId: number, patientRow: Record<string, unknown> = {}): Promise<Shared> {
  const patient = await makePatient(orgId, patientRow);
  const machine = await makeMachine(orgId, { location_id: patientRow.location_id ?? null });
  const history = await makeHistory(patient, machine);
  const settings = await make('settings_records', {
    org_id: orgId,
    patient_id: patient.id,
    history_id: history,
    status: 'current',
    values: { mode: 'CPAP' },
    is_edit: false,
    created_at: new Date(),
  });
  return { patient: patient.id, machine: machine.id, history, settings };
}

beforeAll(async () => {
  const owner = await asViewer();
  const dme = await asViewer();
  const clinician = await asViewer({ kind: 'clinical' });
  const physician = await asViewer({ kind: 'clinical', roles: ['org.physician'] });
  const here = await make('locations', { org_id: owner.orgId, name: 'Here', country: 'US', is_primary: false });
  const there = await make('locations', { org_id: owner.orgId, name: 'There', country: 'US', is_primary: false });
  Object.assign(viewers, {
    owner,
    dme,
    "clinician's organization": clinician,
    "physician's organization": physician,
    support: await asViewer({ kind: 'support' }),
    unrelated: await asViewer(),
    'staff of its location': await asViewer({ orgId: owner.orgId, roles: ['location.ep.admin'], locationIds: [here] }),
    'staff of another location': await asViewer({
      orgId: owner.orgId,
      roles: ['location.ep.admin'],
      locationIds: [there],
    }),
    'staff of no location': await asViewer({ orgId: owner.orgId, roles: ['location.ep.admin'], locationIds: [] }),
  });
  await admin.query("update users set user_type = 'Location' where id = $1", [viewers['staff of no location']!.userId]);
  shared = await makeShared(owner.orgId, {
    dme_id: dme.orgId,
    clinician_org_id: clinician.orgId,
    clinician_id: clinician.userId,
    physician_org_id: physician.orgId,
    physician_id: physician.userId,
    location_id: here,
  });
  foreign = await makeShared(await makeOrganization());
});

const reads = {
  'Query.patient': (viewer: TestViewer, { patient }: Shared) =>
    viewer.gql('query ($id: ID!) { patient(id: $id) { id } }', { id: patient }),
  'Query.patient by global id': (viewer: TestViewer, { patient }: Shared) =>
    viewer.gql('query ($id: ID!) { patient(id: $id) { id } }', { id: toGlobalId('Patient', patient) }),
  'Query.machine': (viewer: TestViewer, { machine }: Shared) =>
    viewer.gql('query ($id: ID!) { machine(id: $id) { id } }', { id: machine }),
  'Query.node of a patient': (viewer: TestViewer, { patient }: Shared) =>
    viewer.gql('query ($id: ID!) { node(id: $id) { id } }', { id: toGlobalId('Patient', patient) }),
  'Query.node of a machine': (viewer: TestViewer, { machine }: Shared) =>
    viewer.gql('query ($id: ID!) { node(id: $id) { id } }', { id: toGlobalId('Machine', machine) }),
  'Query.node of a device': (viewer: TestViewer, { history }: Shared) =>
    viewer.gql('query ($id: ID!) { node(id: $id) { id } }', { id: toGlobalId('DeviceHistory', history) }),
  'Query.node of settings': (viewer: TestViewer, { settings }: Shared) =>
    viewer.gql('query ($id: ID!) { node(id: $id) { id } }', { id: toGlobalId('SettingsRecord', settings) }),
};
const routes = {
  current_settings: ({ patient, history }: Shared) => `/api/patients/${patient}/devices/${history}/current_settings`,
  pending_settings: ({ patient, history }: Shared) => `/api/patients/${patient}/devices/${history}/pending_settings`,
  devices: ({ patient }: Shared) => `/api/patients/${patient}/devices`,
  'machine history': ({ machine }: Shared) => `/api/machines/${machine}/history`,
};

describe.each([
  ['owner', true],
  ['dme', true],
  ["clinician's organization", true],
  ["physician's organization", true],
  ['support', true],
  ['unrelated', false],
  ['staff of its location', true],
  ['staff of another location', false],
  ['staff of no location', false],
])('the %s', (name, sees) => {
  test.each(Object.keys(reads))(`${sees ? 'reads' : 'does not find'} %s`, async (operation) => {
    const answer = await reads[operation as keyof typeof reads](viewers[name]!, shared);
    if (sees) expect(answer).toMatchObject({ data: {} });
    expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(sees ? undefined : ['NOT_FOUND']);
  });

  test.each(Object.keys(routes))(`${sees ? 'reads' : 'does not find'} GET %s`, async (route) => {
    expect((await viewers[name]!.rest('GET', routes[route as keyof typeof routes](shared))).status).toBe(
      sees ? 200 : 404,
    );
  });

  test(`${sees ? 'finds' : 'does not find'} patient and machine in the lists and the totals`, async () => {
    const viewer = viewers[name]!;
    const patients = (await viewer.rest('GET', `/api/patients/datatable?id=${shared.patient}`)).body;
    const machines = (await viewer.rest('GET', `/api/machines/datatable?id=${shared.machine}`)).body;
    expect([patients.total, machines.total, patients.data.length, machines.data.length]).toEqual(
      sees ? [1, 1, 1, 1] : [0, 0, 0, 0],
    );
    if (!sees) expect([patients.recordsTotal, machines.recordsTotal]).toEqual([0, 0]);
  });

  if (name !== 'support') {
    const unknown: Shared = { patient: 999_999, machine: 999_999, history: 999_999, settings: 999_999 };
    test('returns for ids of other organizations the same bytes as for ids that do not exist', async () => {
      const viewer = viewers[name]!;
      const withoutId = (answer: unknown) => JSON.stringify(answer).replace(/"requestId":"[^"]*"/g, '');
      for (const read of Object.values(reads))
        expect(withoutId(await read(viewer, foreign))).toBe(withoutId(await read(viewer, unknown)));
      for (const route of Object.values(routes)) {
        const [one, other] = [await viewer.rest('GET', route(foreign)), await viewer.rest('GET', route(unknown))];
        expect([one.status, one.text]).toEqual([404, other.text]);
        expect([...one.headers.keys()].sort()).toEqual([...other.headers.keys()].sort());
      }
    });
  }
});

test('partners see the names of the organizations and people that share the patient, and support staff sees all names', async () => {
  for (const name of ['owner', 'dme', "clinician's organization", "physician's organization", 'support']) {
    const answer = await viewers[name]!.gql(
      'query ($id: ID!) { patient(id: $id) { organization { databaseId } provider { databaseId } clinician { databaseId organization { databaseId } } physician { databaseId } } }',
      { id: shared.patient },
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data.patient).toEqual({
      organization: { databaseId: viewers.owner!.orgId },
      provider: { databaseId: viewers.dme!.orgId },
      clinician: {
        databaseId: viewers["clinician's organization"]!.userId,
        organization: { databaseId: viewers["clinician's organization"]!.orgId },
      },
      physician: { databaseId: viewers["physician's organization"]!.userId },
    });
  }
});

test('location staff sees the devices of its patients, whichever location owns them, as long as the patient belongs to the location', async () => {
  const [here, there] = [viewers['staff of its location']!, viewers['staff of another location']!];
  const {
    rows: [at],
  } = await admin.query<{ here: number; there: number }>(
    `select (select location_id from user_locations where user_id = $1) as here, (select location_id from user_locations where user_id = $2) as there`,
    [here.userId, there.userId],
  );
  const patient = await makePatient(here.orgId, { location_id: at!.here });
  const machine = await makeMachine(here.orgId, { location_id: null });
  const sees = async (viewer: TestViewer) =>
    (await viewer.rest('GET', `/api/patients/${patient.id}/devices`)).body.data?.map(
      (row: { serial: string }) => row.serial,
    );
  await makeHistory(patient, machine);
  expect(await sees(here)).toEqual([machine.serial]);
  expect((await there.rest('GET', `/api/machines/${machine.id}/history`)).status).toBe(404);
  await admin.query('update patients set location_id = $2 where id = $1', [patient.id, at!.there]);
  expect(await sees(there)).toEqual([machine.serial]);
  expect((await here.rest('GET', `/api/machines/${machine.id}/history`)).status).toBe(404);
});

test('settings of a device are found only under its own patient', async () => {
  const { owner } = viewers;
  const other = await makeShared(owner!.orgId);
  expect((await owner!.rest('GET', routes.current_settings({ ...shared, patient: other.patient }))).status).toBe(404);
  expect((await owner!.rest('GET', routes.current_settings({ ...other, patient: 'x' as never }))).status).toBe(404);
});

test('a global id of another type, of no type and of a huge number is not found', async () => {
  const { owner } = viewers;
  for (const id of [
    toGlobalId('Machine', shared.patient),
    toGlobalId('Nothing', 1),
    toGlobalId('constructor', 1),
    'Patient:1',
    '',
    '%',
    toGlobalId('Patient', 99_999_999_999),
    '99999999999',
  ]) {
    expect((await owner!.gql('query ($id: ID!) { patient(id: $id) { id } }', { id })).errors![0]!.extensions.code).toBe(
      'NOT_FOUND',
    );
  }
  for (const id of [toGlobalId('Nothing', 1), toGlobalId('constructor', 1), '1', '']) {
    expect((await owner!.gql('query ($id: ID!) { node(id: $id) { id } }', { id })).errors![0]!.extensions.code).toBe(
      'NOT_FOUND',
    );
  }
});

test('a node has its own type and needs the permission of its own field', async () => {
  const id = { patient: toGlobalId('Patient', shared.patient), machine: toGlobalId('Machine', shared.machine) };
  const query =
    'query ($id: ID!) { node(id: $id) { __typename id ... on Patient { lastName } ... on Machine { serial } ... on Organization { name } ... on User { email } } }';
  const { owner } = viewers;
  expect((await owner!.gql(query, { id: id.patient })).data.node).toMatchObject({
    __typename: 'Patient',
    id: id.patient,
    lastName: expect.any(String),
  });
  expect((await owner!.gql(query, { id: toGlobalId('Organization', owner!.orgId) })).data.node).toMatchObject({
    __typename: 'Organization',
  });
  expect((await owner!.gql(query, { id: toGlobalId('User', owner!.userId) })).data.node).toMatchObject({
    __typename: 'User',
  });
  const reader = await asViewer({ orgId: owner!.orgId, can: ['view.patient'] });
  expect((await reader.gql(query, { id: id.patient })).errors).toBeUndefined();
  expect((await reader.gql(query, { id: id.machine })).errors![0]!.extensions.code).toBe('FORBIDDEN');
});
