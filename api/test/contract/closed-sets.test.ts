import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortal,
  type TestViewer,
} from '../harness.ts';

usePortal();

let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
});

const nodes = async (field: string, selection: string, args = '') =>
  (await viewer.gql(`{ ${field}${args} { edges { node { ${selection} } } } }`)).data[field].edges.map(
    ({ node }: { node: unknown }) => node,
  );

async function addModule(machine: { id: number; orgId: number }): Promise<string> {
  const iccid = `8986${machine.id}`;
  await admin.query('insert into modules (org_id, machine_id, serial, iccid) values ($1, $2, $3, $4)', [
    machine.orgId,
    machine.id,
    'MOD1',
    iccid,
  ]);
  return iccid;
}

// Both columns are typed from the documents: REST is what existing clients compare.
test.each([
  [{ active: false }, 'inactive', 'INACTIVE'],
  [{ email_verified_at: null, invitation_expires_at: '2099-01-01' }, 'invited', 'INVITED'],
  [{ email_verified_at: null, invitation_expires_at: '2026-01-01' }, 'expired', 'EXPIRED'],
  [{ email_verified_at: null, invitation_expires_at: null }, 'expired', 'EXPIRED'],
  [{ locked: true }, 'locked', 'LOCKED'],
  [{}, 'active', 'ACTIVE'],
])('a user %j is %s in REST and %s in GraphQL', async (change: Record<string, unknown>, rest, graphql) => {
  const { userId } = await asViewer({ orgId: viewer.orgId });
  for (const [column, value] of Object.entries(change))
    await admin.query(`update users set ${column} = $1 where id = $2`, [value, userId]);
  const { body } = await viewer.rest('GET', `/api/users/datatable?id=${userId}`);
  expect(body.data[0].status).toBe(rest);
  const args = `(where: { databaseId: { equal: ${userId} } })`;
  expect(await nodes('users', 'status', args)).toEqual([{ status: graphql }]);
});

test.each([
  ['m', 'MALE'],
  ['f', 'FEMALE'],
  ['o', 'OTHER'],
  [null, null],
])('the sex of a patient is %j in REST and %j in GraphQL', async (rest, graphql) => {
  const { id } = await makePatient(viewer.orgId, { sex: rest });
  expect((await viewer.rest('GET', `/api/patients/datatable?id=${id}`)).body.data[0].sex).toBe(rest);
  const args = `(where: { databaseId: { equal: ${id} } })`;
  expect(await nodes('patients', 'sex', args)).toEqual([{ sex: graphql }]);
});

test.each([
  ['pending', 'pending', 'PENDING', true],
  ['failed', 'failed', 'FAILED', true],
  ['void', 'void', 'VOID', true],
  ['current', 'current', 'CURRENT', false],
  ['defaults', 'defaults', 'DEFAULTS', false],
  [null, 'none', 'NONE', false],
])('settings that are %j are %s in REST and %s in GraphQL', async (status, rest, graphql, isEdit) => {
  const patient = await makePatient(viewer.orgId);
  const history = await makeHistory(patient, await makeMachine(viewer.orgId));
  if (status)
    await make('settings_records', {
      org_id: viewer.orgId,
      patient_id: patient.id,
      history_id: history,
      status,
      is_edit: isEdit,
      submitted_at: isEdit ? '2026-01-02T10:00:00Z' : null,
      values: {},
    });
  const { body } = await viewer.rest('GET', `/api/devices/datatable?id=${history}`);
  expect(body.data[0].settings_state).toBe(rest);
  const args = `(where: { databaseId: { equal: ${history} } })`;
  expect(await nodes('devices', 'settingsState', args)).toEqual([{ settingsState: graphql }]);
});

