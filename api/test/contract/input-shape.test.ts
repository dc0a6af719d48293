import { beforeAll, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { matrix } from '../../src/auth/matrix.ts';
import { deviceAuthorization } from '../../src/auth/device.ts';
import { anonymous, asViewer, makeMachine, running, usePortal, type Client, type TestViewer } from '../harness.ts';

usePortal();

let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
});
const callers: [string, () => Client][] = [
  ['a guest', () => anonymous()],
  ['a signed-in user', () => viewer],
];

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
/** Each input on the allowed side of a limit and just over it, with the code of the refusal. */
const SIDES: [string, string, string, string][] = [
  ['levels', `{"a":${nested(11)}}`, `{"a":${nested(12)}}`, 'shape.depth'],
  ['10,000 brackets', '{}', `{"a":${nested(10_000)}}`, 'shape.depth'],
  [
    'entries of a list',
    JSON.stringify({ a: Array(200).fill(0) }),
    JSON.stringify({ a: Array(201).fill(0) }),
    'shape.list',
  ],
  ['20,000 objects in a list', '{}', JSON.stringify({ codes: Array(20_000).fill({}) }), 'shape.list'],
  [
    'values',
    JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`n${n}`, n]))),
    JSON.stringify(Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`n${n}`, n]))),
    'shape.values',
  ],
  ['the name __proto__', '{"proto":1}', '{"__proto__":{"a":1}}', 'shape.name'],
  ['the name constructor', '{"construct":1}', '{"a":{"constructor":1}}', 'shape.name'],
];

describe.each(callers)('of %s', (_caller, client) => {
  test.each(SIDES)('a body is refused by its %s, with 422 and a code', async (_title, allowed, over, code) => {
    const within = await client().rest('POST', '/login', allowed);
    expect([within.status, JSON.stringify(within.body).includes('shape.')]).toEqual([422, false]);
    const refused = await client().rest('POST', '/login', over);
    expect([refused.status, refused.body.code]).toEqual([422, code]);
  });

  test('a form is refused like JSON', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const many = (count: number) => Array.from({ length: count }, (_, n) => `a[]=${n}`).join('&');
    const refused = await client().rest('POST', '/login', many(201), form);
    expect([refused.status, refused.body.code]).toEqual([422, 'shape.list']);
    expect((await client().rest('POST', '/login', many(200), form)).body.code).not.toMatch(/^shape/);
  });

  test('a query string is refused by its names', async () => {
    const get = async (query: string) => {
      const { status, body } = await client().rest('GET', `/api/users/datatable?${query}`);
      return [status, body.code];
    };
    const allowed = client().sessionId ? [200, undefined] : [401, undefined];
    expect(await get('constructor=x')).toEqual([422, 'shape.name']);
    expect(await get('filters[constructor][equal]=x')).toEqual([422, 'shape.name']);
    expect(await get('page=1')).toEqual(allowed);
  });

  test.each(SIDES)('GraphQL variables are refused by their %s, with a code', async (_title, allowed, over, code) => {
    const send = (variables: string) =>
      client().rest('POST', '/graphql', `{"query":"{ __typename }","variables":${variables}}`);
    expect((await send(allowed)).body).toMatchObject({ data: { __typename: 'Query' } });
    const refused = await send(over);
    expect([refused.status, refused.body]).toEqual([
      422,
      { errors: [{ message: expect.any(String), extensions: { code: 'BAD_USER_INPUT' } }] },
    ]);
    expect(refused.body.errors[0].message).not.toContain(code);
  });

  test.each(SIDES.filter(([, , over]) => over.length < 4000))(
    'GraphQL variables in an address are refused by their %s, with a code',
    async (_title, allowed, over) => {
      const send = (variables: string) => {
        const asked = new URLSearchParams({ query: '{ __typename }', variables });
        return client().rest('GET', `/graphql?${asked}`, undefined, { 'apollo-require-preflight': '1' });
      };
      expect((await send(allowed)).body).toMatchObject({ data: { __typename: 'Query' } });
      const refused = await send(over);
      expect([refused.status, refused.body.errors[0].extensions]).toEqual([422, { code: 'BAD_USER_INPUT' }]);
    },
  );

  test.each([
    ['entries of a list', `[${'1 '.repeat(200)}]`, `[${'1 '.repeat(201)}]`],
    ['levels', `${'['.repeat(12)}1${']'.repeat(12)}`, `${'['.repeat(13)}1${']'.repeat(13)}`],
    ['the name __proto__', '[1]', '{ __proto__: 1 }'],
  ])('values in the document are refused by their %s', async (_title, allowed, over) => {
    const refused = async (value: string) => {
      const query = `{ icodeReports(ids: ${value}) { edges { node { databaseId } } } }`;
      const { text, body, status } = await client().rest('POST', '/graphql', { query });
      const codes = ((body.errors ?? []) as { extensions: { code: string } }[]).map(
        ({ extensions }) => extensions.code,
      );
      return /more than (12|200)|reserved name/.test(text) && [status, codes.includes('BAD_USER_INPUT')];
    };
    expect(await refused(over)).toEqual([400, true]);
    expect(await refused(allowed)).toBe(false);
  });

  test('a list of 20,000 objects in the document is refused by its tokens', async () => {
    const { status, body } = await client().rest('POST', '/graphql', {
      query: `mutation { createICodeReports(input: { serial: "A", codes: [${'{} '.repeat(20_000)}] }) { userErrors { code } } }`,
    });
    expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('2000 tokens')]);
  });
});

