import { beforeAll, expect, test } from '@jest/globals';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
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

// Both columns are typed from the documents: REST is what existing clients compare.
test.each([
  [{ active: false }, 'inactive', 'INACTIVE'],
  [{ email_verified_at: null }, 'invited', 'INVITED'],
  [{ locked: true }, 'locked', 'LOCKED'],
  [{}, 'active', 'ACTIVE'],
])('a user %j is %s in REST and %s in GraphQL', async (change: Record<string, unknown>, rest, graphql) => {
  const { userId } = await asViewer({ orgId: viewer.orgId });
  for (const [column, value] of Object.entries(change))
    await admin.query(`update users set ${column} = $1 where id = $2`, [value, userId]);
  const { body } = await viewer.rest('GET', `/api/users/datatable?id=${userId}`);
  expect(body.data[0].status).toBe(rest);
  const args = `(filters: [{ field: "id", condition: EQUAL, value: "${userId}" }])`;
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
  const args = `(filters: [{ field: "id", condition: EQUAL, value: "${id}" }])`;
  expect(await nodes('patients', 'sex', args)).toEqual([{ sex: graphql }]);
});

test.each([
  ['pending', true, 'pending', 'PENDING'],
  ['failed', true, 'failed', 'FAILED'],
  ['void', true, 'void', 'VOID'],
  ['current', false, 'current', 'CURRENT'],
  ['defaults', false, 'defaults', 'DEFAULTS'],
  [null, false, 'none', 'NONE'],
])('settings that are %j are %3$s in REST and %4$s in GraphQL', async (status, isEdit, rest, graphql) => {
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
  const args = `(filters: [{ field: "id", condition: EQUAL, value: "${history}" }])`;
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
  const args = `(first: 1, filters: [{ field: "id", condition: EQUAL, value: "${machine.id}" }])`;
  expect(await nodes('machines', 'connectionHistory { rows { connectionType } }', args)).toEqual([
    { connectionHistory: { rows: [{ connectionType: graphql }] } },
  ]);
});

test('a value outside a closed set is a validation error of GraphQL that names the enum', async () => {
  const { errors } = await viewer.gql(
    'mutation($input: SaveTablePreferencesInput!) { saveTablePreferences(input: $input) { userErrors { code } } }',
    { input: { table: 'patients', density: 'compact' } },
  );
  expect(errors![0]).toMatchObject({ message: expect.stringContaining('does not exist in "TableDensity" enum') });
});
