import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import {
  admin,
  anonymous,
  asViewer,
  makePatient,
  queryAsOwner,
  usePortalHere,
  type Client,
  type TestViewer,
} from '../harness.ts';

usePortalHere();

let viewer: TestViewer;
let plain: TestViewer;
const printed: unknown[] = [];
for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
  jest.spyOn(console, level).mockImplementation((...args) => void printed.push(args));

beforeAll(async () => {
  viewer = await asViewer();
  plain = await asViewer({ can: ['view.patient'] });
});

const post = async (client: Client, body: unknown, headers: Record<string, string> = {}) =>
  client.rest('POST', '/graphql', body, headers);
const refusal = async (client: Client, query: string, variables: Record<string, unknown> = {}) => {
  const { status, body } = await post(client, { query, variables });
  return {
    status,
    code: body.errors?.[0]?.extensions.code as string | undefined,
    message: body.errors?.[0]?.message as string,
    data: body.data as unknown,
  };
};

/** Recommendations (SHOULD: warn, MAY: notice) that the server does not follow, by the id of their audit. */
const ACCEPTED: Record<string, 'warn' | 'notice'> = {
  // MAY: a GET is never an operation here (requirement S-6).
  '5A70': 'notice',
  D6D5: 'notice',
  '6A70': 'notice',
  // SHOULD: status 200 for a document that cannot be run, for clients of application/json. Apollo answers 400.
  '572B': 'warn',
  FDE2: 'warn',
  '7B9B': 'warn',
};

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({
    url: () => `${viewer.origin}/graphql`,
    // Every browser request carries the session and its proofs, which the audits do not know.
    fetchFn: (url: string, init: RequestInit) =>
      fetch(url, { ...init, headers: { ...viewer.headers, ...Object.fromEntries(new Headers(init?.headers)) } }),
  });

  test.each(audits.map((audit) => [audit.name, audit] as const))('%s', async (name, audit) => {
    const { status } = await audit.fn();
    expect([audit.id, name, status]).toEqual([audit.id, name, ACCEPTED[audit.id] ?? 'ok']);
  });

  test('accepts no recommendation that the audits do not know', () => {
    const known = audits.map(({ id }) => id);
    expect(Object.keys(ACCEPTED).filter((id) => !known.includes(id))).toEqual([]);
  });
});

describe('a document over a limit', () => {
  const wide = (count: number, field: string) =>
    Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ');

  test.each<[string, string, Record<string, unknown>?]>([
    [
      'deeper than 8',
      '{ patients(first: 1) { edges { node { devices { machine { currentPatient { devices { machine { id } } } } } } } } }',
    ],
    [
      'deeper than 8 through a fragment',
      '{ patients(first: 1) { ...a } } fragment a on PatientConnection { edges { node { devices { machine { currentPatient { devices { machine { id } } } } } } } }',
    ],
    ['of more than 15 aliases', `{ ${wide(16, 'viewer { locale }')} }`],
    ['of more than 15 aliases of __typename', `{ ${wide(16, '__typename')} }`],
    ['of more than 5 directives', `{ viewer { ${'locale @include(if: true) '.repeat(6)} } }`],
    ['of more than 2000 tokens', `{ ${'__typename '.repeat(2000)} }`],
    ['that is too expensive as it is', '{ patients(first: 500) { edges { node { devices { machine { id } } } } } }'],
    [
      'that is too expensive with a variable',
      'query($n: Int) { patients(first: $n) { edges { node { devices { machine { id } } } } } }',
      { n: 500 },
    ],
    [
      'that is too expensive with the default of a variable',
      'query($n: Int = 500) { patients(first: $n) { edges { node { devices { machine { id } } } } } }',
    ],
    [
      'that is too expensive backward',
      'query($n: Int) { patients(last: $n) { edges { node { devices { machine { id } } } } } }',
      { n: 500 },
    ],
    [
      'that is too expensive through a node',
      `{ ${wide(5, 'node(id: "1") { ... on Patient { devices { machine { history { patient { devices { id } } } } } } }')} }`,
    ],
    [
      'that is too expensive with pages of a list of ids',
      `query($ids: [ID!]) { patients(first: 500) { edges { node { id } } } ${wide(15, 'icodeReports(ids: $ids, first: 100) { edges { node { id } } }')} machines(first: 500) { edges { node { id } } } }`,
      { ids: Array.from({ length: 100 }, (_, index) => String(index)) },
    ],
    ['of a fragment that contains itself', '{ viewer { ...a } } fragment a on Viewer { organization { name } ...a }'],
  ])('%s is refused and does not run', async (...[title, query, variables]) => {
    const { status, code, data, message } = await refusal(viewer, query, variables);
    expect([status, data]).toEqual([400, undefined]);
    if (title.includes('tokens')) expect(message).toContain('2000 tokens');
    expect(code).toBe(
      title.startsWith('that is too expensive')
        ? 'TOO_EXPENSIVE'
        : title.includes('tokens')
          ? 'GRAPHQL_PARSE_FAILED'
          : 'GRAPHQL_VALIDATION_FAILED',
    );
  });

  test.each(['{', '', '{ viewer { } }', 'nothing', '{ viewer { locale }', '#'])(
    'that cannot be read has its own code: %s',
    async (query) => {
      const { status, body } = await post(viewer, { query: `${query} ` });
      expect([status, body.errors[0].extensions.code]).toEqual([400, 'GRAPHQL_PARSE_FAILED']);
    },
  );

  test('reports its cost, also within the limits', async () => {
    const expensive = await post(viewer, {
      query: '{ patients(first: 500) { edges { node { devices { machine { id } } } } } }',
    });
    expect(expensive.body.errors[0].extensions.cost).toBeGreaterThan(5000);
    const cheap = await post(viewer, { query: '{ patients(first: 10) { edges { node { lastName } } } }' });
    expect([cheap.status, cheap.body.extensions.cost]).toEqual([200, expect.any(Number)]);
  });

  test('costs 5000 points at most: 5000 run, 5001 do not', async () => {
    // 1 for the field and 3 for each row, three times 500 of them; the viewer twice is 4.
    const query = (rest: string) =>
      `{ ${wide(3, 'patients(first: 500) { edges { node { id } } }')} ${rest} v1: viewer { locale } }`;
    const most = await post(viewer, {
      query: query('p: patients(first: 164) { edges { node { id } } } v2: viewer { locale }'),
    });
    expect([most.status, most.body.extensions.cost]).toEqual([200, 5000]);
    const more = await post(viewer, { query: query('p: patients(first: 165) { edges { node { id } } }') });
    expect([more.status, more.body.errors[0].extensions]).toEqual([400, { code: 'TOO_EXPENSIVE', cost: 5001 }]);
  });

  test('a negative or too large page is refused', async () => {
    for (const first of [-1, 0, 501])
      expect(
        (await refusal(viewer, 'query($n: Int) { patients(first: $n) { pageInfo { hasNextPage } } }', { n: first }))
          .code,
      ).toBe('BAD_USER_INPUT');
  });
});

