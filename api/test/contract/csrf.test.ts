import { beforeAll, describe, expect, test } from '@jest/globals';
import { createSchema } from '../../src/schema.ts';
import { csrfToken } from '../../src/auth/cookies.ts';
import { admin, anonymous, asViewer, running, usePortal, type TestViewer } from '../harness.ts';
import { digestOfAllRows } from '../digest.ts';
import { refusalIn, restOperations, rootFields } from './operations.ts';

usePortal();

type Headers = Record<string, string>;
const without = (name: string) => (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
const withHeader = (name: string, value: string) => (headers: Headers) => ({ ...headers, [name]: value });

/** Removes or forges each proof alone. `host` is the address of the server. */
const FORGERIES: Record<string, (headers: Headers, host: string) => Headers> = {
  'without a token': without('x-xsrf-token'),
  "with another session's token": (headers) => ({
    ...headers,
    'x-xsrf-token': csrfToken(running().app.config, 'another session'),
  }),
  "with a guest's token": (headers) => ({ ...headers, 'x-xsrf-token': anonymous().headers['x-xsrf-token']! }),
  'with a token of the wrong form': withHeader('x-xsrf-token', '%'),
  'with a token of other characters': withHeader('x-xsrf-token', '%E2%82%AC'.repeat(43)),
  'without X-Requested-With': without('x-requested-with'),
  'with another X-Requested-With': withHeader('x-requested-with', 'fetch'),
  'from a foreign origin': withHeader('origin', 'https://evil.example'),
  'from an origin that begins like ours': (headers, host) => ({ ...headers, origin: `http://${host}.evil.example` }),
  'from an origin that ends like ours': (headers, host) => ({ ...headers, origin: `http://evil-${host}` }),
  'from another port': (headers, host) => ({ ...headers, origin: `http://${host.split(':')[0]}:1` }),
  'from the origin null': withHeader('origin', 'null'),
  'from an origin that is not an address': withHeader('origin', 'nonsense'),
  'from another site by the browser': withHeader('sec-fetch-site', 'cross-site'),
  'from a sibling site by the browser': withHeader('sec-fetch-site', 'same-site'),
};

let viewer: TestViewer;
beforeAll(async () => {
  viewer = await asViewer();
});

const send = async (path: string, method: string, headers: Headers, body: unknown) => {
  const response = await fetch(viewer.origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
};
const host = () => viewer.origin.replace('http://', '');
// A device authenticates with a header that no browser sends by itself.
const writing = restOperations.filter(({ method, csrfExempt, device }) => method !== 'GET' && !csrfExempt && !device);
const mutations = rootFields(await createSchema()).filter(({ kind }) => kind === 'mutation');

describe.each(Object.keys(FORGERIES))('a request %s', (name) => {
  const forge = FORGERIES[name]!;

  test('is refused by every route that is not a GET and by every mutation, and changes no row', async () => {
    const before = await digestOfAllRows();
    const passed: unknown[] = [];
    for (const { operation, method, address } of writing) {
      const { status, text } = await send(address, method, forge(viewer.headers, host()), {});
      const message = status === 419 && refusalIn(JSON.parse(text)).message;
      if (message !== 'CSRF token mismatch.') passed.push([operation, status, text]);
    }
    for (const { operation, document, variables } of mutations) {
      const { status, text } = await send('/graphql', 'POST', forge(viewer.headers, host()), {
        query: document,
        variables,
      });
      if (status !== 419 || text !== '{"errors":[{"message":"CSRF token mismatch.","extensions":{"code":"CSRF"}}]}')
        passed.push([operation, status, text]);
    }
    expect(passed).toEqual([]);
    expect(await digestOfAllRows()).toEqual(before);
  });
});

test('a request of our own page passes with exactly these proofs', async () => {
  for (const origin of [undefined, viewer.origin]) {
    const headers = { ...viewer.headers, ...(origin ? { origin, 'sec-fetch-site': 'same-origin' } : {}) };
    expect((await send('/graphql', 'POST', headers, { query: '{ viewer { locale } }' })).status).toBe(200);
    expect((await send('/api/patients/1/devices', 'POST', headers, {})).status).toBe(404);
  }
});

test('without a session every writing route except sign-in and sign-out returns 401, before the token is checked', async () => {
  for (const { operation, method, address, guest } of writing) {
    const { status } = await send(address, method, {}, {});
    expect([operation, status]).toEqual([operation, guest ? 419 : 401]);
  }
  // An expired session counts as none: the page reloads (401) and may sign in.
  await admin.query("update sessions set last_seen_at = now() - interval '1 hour' where user_id = $1", [viewer.userId]);
  expect((await send('/api/icode-reports', 'POST', viewer.headers, {})).status).toBe(401);
  await admin.query('update sessions set last_seen_at = now() where user_id = $1', [viewer.userId]);
});

describe("requests that another site's page can send without a preflight", () => {
  const body = 'query=mutation{updateViewer(input:{locale:ES}){userErrors{code}}}';
  test.each([
    ['GET', `/graphql?${encodeURI(body)}`, undefined, undefined],
    [
      'POST',
      '/graphql',
      'text/plain',
      JSON.stringify({ query: 'mutation { updateViewer(input: { locale: ES }) { userErrors { code } } }' }),
    ],
    ['POST', '/graphql', 'application/x-www-form-urlencoded', body],
    [
      'POST',
      '/graphql',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="query"\r\n\r\n{__typename}\r\n--x--\r\n',
    ],
    ['POST', '/graphql', 'application/json; charset=ibm500', '{"query":"{__typename}"}'],
  ])('%s %s as %s run nothing', async (method, path, type, payload) => {
    const response = await fetch(viewer.origin + path, {
      method,
      headers: { cookie: viewer.headers.cookie!, ...(type ? { 'content-type': type } : {}) },
      body: payload,
    });
    expect([415, 419]).toContain(response.status);
    expect(response.headers.get('content-type')).toContain('json');
    expect((await admin.query('select locale from users where id = $1', [viewer.userId])).rows).toEqual([
      { locale: 'en' },
    ]);
  });
});

test('a guest cannot choose the token: one that was not issued here is refused, also with a cookie that equals it', async () => {
  const [issued, other] = [anonymous(), anonymous()].map(({ headers }) =>
    decodeURIComponent(headers['x-xsrf-token']!),
  ) as [string, string];
  const [nonce, signature] = issued.split('.') as [string, string];
  const signIn = async (token: string) => {
    const headers = { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token, 'x-requested-with': 'XMLHttpRequest' };
    return (await send('/login', 'POST', headers, { email: 'a@b.test', password: 'x' })).status;
  };
  expect(await signIn(issued)).toBe(422);
  const forged = [`${nonce}x.${signature}`, `${nonce}.${other.split('.')[1]}`, `${nonce}.${nonce}`, `${nonce}.`, nonce];
  for (const token of forged) expect([token, await signIn(token)]).toEqual([token, 419]);
});

describe('GET /csrf-token', () => {
  const token = async (headers: Headers) => {
    const response = await fetch(`${viewer.origin}/csrf-token`, { headers });
    const cookie = /^XSRF-TOKEN=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '')?.[1];
    const { token: answered } = (await response.json()) as { token: string };
    expect(decodeURIComponent(cookie!)).toBe(answered);
    expect(response.headers.get('cache-control')).toContain('no-store');
    return answered;
  };

  test('does not rotate a valid token of a session or a guest', async () => {
    for (const client of [viewer, anonymous()]) {
      const { cookie } = client.headers;
      const current = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(cookie!)![1]!);
      expect(await token({ cookie: cookie! })).toBe(current);
    }
  });

  test('gives a guest a token that can sign in, and a guest with an ended session a new one', async () => {
    const fresh = await token({});
    const signIn = (cookie: string, value: string) =>
      send(
        '/login',
        'POST',
        { cookie, 'x-xsrf-token': value, 'x-requested-with': 'XMLHttpRequest' },
        { email: 'a@b.test', password: 'x' },
      );
    expect((await signIn(`XSRF-TOKEN=${fresh}`, fresh)).status).toBe(422);
    // A token without its cookie, or with the cookie of another session, is refused.
    expect((await signIn('', fresh)).status).toBe(419);
    expect((await signIn(`XSRF-TOKEN=${await token({})}`, fresh)).status).toBe(419);
    const dead = `airlog_session=gone; XSRF-TOKEN=${csrfToken(running().app.config, 'gone')}`;
    const renewed = await token({ cookie: dead });
    expect((await signIn(`airlog_session=gone; XSRF-TOKEN=${renewed}`, renewed)).status).toBe(422);
  });
});
