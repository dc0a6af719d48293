import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { csrfFetch } from './csrf.ts';
import { setSocketId } from './socketId.ts';

const calls: { url: string; headers: Record<string, string> }[] = [];
const statuses: number[] = [];
const realFetch = globalThis.fetch;
const forget = () => {
  document.cookie = 'XSRF-TOKEN=; expires=Thu, 01 Jan 1970 00:00:00 GMT';
};

beforeEach(() => {
  calls.length = 0;
  statuses.length = 0;
  forget();
  globalThis.fetch = jest.fn<typeof fetch>((input, init) => {
    const url = String(input);
    calls.push({ url, headers: Object.fromEntries(new Headers(init?.headers)) });
    if (url === '/csrf-token') document.cookie = `XSRF-TOKEN=${encodeURIComponent(`token${calls.length}=`)}`;
    return Promise.resolve(new Response(null, { status: url === '/csrf-token' ? 204 : (statuses.shift() ?? 200) }));
  });
});
afterEach(() => {
  globalThis.fetch = realFetch;
  forget();
});

test('every request has X-Requested-With: XMLHttpRequest and the decoded token of the cookie', async () => {
  document.cookie = 'XSRF-TOKEN=abc%3D%3D';
  await csrfFetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' } });
  expect(calls).toEqual([
    {
      url: '/graphql',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', 'x-xsrf-token': 'abc==' },
    },
  ]);
});

test('answers are requested in the language of the page', async () => {
  document.cookie = 'XSRF-TOKEN=abc';
  document.documentElement.lang = 'es';
  await csrfFetch('/graphql');
  document.documentElement.lang = '';
  expect(calls[0]?.headers['accept-language']).toBe('es');
});

test('without a cookie the token is fetched first', async () => {
  await csrfFetch('/graphql');
  expect(calls.map(({ url }) => url)).toEqual(['/csrf-token', '/graphql']);
  expect(calls[1]?.headers['x-xsrf-token']).toBe('token1=');
});

test('after a 419 the token is renewed and the request repeated, once', async () => {
  document.cookie = 'XSRF-TOKEN=old';
  statuses.push(419, 419);
  expect((await csrfFetch('/graphql')).status).toBe(419);
  expect(calls.map(({ url }) => url)).toEqual(['/graphql', '/csrf-token', '/graphql']);
  expect(calls[2]?.headers['x-xsrf-token']).toBe('token2=');
});

test('a request has the id of the realtime socket while it is open', async () => {
  document.cookie = 'XSRF-TOKEN=abc';
  setSocketId('123.456');
  await csrfFetch('/graphql');
  setSocketId(null);
  await csrfFetch('/graphql');
  expect(calls.map(({ headers }) => headers['x-socket-id'])).toEqual(['123.456', undefined]);
});
