import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { TOPICS } from '../../src/realtime/topics.ts';
import { createSchema } from '../../src/schema.ts';
import { toGlobalId } from '../../src/shared/node.ts';
import { admin, asViewer, make, makeOrganization, running, usePortal, type TestViewer } from '../harness.ts';
import { until } from '../until.ts';
import { digestOfOrganization } from '../digest.ts';
import { deviceAuthorization } from '../../src/auth/device.ts';
import { FOREIGN_GRAPHQL, FOREIGN_REST as REST, OF_NO_ORGANIZATION, OWN, SELECTIONS } from './contracts.ts';
import { MISSING, thingsOf, type Call, type Things } from './foreign-ids.fixture.ts';
import { restOperations, rootFields } from './operations.ts';
import { firstAnswer, openSocket } from './socket.ts';

usePortal();

const NODES = Object.entries(OWN).flatMap(([table, { node, row }]) => (node ? [{ table, node, row }] : []));
const ALONE: Record<string, Call> = {
  ...FOREIGN_GRAPHQL,
  ...Object.fromEntries(
    NODES.map(({ node }): [string, Call] => [
      `Query.node id (${node})`,
      ({ nodes }) => ({ id: toGlobalId(node, nodes[node]!) }),
    ]),
  ),
};
/** Every node is also read as one of several. */
const SEVERAL = Object.entries(ALONE)
  .filter(([place]) => place.startsWith('Query.node id '))
  .map(([place, call]): [string, Call] => [
    place.replace('node id', 'nodes ids'),
    (ids, own) => ({ ids: [(call(ids, own) as { id: string }).id] }),
  ]);
const GRAPHQL: Record<string, Call> = { ...ALONE, ...Object.fromEntries(SEVERAL) };
/** Of no one. */
const missing: Things = { ...MISSING, nodes: Object.fromEntries(NODES.map(({ node }) => [node, 999_999_012])) };

async function allOf(org: number, user: number): Promise<Things> {
  const things = await thingsOf(org, user);
  for (const { table, node, row } of NODES) things.nodes[node] = await make(table, row(org, user, 0));
  return things;
}

const schema = await createSchema();
const fields = rootFields(schema);

let viewer: TestViewer;
let own: Things;
let foreign: Things;
let untouched: Record<string, string>;
/** The digest of no rows. */
const EMPTY = createHash('md5').digest('hex');

beforeAll(async () => {
  viewer = await asViewer();
  // Only support sends messages. With the permission alone, an organization's user gets as far as the recipient check.
  await admin.query(
    "insert into roles (id, name, label, host, user_type) values (999, 'test.sender', 'Sender', 'org', 'Organization')",
  );
  await admin.query(
    "insert into role_permissions (role_id, permission) values (999, 'send.org.message'), (999, 'viewAll.role'), (999, 'update.announcement')",
  );
  await admin.query('insert into user_roles (org_id, user_id, role_id) values ($1, $2, 999)', [
    viewer.orgId,
    viewer.userId,
  ]);
  own = { ...(await allOf(viewer.orgId, viewer.userId)), role: 1 };
  const org = await makeOrganization();
  const { userId } = await asViewer({ orgId: org });
  foreign = await allOf(org, userId);
  // Its compliance is computed by the queue.
  await until(async () => {
    const { rows } = await admin.query(
      `select from pgboss.job j join patients p on p.id = (j.data->>'patientId')::int
        where j.name = 'recompute-compliance' and j.state in ('created', 'retry', 'active') and p.org_id = $1`,
      [org],
    );
    return rows.length === 0;
  });
  untouched = await digestOfOrganization(org);
});

const operationOf = (place: string) =>
  place.startsWith('Query') || place.startsWith('Mutation') || place.startsWith('Subscription')
    ? place.split(' ')[0]!
    : place.split(' ').slice(0, 2).join(' ');

describe('the table of id positions', () => {
  test('names every GraphQL argument and input field of type ID', () => {
    const served = fields.flatMap(({ operation, ids }) => ids.map((id) => `${operation} ${id}`));
    const listed = new Set(Object.keys(GRAPHQL).map((place) => place.split(' (')[0]!));
    expect(served.filter((place) => !listed.has(place) && !OF_NO_ORGANIZATION.has(place))).toEqual([]);
  });

  test('names every parameter of a REST path', () => {
    const served = restOperations.flatMap(({ operation, parameters }) =>
      parameters.map((name) => `${operation} {${name}}`),
    );
    expect(served.filter((place) => !(place in REST) && !OF_NO_ORGANIZATION.has(place))).toEqual([]);
  });

  test('names every type of node', () => {
    const nodes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => `Query.node id (${name})`);
    expect(nodes.filter((place) => !(place in GRAPHQL) && !OF_NO_ORGANIZATION.has(place))).toEqual([]);
  });

  test('names no operation that is not served', () => {
    const served = new Set([
      ...fields.map(({ operation }) => operation),
      ...restOperations.map(({ operation }) => operation),
    ]);
    expect([...Object.keys(GRAPHQL), ...Object.keys(REST)].filter((place) => !served.has(operationOf(place)))).toEqual(
      [],
    );
  });
});

