import { beforeAll, expect, test } from '@jest/globals';
import type { GraphQLSchema } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { byLevel } from '../../src/graphql/fast/by-level.ts';
import { createSchema } from '../../src/schema.ts';
import { countQueries } from '../count-queries.ts';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  running,
  usePortalHere,
  type TestViewer,
} from '../harness.ts';
import { mobileUserRow } from './isolation.fixture.ts';
import { fieldsTogether } from './together.ts';

usePortalHere();

/**
 * Every field with a resolver of its own that is read together with its page. All others have a mask or a policy, or may
 * get one: add a field only if each viewer who sees the row sees the same value.
 */
const TOGETHER: Record<string, string[]> = {
  DeviceHistory: ['guid', 'image', 'isActive', 'isAssignedToPatient', 'machine', 'model', 'serial'],
  Machine: ['image', 'model', 'organization'],
  OrgMessage: ['recipient', 'sender'],
  Organization: ['isClinical', 'type'],
  Patient: ['clinician', 'devices', 'organization', 'physician', 'provider'],
  User: [],
};
let schema: GraphQLSchema;
let viewer: TestViewer;
beforeAll(async () => {
  schema = await createSchema();
  viewer = await asViewer();
  for (let index = 0; index < 3; index += 1) {
    const patient = await makePatient(viewer.orgId);
    await makeHistory(patient, await makeMachine(viewer.orgId, { pin: '1234' }));
    await make('mobile_users', mobileUserRow(viewer.orgId, patient.id));
  }
});

test.each(Object.keys(TOGETHER))(
  'of %s, no field with a resolver of its own is read with the page unless it is listed here',
  (name) => {
    const { objectTypes, fieldResolvers } = getMetadataStorage();
    const { target } = objectTypes.find((type) => type.name === name)!;
    const together = fieldsTogether(schema, name);
    const resolved = together.filter((field) =>
      fieldResolvers.some((one) => one.getObjectType?.() === target && (one.schemaName ?? one.methodName) === field),
    );
    expect(resolved.sort()).toEqual(TOGETHER[name]);
    expect(together).toContain(name === 'OrgMessage' ? 'message' : 'id');
  },
);

test.each([
  ['one field more that is masked', '{ devices { edges { node { serial pin } } } }'],
  ['a field that a policy decides', '{ patients { edges { node { id viewerCanAssignDevice } } } }'],
  ['a masked field further below', '{ patients { edges { node { devices { serial pin } } } } }'],
  ['two lists', '{ patients { edges { node { devices { id } again: devices { id } } } } }'],
])('a page is resolved row by row with %s', async (_, query) => {
  const read = () => viewer.gql(query);
  await read(); // what is read once for all requests
  const together = await countQueries(read);
  byLevel.looksAhead = false;
  try {
    expect(together).toEqual(await countQueries(read));
  } finally {
    byLevel.looksAhead = true;
  }
});

test('a page of patients with their devices and organizations is one statement, and its total another', async () => {
  const query = `{ patients { totalCount edges { node { lastName organization { name } provider { name }
    devices { serial model startDate isActive } } } } }`;
  const { result, statements } = await countQueries(() => viewer.gql(query));
  expect(statements).toBe(1 + 2); // the settings of the transaction, and these two
  expect(result.data.patients.edges).toHaveLength(3);
  expect(result.data.patients.edges[0].node.devices[0]).toMatchObject({ serial: expect.any(String), isActive: true });
});

test('a table of patients is one statement, its count another, and its audit line names its rows', async () => {
  const other = await asViewer({ orgId: viewer.orgId });
  const read = () => other.rest('GET', '/api/patients/datatable?orderBy=last_name&limit=2');
  const { result, statements } = await countQueries(read);
  expect(statements).toBe(1 + 2); // the settings of the transaction, and these two
  const shown = result.body.data.map(({ id }: { id: number }) => id);
  expect(shown).toHaveLength(2);
  await running().app.readLog.flush();
  const { rows } = await admin.query<{ patient_ids: number[] }>(
    'select patient_ids from audit_log where actor_user_id = $1',
    [other.userId],
  );
  expect(rows.map(({ patient_ids: ids }) => [...ids].sort())).toEqual([shown.sort()]);
});

test('the audit line of such a page names the patients of its rows', async () => {
  const other = await asViewer({ orgId: viewer.orgId });
  const linesOf = async (query: string) => {
    await admin.query('delete from audit_log where actor_user_id = $1', [other.userId]);
    await other.gql(query);
    await running().app.readLog.flush();
    const { rows } = await admin.query<{ patient_ids: number[] }>(
      'select operation, outcome, patient_ids from audit_log where actor_user_id = $1',
      [other.userId],
    );
    return rows;
  };
  for (const query of [
    '{ devices(first: 2) { edges { node { serial } } } }',
    '{ patients(first: 2) { edges { node { lastName devices { serial } } } } }',
    '{ mobileUsers(first: 2) { edges { node { email } } } }',
  ]) {
    const together = await linesOf(query);
    byLevel.looksAhead = false;
    try {
      expect(together).toEqual(await linesOf(query));
    } finally {
      byLevel.looksAhead = true;
    }
    expect(together[0]!.patient_ids).toHaveLength(2);
  }
});

test('a denied list leaves one audit line', async () => {
  const guest = await asViewer({ orgId: viewer.orgId, can: [] });
  const { errors } = await guest.gql('{ patients { edges { node { id } } } }');
  expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  const { rows } = await admin.query('select operation from audit_log where actor_user_id = $1', [guest.userId]);
  expect(rows).toEqual([{ operation: 'Query.patients' }]);
});
