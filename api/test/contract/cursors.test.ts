import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { buildSchema, getNamedType, isEnumType, isInputObjectType, isObjectType, isRequiredArgument } from 'graphql';
import {
  admin,
  asViewer,
  make,
  makeHistory,
  makeMachine,
  makePatient,
  usePortal,
  type GraphqlAnswer,
  type TestViewer,
} from '../harness.ts';
import { OWN } from './contracts.ts';

usePortal();

const NAMES = /agarwal|denise|ellery|thornbush|4155550123/i;

let viewer: TestViewer;
let support: TestViewer;
let patientId: number;
let endpointId: string;
beforeAll(async () => {
  viewer = await asViewer();
  support = await asViewer({ kind: 'support' });
  for (const id of [viewer.userId, support.userId])
    await admin.query("update users set last_name = 'Ellery', first_name = 'Thornbush' where id = $1", [id]);
  endpointId = '990000001';
  await make('webhook_endpoints', { ...OWN.webhook_endpoints!.row(viewer.orgId, viewer.userId, 0), id: endpointId });
  for (const first_name of ['Denise', 'Denise A']) {
    const contact = {
      phone: '4155550123',
      email: `${first_name.length}denise@example.org`,
      therapy_start: '2026-01-01',
    };
    const patient = await makePatient(viewer.orgId, { last_name: 'Agarwal', first_name, ...contact });
    const machine = await makeMachine(viewer.orgId);
    await makeHistory(patient, machine, { start_date: '2026-01-01' });
    const night = { machine_org_id: machine.orgId, machine_id: machine.id, night: '2026-02-01' };
    await make('usage_nights', { ...night, source: 'wireless', minutes: 300 });
    patientId = patient.id;
  }
});

/** The arguments that lists need, by the list. */
const NEEDED: Record<string, () => string> = {
  nights: () => `where: { patientId: { equal: ${patientId} } }`,
  patientAccessUsers: () => `patientId: ${patientId}`,
  patientNotes: () => `patientId: ${patientId}`,
  patientTimeline: () => `patientId: ${patientId}`,
  userActivity: () => `userId: ${viewer.userId}`,
  userAuditLog: () => `userId: ${viewer.userId}`,
  userLogins: () => `userId: ${viewer.userId}`,
  webhookDeliveries: () => `endpointId: "${endpointId}"`,
};

/** Every list of the roots, once for each column that orders it. */
const lists = Object.values(buildSchema(readFileSync('schema.graphql', 'utf8')).getQueryType()!.getFields()).flatMap(
  ({ name, type, args }) => {
    const of = getNamedType(type);
    if (!isObjectType(of) || !of.name.endsWith('Connection')) return [];
    const required = args.filter(isRequiredArgument).map((arg) => arg.name);
    const order = getNamedType(args.find((arg) => arg.name === 'orderBy')?.type);
    const field = isInputObjectType(order) ? getNamedType(order.getFields().field!.type) : undefined;
    const columns = isEnumType(field) ? field.getValues().map((value) => value.name) : [''];
    return columns.map((column) => ({ name, column, required }));
  },
);

/** Whether a text, as it is or decoded, has a name or a number of the fixture. */
const reveals = (text: string): boolean =>
  [
    decodeURIComponent(text),
    ...(['base64url', 'hex'] as const).map((encoding) => Buffer.from(text, encoding).toString('latin1')),
  ].some((decoded) => NAMES.test(decoded));

const cursorsIn = ({ data }: GraphqlAnswer, name: string): string[] => {
  if (!data?.[name]) return [];
  const { edges, pageInfo } = data[name];
  return [...edges.map(({ cursor }: { cursor: string }) => cursor), pageInfo.startCursor, pageInfo.endCursor].filter(
    (cursor) => cursor !== null,
  );
};

const read = new Set<string>();
test.each(lists)('no cursor of $name by $column has a name', async ({ name, column, required }) => {
  expect(required.filter(() => !NEEDED[name])).toEqual([]);
  const args = ['first: 2', NEEDED[name]?.() ?? '', column && `orderBy: { field: ${column}, direction: DESC }`];
  for (const who of [viewer, support]) {
    const list = `${name}(${args.filter(Boolean).join(', ')})`;
    const answer = await who.gql(`{ ${list} { pageInfo { startCursor endCursor } edges { cursor } } }`);
    const cursors = cursorsIn(answer, name);
    if (cursors.length > 0) read.add(name);
    expect(cursors.filter(reveals)).toEqual([]);
    // Support staff reads the changes of the organization in which it acts.
    if (name === 'changes' && who === support) continue;
    const refused = answer.errors?.filter(({ extensions }) => extensions.code !== 'FORBIDDEN');
    expect(refused ?? []).toEqual([]);
  }
});

test('these lists had rows, among them those that are ordered by a name', () => {
  for (const name of ['patients', 'users', 'machines', 'devices', 'patientTimeline', 'nights'])
    expect([...read]).toContain(name);
});

test('a page of REST has no name in its next token or its address, and the token leads to the next page', async () => {
  const path = '/api/patients/datatable?orderBy=last_name&limit=1';
  const { body } = await viewer.rest('GET', path);
  expect(body.data).toHaveLength(1);
  const token: string = body.next_token;
  expect([reveals(token), reveals(token.split('.')[1]!), NAMES.test(decodeURIComponent(body.next_page_url))]).toEqual([
    false,
    false,
    false,
  ]);
  const next = await viewer.rest('GET', `${path}&next=${token}`);
  expect([next.body.data.length, next.body.data[0].id === body.data[0].id]).toEqual([1, false]);
});