async function graphql(place: string, ids: Things): Promise<string> {
  const { document, kind } = fields.find(({ operation }) => operation === operationOf(place))!;
  const variables = GRAPHQL[place]!(ids, own) as Record<string, unknown>;
  const name = document.match(/\{ (\w+)/)![1]!;
  const root = { query: schema.getQueryType(), mutation: schema.getMutationType() };
  const type = kind === 'query' || kind === 'mutation' ? root[kind] : schema.getSubscriptionType();
  const args = type!.getFields()[name]!.args.filter((arg) => arg.name in variables);
  const query = `${kind}(${args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ')}) { ${name}(${args.map((arg) => `${arg.name}: $${arg.name}`).join(', ')}) ${SELECTIONS[name] ?? '{ __typename }'} }`;
  if (kind !== 'subscription') return (await viewer.rest('POST', '/graphql', { query, variables })).text;
  const socket = openSocket(viewer);
  const before = listening();
  let outcome: unknown;
  void firstAnswer(socket, query, variables).then((answer) => (outcome ??= answer));
  await until(() => (outcome ??= listening() > before ? 'listening' : undefined));
  await socket.dispose();
  await until(() => listening() === before);
  return JSON.stringify(outcome);
}

/** Consumers of all topics: a subscription is checked before it is one. */
const listening = () => TOPICS.reduce((sum, topic) => sum + running().app.pubsub.listeners(topic), 0);

async function rest(place: string, ids: Things): Promise<{ status: number; text: string }> {
  const { method, path, device } = restOperations.find(({ operation }) => operation === operationOf(place))!;
  const { path: parameters, body, query } = REST[place]!(ids, own);
  const address = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(parameters[name]));
  return viewer.rest(
    method,
    `${address}${query ? `?${query}` : ''}`,
    body,
    device ? { authorization: deviceAuthorization(running().app.config, own.machine.serial) } : {},
  );
}

describe("another organization's id gets the same answer as one that does not exist, byte for byte", () => {
  // What only reads comes first: some mutations delete the viewer's own object.
  const writes = (place: string) => Number(place.startsWith('Mutation.'));
  test.each(Object.keys(GRAPHQL).sort((one, other) => writes(one) - writes(other)))('in %s', async (place) => {
    const answers = {
      foreign: await graphql(place, foreign),
      missing: await graphql(place, missing),
      own: await graphql(place, own),
    };
    expect(answers.foreign).toBe(answers.missing);
    expect(answers.own).not.toBe(answers.missing);
    expect(answers.own).not.toContain('NOT_FOUND');
  });

  test.each(Object.keys(REST))('in %s', async (place) => {
    const [theirs, none, mine] = [await rest(place, foreign), await rest(place, missing), await rest(place, own)];
    // An OperationOutcome names its request.
    const textOf = ({ text }: { text: string }) => text.replace(/X-Request-Id: [\da-f-]{36}/, '');
    expect([theirs.status, textOf(theirs)]).toEqual([none.status, textOf(none)]);
    expect([mine.status, mine.text]).not.toEqual([none.status, none.text]);
    if (place.endsWith('}')) expect(theirs.status).toBe(404);
  });

  test('and none of these calls changed a row of the other organization', async () => {
    expect(untouched.device_history).not.toBe(EMPTY);
    expect(await digestOfOrganization(foreign.org)).toEqual(untouched);
  });
});

describe('an invalid id', () => {
  test.each(['0', '-1', '1.5', 'abc', '99999999999999999999', "1' or 1=1", 'UGF0aWVudDo=', '%00'])(
    'such as %s is not found in a path',
    async (id) => {
      expect((await viewer.rest('GET', `/api/patients/${encodeURIComponent(id)}/devices`)).status).toBe(404);
      expect(
        (await viewer.gql('query($id: ID!) { patient(id: $id) { databaseId } }', { id })).errors?.[0]?.extensions,
      ).toEqual({ code: 'NOT_FOUND' });
    },
  );
});