describe('the schema', () => {
  const INTROSPECTION = [
    '{ __schema { queryType { name } } }',
    '{ __type(name: "Patient") { fields { name } } }',
    'query { ...a } fragment a on Query { __schema { types { name } } }',
  ];

  test.each(INTROSPECTION)('is hidden from guests and from users without view.graphiql: %s', async (query) => {
    for (const client of [anonymous(), plain])
      expect(await refusal(client, query)).toMatchObject({
        status: 400,
        code: 'INTROSPECTION_DISABLED',
        data: undefined,
      });
    expect((await post(viewer, { query })).body.data).toBeTruthy();
  });

  test('is not revealed by suggestions', async () => {
    for (const query of [
      '{ viewr { locale } }',
      '{ viewer { locales } }',
      'mutation { signIn(inputt: 1) { viewer { locale } } }',
      '{ ... on Viewe { locale } }',
    ]) {
      const { text } = await post(anonymous(), { query });
      expect(text).not.toMatch(/did you mean/i);
    }
  });

  test('is not revealed by a suggestion behind a text of the client that looks like one, which is answered whole', async () => {
    // So close to THERAPY_START that GraphQL suggests it.
    const query = '{ patients(orderBy: { field: "TDid you mean HERAPY_START" }) { totalCount } }';
    expect(await refusal(anonymous(), query)).toMatchObject({
      status: 400,
      message: 'Enum "PatientsOrderField" cannot represent non-enum value: "TDid you mean HERAPY_START".',
    });
  });

  test('is not shown to guests by the GraphiQL page', async () => {
    expect((await anonymous().rest('GET', '/graphiql')).status).toBe(302);
  });
});

describe('a request that cannot be read', () => {
  test.each<[string, unknown, Record<string, string>, number]>([
    ['malformed JSON', '{"query":', {}, 400],
    ['a list of operations', [{ query: '{ __typename }' }, { query: '{ __typename }' }], {}, 400],
    ['a body of another type', 'query { __typename }', { 'content-type': 'text/plain' }, 415],
    ['a body of no type', '{"query":"{ __typename }"}', { 'content-type': '' }, 415],
    ['an unknown charset', '{"query":"{ __typename }"}', { 'content-type': 'application/json; charset=ibm500' }, 415],
    ['2 MB', { query: `{ __typename } # ${'x'.repeat(2 * 1024 * 1024)}` }, {}, 413],
    ['no query', {}, {}, 400],
    ['a query that is not a string', { query: { a: 1 } }, {}, 400],
    ['variables that are not an object', { query: '{ __typename }', variables: 'x' }, {}, 400],
    ['a syntax error', { query: '{ __typename' }, {}, 400],
    ['an unknown operation name', { query: 'query a { __typename }', operationName: 'b' }, {}, 400],
  ])('%s gets a JSON answer with the right status', async (_title, body, headers, status) => {
    const answer = await post(viewer, body, headers);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      expect.stringMatching(/^application\/(graphql-response\+)?json/),
    ]);
    expect(answer.body.errors[0]).toEqual({
      message: expect.any(String),
      extensions: expect.objectContaining({ code: expect.any(String) }),
      ...(answer.body.errors[0].locations && { locations: expect.anything() }),
    });
    expect(answer.text).not.toMatch(/<html|at .*\.js|node_modules|stacktrace/i);
  });
});

