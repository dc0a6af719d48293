import { beforeAll, describe, expect, test } from '@jest/globals';
import { anonymous, asViewer, makePatient, usePortal, type RestAnswer, type TestViewer } from '../harness.ts';
import { restOperations } from './operations.ts';

usePortal();

let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
});

const ANSWER_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const addressOf = (path: string) => path.replace(/\{\w+\}/g, '1');
const headersOf = ({ headers }: RestAnswer) => ({
  cache: headers.get('cache-control'),
  policy: headers.get('content-security-policy'),
});
/** The public keys of reports are the same for everyone. */
const PUBLIC_KEYS = '/.well-known/airlog-report-keys.json';
const PRIVATE = { cache: 'no-store, private', policy: ANSWER_POLICY };

describe.each(restOperations.map(({ method, path }) => [method, path] as const))('%s %s', (method, path) => {
  test('no browser or proxy keeps the answer, and a browser that shows it runs nothing', async () => {
    const body = method === 'GET' ? undefined : {};
    for (const client of [viewer, anonymous()])
      expect(headersOf(await client.rest(method, addressOf(path), body))).toEqual(
        path === PUBLIC_KEYS ? { ...PRIVATE, cache: 'public, max-age=300' } : PRIVATE,
      );
  });
});

test.each([
  ['answers', '{ viewer { organization { name } } }'],
  ['refuses', '{ nothing }'],
])('no browser or proxy keeps what GraphQL %s', async (_does, query) => {
  for (const client of [viewer, anonymous()])
    expect(headersOf(await client.rest('POST', '/graphql', { query }))).toEqual(PRIVATE);
});

test.each([['/api/nothing'], ['/graphql'], ['/'], ['/login'], ['/healthz'], ['/version'], ['/assets/nothing.js']])(
  'the answer at %s keeps the features of the device from scripts',
  async (path) => {
    const { headers } = await viewer.rest('GET', path);
    const denied = headers.get('permissions-policy')!.split(', ');
    for (const feature of ['camera=()', 'microphone=()', 'geolocation=()']) expect(denied).toContain(feature);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  },
);

describe('every answer has the id of its request', () => {
  const idOf = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(anonymous().origin + path, init);
    await answer.text();
    return [answer.status, answer.headers.get('x-request-id')];
  };
  const post = (body: string, type = 'application/json'): RequestInit => ({
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
  const ID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);

  test.each<[number, string, RequestInit?]>([
    [200, '/healthz'],
    [200, '/version'],
    [200, '/robots.txt'],
    [200, '/login'],
    [200, '/developers'],
    [200, '/schema.graphql'],
    [401, '/api/patients/datatable'],
    [401, '/graphql', post('{ "query": "{" }')],
    [400, '/graphql', post('{')],
    [400, '/api/patients', post('{')],
    [413, '/api/patients', post(JSON.stringify({ note: 'x'.repeat(300_000) }))],
    [404, '/api/nothing'],
    [404, '/assets/nothing.js'],
    [404, '/nothing.png'],
    [404, '/developers/nothing'],
    [404, '/patients', { method: 'PUT' }],
    [405, '/api/patients', { method: 'DELETE' }],
  ])('%d of %s', async (...[status, path, init]) => {
    expect(await idOf(path, init)).toEqual([status, ID]);
  });

  test('of one operation of GraphQL, the id that the log and a fault name', async () => {
    const { headers } = await viewer.rest('POST', '/graphql', { query: '{ viewer { locale } }' });
    expect(headers.get('x-request-id')).toEqual(ID);
  });
});

test.each([['/index.html'], ['/graphiql.html']])('the file %s is not served without its policy', async (path) => {
  const { status, headers } = await anonymous().rest('GET', path);
  expect([status, headers.get('location')]).toEqual([302, '/']);
});

describe('a browser that accepts gzip', () => {
  const encodingOf = async (path: string) => (await reader.rest('GET', path)).headers.get('content-encoding');
  // Another user: the tests above end the session of the first.
  let reader: TestViewer;
  beforeAll(async () => {
    reader = await asViewer();
    for (let n = 0; n < 20; n++) await makePatient(reader.orgId);
  });

  test('gets a long JSON answer compressed, and the same rows', async () => {
    const answer = await reader.rest('GET', '/api/patients/datatable');
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(answer.body.data).toHaveLength(20);
  });

  test('gets a short answer and an export as they are: the first row of an export does not wait', async () => {
    expect(await encodingOf('/csrf-token')).toBeNull();
    expect(await encodingOf('/api/patients/datatable?csv=true')).toBeNull();
  });
});

describe('an address of a file', () => {
  test.each([
    '/favicon.ico',
    '/.well-known/security.txt',
    '/.env',
    '/.git/config',
    '/index.php',
    '/patients/1.json',
    '/x.html',
  ])('that does not exist is 404, and not the page of the client: %s', async (path) => {
    const { status, body } = await anonymous().rest('GET', path, undefined, { accept: 'text/html' });
    expect([status, body]).toEqual([404, { message: 'Not found.' }]);
  });

  test('/robots.txt keeps search engines out', async () => {
    const { status, text, headers } = await anonymous().rest('GET', '/robots.txt');
    expect([status, text, headers.get('content-type'), headers.get('x-robots-tag')]).toEqual([
      200,
      'User-agent: *\nDisallow: /\n',
      'text/plain; charset=utf-8',
      null,
    ]);
  });
});