type Errors = { extensions: { code: string } }[];

/** The code of the first answer on a raw socket, whose variables are sent as this text. */
function codeOnSocket(variables: string): Promise<string | undefined> {
  const socket = new WebSocket(`${viewer.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { cookie: viewer.headers.cookie! },
  });
  const query = 'subscription($id: ID = 1) { deviceHistoryChanged(patientId: $id) { patient { id } } }';
  const subscribe = `{"type":"subscribe","id":"1","payload":{"query":"${query}","variables":${variables}}}`;
  return new Promise<string | undefined>((resolve, reject) => {
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
    socket.on('message', (data: Buffer) => {
      const { type, payload } = JSON.parse(data.toString()) as { type: string; payload?: Errors | { errors?: Errors } };
      if (type === 'connection_ack') return socket.send(subscribe);
      resolve((Array.isArray(payload) ? payload : payload?.errors)?.[0]?.extensions.code);
    });
    socket.on('close', (code) => reject(new Error(`closed with ${code}`))).on('error', reject);
  }).finally(() => socket.removeAllListeners('close').close());
}

test.each(SIDES.filter(([, , over]) => over.length < 60_000))(
  'variables on a socket are refused by their %s, with a code',
  async (_title, allowed, over) => {
    expect(await codeOnSocket(over)).toBe('BAD_USER_INPUT');
    expect(await codeOnSocket(allowed)).not.toBe('BAD_USER_INPUT');
  },
);

test('an operation has other limits only where its document names a longer list', () => {
  const exceptions = Object.entries(matrix).flatMap(([operation, { shape }]) => (shape ? [[operation, shape]] : []));
  // "Date utility: 500 rows per page" (document 001, section 9).
  const rows = { list: 500, values: 6500 };
  const nights = { list: 1000, values: 3500 };
  expect(exceptions).toEqual([
    // 500 patients of a batch: one more is refused by the batch, with its own message.
    ['Mutation.startComplianceBatch', { list: 501 }],
    ['POST /device/v1/nights', { list: 400, values: 6002 }],
    // "POST /api/migrate/patients with patients (list of ids)" (document 001, section 7): all of the largest location.
    ['POST /api/migrate/patients', { list: 100_000, values: 100_010 }],
    // The nights of a card of almost three years.
    ['Mutation.giveBackNights', nights],
    ['Mutation.voidNights', nights],
    ['POST /api/machines/{id}/usage/give-back-nights', nights],
    ['POST /api/machines/{id}/usage/void-nights', nights],
    ['Query.checkGiveBackNights', nights],
    ['Query.checkVoidNights', nights],
    // "Multiselect options limit 1000".
    ['Mutation.createOrgGroup', { list: 1000 }],
    ['Mutation.updateOrgGroup', { list: 1000 }],
    ['Mutation.changeUsageDates', rows],
    ['Mutation.undoUsageDates', rows],
    ['POST /api/machines/{id}/usage/date-change-utility/{source}', rows],
    ['Query.checkChangeUsageDates', rows],
  ]);
});

test.each([
  ['a comment', 'query ($v: JSON) { __typename } # changeUsageDates', undefined],
  ['a text', 'query ($v: JSON) { node(id: "changeUsageDates") { id } }', undefined],
  ['a variable', 'query ($changeUsageDates: JSON) { __typename }', undefined],
  ['another operation', 'query A { __typename } mutation B { changeUsageDates { result } }', 'A'],
])('%s that names an operation with a longer list raises no limit', async (_title, query, operationName) => {
  const send = async (count: number) => {
    const variables = { v: Array.from({ length: count }, () => 1) };
    const { body } = await viewer.rest('POST', '/graphql', { query, variables, operationName });
    return JSON.stringify(body.errors ?? []).includes('200 entries');
  };
  expect([await send(200), await send(201)]).toEqual([false, true]);
});

test('a device sends 400 nights of 14 figures at once, and not 401', async () => {
  const machine = await makeMachine(viewer.orgId);
  const night = (n: number) => ({
    night: new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10),
    ...{ minutes: 1, ahi: 1, pressure: 1, p95: 1, leak: 1, sni: 1, sessions: 1, record_no: 1 },
    ...{ obstructive_apneas: 1, central_apneas: 1, unclassified_apneas: 1, hypopneas: 1, reras: 1 },
  });
  const send = async (count: number) => {
    const { status, body } = await anonymous().rest(
      'POST',
      '/device/v1/nights',
      { device_time: new Date().toISOString(), nights: Array.from({ length: count }, (_, n) => night(n)) },
      { authorization: deviceAuthorization(running().app.config, machine.serial) },
    );
    return [status, body.code];
  };
  expect(await send(400)).toEqual([200, undefined]);
  expect(await send(401)).toEqual([422, 'shape.list']);
});

test('an answer has at most 50 refusals, and says how many more there are', async () => {
  const codes = (count: number) => ({
    serial: 'A00000000001',
    codes: Array(count).fill({ collected: 'x', icode: '1' }),
  });
  const rest = async (count: number) => (await viewer.rest('POST', '/api/icode-reports', codes(count))).body;
  // Two for each row and one for their number.
  expect(Object.keys((await rest(24)).errors)).toHaveLength(49);
  const many = await rest(26);
  expect([Object.keys(many.errors).length, many.errors['']]).toEqual([51, ['(and 3 more errors)']]);
  expect(many.message).toMatch(/ \(and 52 more errors\)$/);
  const { data } = await viewer.gql(
    'query($input: CreateICodeReportsInput!) { checkCreateICodeReports(input: $input) { userErrors { field code message } } }',
    { input: codes(26) },
  );
  const { userErrors } = data.checkCreateICodeReports;
  expect([userErrors.length, userErrors.at(-1)]).toEqual([
    51,
    { field: '', code: 'errors.more', message: '(and 3 more errors)' },
  ]);
});

test.each(callers)(
  'variables with many fields that their type does not have are refused by the first one: %s',
  async (_caller, client) => {
    const query = 'mutation($input: SignInInput!) { signIn(input: $input) { userErrors { code } } }';
    const input = Object.fromEntries(Array.from({ length: 1900 }, (_, n) => [`unknown${n}`, n]));
    const { status, body, text } = await client().rest('POST', '/graphql', { query, variables: { input } });
    expect([status, body.data, body.errors]).toEqual([
      400,
      undefined,
      [expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT' } })],
    ]);
    // The value of the variable once: GraphQL repeats it with each reason.
    expect(text.match(/unknown1899/g)).toHaveLength(1);
  },
);

test('a refusal at a field with the name of a method is an answer like any other', async () => {
  const { status, body } = await anonymous().rest('POST', '/login', { length: Array(201).fill(0) });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['length']]);
});
