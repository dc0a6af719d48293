import { beforeAll, describe, expect, test } from '@jest/globals';
import { PERMISSIONS } from '../../src/auth/permissions.ts';
import { asViewer, usePortal, type TestViewer } from '../harness.ts';
import { asToken } from '../token.ts';

usePortal();

let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer({ can: [...PERMISSIONS] });
});

type Headers = Record<string, string>;

const JSON_BODY = { 'content-type': 'application/json' };
const VIEWER = { query: '{ viewer { locale } }' };

async function send(method: string, path: string, headers: Headers = {}, body?: unknown) {
  const response = await fetch(viewer.origin + path, {
    method,
    headers: { ...(body ? JSON_BODY : {}), ...headers },
    body: body ? JSON.stringify(body) : undefined,
  });
  const text = await response.text();
  return {
    status: response.status,
    challenge: response.headers.get('www-authenticate'),
    text,
    headers: response.headers,
  };
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

describe('a program that has proven nothing is asked for a bearer token', () => {
  test.each([
    ['GraphQL by POST', 'POST', '/graphql', VIEWER],
    ['GraphQL by GET', 'GET', '/graphql?query=%7Bviewer%7Blocale%7D%7D', undefined],
    ['a route that reads', 'GET', '/api/patients/datatable', undefined],
    ['a route that writes', 'POST', '/api/icode-reports', {}],
  ])('%s', async (_title, method, path, body) => {
    const { status, challenge, text } = await send(method, path, {}, body);
    expect([status, challenge, text.includes('Unauthenticated.')]).toEqual([401, 'Bearer', true]);
  });

  test('a page that signs in still needs its CSRF token', async () => {
    const page = { cookie: 'XSRF-TOKEN=wrong', 'x-requested-with': 'XMLHttpRequest' };
    expect(await send('POST', '/graphql', page, VIEWER)).toMatchObject({ status: 419, challenge: null });
    expect(await send('POST', '/login', {}, { email: 'a@b.test', password: 'x' })).toMatchObject({
      status: 419,
      challenge: null,
    });
  });

  test('a device is not: it has another proof', async () => {
    expect(await send('POST', '/device/v1/sessions', {}, {})).toMatchObject({ challenge: null });
  });
});

test('a token that is not valid is named as one, in REST and in GraphQL', async () => {
  for (const [method, path, body] of [
    ['GET', '/api/patients/datatable', undefined],
    ['POST', '/graphql', VIEWER],
  ] as const)
    expect(await send(method, path, bearer('airlog_pat_unknown'), body)).toMatchObject({
      status: 401,
      challenge: 'Bearer error="invalid_token"',
    });
});

describe('a missing scope is named', () => {
  test('REST: in the header and in the body', async () => {
    const { headers } = await asToken(viewer, ['view.device']);
    const { status, challenge, text } = await send('GET', '/api/patients/datatable', headers);
    expect(status).toBe(403);
    expect(challenge).toBe('Bearer error="insufficient_scope", scope="view.patient viewAny.patient"');
    expect(JSON.parse(text)).toEqual({
      message: 'Invalid scope(s) provided.',
      scopes: ['view.patient', 'viewAny.patient'],
    });
  });

  test('GraphQL: in the extensions of the error', async () => {
    const token = await asToken(viewer, ['view.device']);
    const { errors } = await token.gql('{ patients { totalCount } }');
    expect(errors?.[0]?.extensions).toEqual({ code: 'FORBIDDEN', scopes: ['view.patient', 'viewAny.patient'] });
  });

  test('an operation that no token may call names none', async () => {
    const { headers } = await asToken(viewer, ['view.patient']);
    const { status, challenge, text } = await send('GET', '/api/users/datatable', headers);
    expect([status, challenge]).toEqual([403, 'Bearer error="insufficient_scope"']);
    expect(JSON.parse(text)).toEqual({ message: 'Invalid scope(s) provided.', scopes: [] });
  });
});

test('a bearer token needs no proof of a page for a GraphQL query by GET', async () => {
  const { headers } = await asToken(viewer, ['view.patient']);
  const read = await send('GET', '/graphql?query=%7Bviewer%7Blocale%7D%7D', headers);
  expect([read.status, JSON.parse(read.text).data]).toEqual([200, { viewer: { locale: 'EN' } }]);
  const write = await send(
    'GET',
    `/graphql?query=${encodeURIComponent('mutation { signOut { userErrors { code } } }')}`,
    headers,
  );
  expect(write.status).toBe(405);
});

test.each(['/developers/start', '/docs', '/docs/api', '/fhir', '/fhir/r4/nothing'])(
  '%s is not a page: programs are answered 404, with the id of the request',
  async (path) => {
    const { status, headers } = await send('GET', path);
    expect([status, headers.get('x-request-id')]).toEqual([404, expect.stringMatching(/^[\da-f-]{36}$/)]);
  },
);