const LEAKS =
  /select |insert |relation |column "|permission denied|organizations|org_id|postgres|airlog_|node_modules|\.ts:|\.js:|ECONN|stack/i;

describe('a fault', () => {
  test('shows its code and the request id but nothing of the database, in GraphQL and in REST', async () => {
    await makePatient(viewer.orgId);
    await admin.query('revoke select on organizations from airlog_org');
    try {
      const graphql = await post(viewer, { query: '{ viewer { locale organization { name } } }' });
      expect(graphql.body.errors).toEqual([
        {
          message: expect.any(String),
          path: ['viewer', 'organization'],
          locations: expect.anything(),
          extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: graphql.headers.get('x-request-id') },
        },
      ]);
      expect(graphql.text.replaceAll('"organization"', '')).not.toMatch(LEAKS);
      const rest = await viewer.rest('GET', '/api/users/my-org');
      expect([rest.status, Object.keys(rest.body), rest.headers.get('x-request-id')]).toEqual([
        500,
        ['message'],
        expect.stringMatching(/^[0-9a-f-]{36}$/),
      ]);
      expect(rest.text).not.toMatch(LEAKS);
    } finally {
      await admin.query('grant select on organizations to airlog_org');
    }
  });

  test('before the first field reveals no more', async () => {
    await admin.query('revoke select on sessions from airlog_auth');
    try {
      for (const answer of [
        await post(viewer, { query: '{ viewer { locale } }' }),
        await viewer.rest('GET', '/api/users/my-org'),
      ]) {
        expect(answer.status).toBe(500);
        expect(answer.text).not.toMatch(LEAKS);
      }
    } finally {
      await admin.query('grant select on sessions to airlog_auth');
    }
  });

  test('while the transaction opens reveals no more', async () => {
    const { rows } = await admin.query<{ member: string }>(
      "select r.rolname as member from pg_auth_members m join pg_roles r on r.oid = m.member where m.roleid = 'airlog_org'::regrole and r.rolname like 'airlog\\_login%'",
    );
    const {
      rows: [own],
    } = await admin.query<{ login: string }>(
      "select usename as login from pg_stat_activity where application_name = 'airlog-listen' and datname = current_database()",
    );
    expect(rows.map(({ member }) => member)).toContain(own!.login);
    await queryAsOwner(`revoke airlog_org, airlog_limited from ${own!.login}`);
    try {
      const answer = await post(viewer, { query: '{ viewer { organization { name } } }' });
      expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([500, 'INTERNAL_SERVER_ERROR']);
      expect(answer.text).not.toMatch(LEAKS);
    } finally {
      await queryAsOwner(`grant airlog_org, airlog_limited to ${own!.login}`);
    }
  });

  test('by a connection lost in the middle of a field returns 503 and asks the client to retry', async () => {
    await admin.query('begin');
    await admin.query('lock table machines in access exclusive mode');
    const asked = post(viewer, { query: '{ viewer { locale } machines { totalCount } }' });
    const waiting =
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'airlog' and wait_event_type = 'Lock'";
    // The result is a snapshot for the whole transaction.
    while ((await admin.query(waiting)).rowCount === 0)
      await admin.query('select pg_stat_clear_snapshot(), pg_sleep(0.01)');
    await admin.query(`select pg_terminate_backend(pid) from (${waiting}) waiting`);
    await admin.query('rollback');
    const { status, headers, body, text } = await asked;
    expect([status, headers.get('retry-after'), body.errors[0].extensions.code]).toEqual([503, '2', 'UNAVAILABLE']);
    expect(text).not.toMatch(LEAKS);
    expect((await post(viewer, { query: '{ machines { totalCount } }' })).status).toBe(200);
  });

  test('next to a refusal keeps each error at its own field', async () => {
    await admin.query('revoke select on machines from airlog_org');
    try {
      const { body } = await post(viewer, {
        query:
          '{ missing: patient(id: "999999999") { id } broken: machines { totalCount } also: patient(id: "999999998") { id } }',
      });
      const codes = Object.fromEntries(
        (body.errors as { path: string[]; extensions: { code: string } }[]).map(({ path, extensions }) => [
          path[0],
          extensions.code,
        ]),
      );
      expect(codes).toMatchObject({ missing: 'NOT_FOUND', broken: 'INTERNAL_SERVER_ERROR' });
    } finally {
      await admin.query('grant select on machines to airlog_org');
    }
  });

  test('is written to the log and never to the console', () => {
    expect(printed).toEqual([]);
  });
});