test.each([
  [1, 'Wireless', 'WIRELESS'],
  [2, 'App', 'APP'],
  [3, 'Pc', 'PC'],
  [9, 'Unknown', 'UNKNOWN'],
])('a session of terminal type %i is %s in REST and %s in GraphQL', async (terminal, rest, graphql) => {
  const patient = await makePatient(viewer.orgId);
  const machine = await makeMachine(viewer.orgId);
  await make('connections', {
    org_id: viewer.orgId,
    patient_id: patient.id,
    machine_org_id: machine.orgId,
    machine_id: machine.id,
    start_time: '2026-02-01T10:00:00Z',
    terminal_type: terminal,
  });
  const { body } = await viewer.rest('GET', `/api/machines/${machine.guid}/connection-history`);
  expect(body.data[0].connection_type).toBe(rest);
  const args = `(first: 1, where: { databaseId: { equal: ${machine.id} } })`;
  expect(await nodes('machines', 'connectionHistory { rows { connectionType } }', args)).toEqual([
    { connectionHistory: { rows: [{ connectionType: graphql }] } },
  ]);
});

const settings = async (row: Record<string, unknown>) => {
  const patient = await makePatient(viewer.orgId);
  const history = await makeHistory(patient, await makeMachine(viewer.orgId));
  await make('settings_records', {
    org_id: viewer.orgId,
    patient_id: patient.id,
    history_id: history,
    values: {},
    ...row,
  });
  const path = `/api/patients/${patient.id}/devices/${history}`;
  return { path, args: `(where: { databaseId: { equal: ${history} } })` };
};

test.each([
  ['pending', true, 'Pending Delivery', 'PENDING'],
  ['failed', true, 'Failed Delivery', 'FAILED'],
  ['void', true, 'Void/Replaced', 'VOID'],
  ['past', true, 'Delivered', 'DELIVERED'],
  ['past', false, 'Past', 'PAST'],
  ['current', false, 'Current', 'CURRENT'],
  ['defaults', false, 'Defaults', 'DEFAULTS'],
])(
  'settings that are %s (edit: %j) are %j in the REST history and %s in GraphQL',
  async (status, isEdit, rest, graphql) => {
    const at = '2026-01-02T10:00:00Z';
    const { path, args } = await settings({
      status,
      is_edit: isEdit,
      ...(isEdit ? { submitted_at: at } : { collected_at: at, source: 'wireless' }),
    });
    const { body } = await viewer.rest('GET', `${path}/settings_history`);
    expect(body.data[0].status).toBe(rest);
    expect(await nodes('devices', 'settingsHistory { rows { status } }', args)).toEqual([
      { settingsHistory: { rows: [{ status: graphql }] } },
    ]);
  },
);

test.each([
  ['current', false, 'currentSettings', 'current_settings', 'Current', 'CURRENT'],
  ['defaults', false, 'currentSettings', 'current_settings', 'Defaults', 'DEFAULTS'],
  ['pending', true, 'pendingSettings', 'pending_settings', 'Pending Delivery', 'PENDING'],
  ['failed', true, 'pendingSettings', 'pending_settings', 'Failed Delivery', 'FAILED'],
  ['void', true, 'pendingSettings', 'pending_settings', 'Void/Replaced', 'VOID'],
])(
  'a record that is %s (edit: %j): its status in %s and %s is %j and %s',
  async (status, isEdit, field, route, rest, graphql) => {
    const { path, args } = await settings({
      status,
      is_edit: isEdit,
      ...(isEdit ? { submitted_at: '2026-01-02T10:00:00Z' } : { collected_at: '2026-01-02T10:00:00Z' }),
    });
    expect((await viewer.rest('GET', `${path}/${route}`)).body.data.status).toBe(rest);
    expect(await nodes('devices', `${field} { status }`, args)).toEqual([{ [field]: { status: graphql } }]);
  },
);

const VENTILATOR_MODEL = 6;

test.each([
  ['an active device with a module and a PIN', 'pass', 'PASS', {}, true],
  ['a device without a module', 'edit_settings.no_module', 'NO_MODULE', {}, false],
  ['a device without a PIN', 'edit_settings.no_pin', 'NO_PIN', { has_pin: false }, true],
  ['an ended device', 'edit_settings.device_ended', 'DEVICE_ENDED', { end_date: '2026-03-01' }, true],
  ['a ventilator without a module', 'edit_settings.no_ventilator', 'NO_VENTILATOR', {}, false],
])('editAllowed of %s is %j in REST and %s in GraphQL', async (name, rest, graphql, change, hasModule) => {
  const patient = await makePatient(viewer.orgId);
  const machine = await makeMachine(viewer.orgId);
  const history = await makeHistory(patient, machine, change);
  if (hasModule) await addModule(machine);
  if (name.includes('ventilator'))
    await admin.query('update machines set model_id = $1 where id = $2', [VENTILATOR_MODEL, machine.id]);
  const { body } = await viewer.rest('GET', `/api/patients/${patient.id}/devices`);
  expect(body.data[0].edit_allowed).toBe(rest);
  const args = `(where: { databaseId: { equal: ${history} } })`;
  expect(await nodes('devices', 'editAllowed settingsForm { editAllowed }', args)).toEqual([
    { editAllowed: graphql, settingsForm: { editAllowed: graphql } },
  ]);
});

test.each([
  ['en', 'EN'],
  ['es', 'ES'],
] as const)(
  'the language %s is stored as such and is %s in GraphQL, as input and as output',
  async (stored, graphql) => {
    const user = await asViewer({ orgId: viewer.orgId, locale: stored === 'en' ? 'es' : 'en' });
    const { data } = await user.gql(
      `mutation { updateViewer(input: { locale: ${graphql} }) { viewer { locale } userErrors { code } } }`,
    );
    expect(data.updateViewer).toEqual({ viewer: { locale: graphql }, userErrors: [] });
    expect((await admin.query('select locale from users where id = $1', [user.userId])).rows).toEqual([
      { locale: stored },
    ]);
  },
);

test.each([
  [404, 404, 'The carrier does not know this SIM. Check its ICCID.', 'ABSENT'],
  [500, 502, 'The carrier returned no usable answer. Try again later.', 'BROKEN'],
])('a carrier that answers %i is %i %j in REST and %s in GraphQL', async (answered, status, message, graphql) => {
  const machine = await makeMachine(viewer.orgId);
  const iccid = await addModule(machine);
  const carrier = createServer((_request, response) => response.writeHead(answered).end()).listen(0, '127.0.0.1');
  await once(carrier, 'listening');
  const { config } = running().app;
  config.carrierUrl = `http://127.0.0.1:${(carrier.address() as AddressInfo).port}`;
  try {
    const rest = await viewer.rest('GET', `/api/aeris/${iccid}/device-details`);
    expect([rest.status, rest.body]).toEqual([status, { message }]);
    const { data } = await viewer.gql(
      'query ($id: ID!) { machine(id: $id) { module { networkStatus { problem } } } }',
      { id: machine.guid },
    );
    expect(data.machine.module.networkStatus).toEqual({ problem: graphql });
  } finally {
    config.carrierUrl = undefined;
    carrier.closeAllConnections();
    carrier.close();
  }
});

test('the cards of the dashboard name PATIENTS or USERS', async () => {
  const lists = (await viewer.gql('{ dashboard { cards { kind list } } }')).data.dashboard.cards;
  expect(lists).toContainEqual({ kind: 'SETTINGS_WAITING', list: 'PATIENTS' });
  expect(lists).toContainEqual({ kind: 'INVITED', list: 'USERS' });
});

test('a value outside a closed set is a validation error of GraphQL that names the enum', async () => {
  const { errors } = await viewer.gql(
    'mutation($input: SaveTablePreferencesInput!) { saveTablePreferences(input: $input) { userErrors { code } } }',
    { input: { table: 'patients', density: 'compact' } },
  );
  expect(errors![0]).toMatchObject({ message: expect.stringContaining('does not exist in "TableDensity" enum') });
});
