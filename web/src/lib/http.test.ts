import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fakeServer, json, never } from '../testing/fakeServer.ts';
import { httpErrorOf, sendRequest } from './http.ts';
import { page } from './page.ts';
import { setSocketId } from './socketId.ts';

const server = fakeServer();
const reload = jest.spyOn(page, 'reload').mockImplementation(() => {});
beforeEach(() => {
  reload.mockClear();
  // A reload is refused within 30 seconds of the last one.
  sessionStorage.clear();
});
afterEach(() => setSocketId(null));
const only = () => server.calls[0]!;

describe('every request', () => {
  test.each(['get', 'post', 'patch', 'put', 'delete'] as const)(
    'has X-Requested-With and the CSRF token: %s',
    async (method) => {
      await sendRequest(method, '/api/things');
      expect(only()).toMatchObject({
        method: method.toUpperCase(),
        headers: { 'x-requested-with': 'XMLHttpRequest', 'x-xsrf-token': 'token=' },
      });
      expect(only().headers).not.toHaveProperty('x-socket-id');
    },
  );

  test('has the id of the realtime socket while there is one', async () => {
    setSocketId('12.34');
    await sendRequest('get', '/api/things');
    setSocketId(undefined);
    await sendRequest('get', '/api/things');
    expect(server.calls.map(({ headers }) => headers['x-socket-id'])).toEqual(['12.34', undefined]);
  });
});

describe('data', () => {
  const data = { page: 2, codes: ['a', 'b'], filters: { name: { contain: 'x y' } }, none: null, left: undefined };

  test.each(['get', 'delete'] as const)('of %s is the query', async (method) => {
    await sendRequest(method, '/api/things?csv=true', { data });
    expect(decodeURIComponent(only().url)).toBe(
      '/api/things?csv=true&page=2&codes[]=a&codes[]=b&filters[name][contain]=x+y',
    );
    expect(only().body).toBeUndefined();
  });

  test.each(['post', 'patch', 'put'] as const)('of %s is the body, as JSON', async (method) => {
    await sendRequest(method, '/api/things', { data: { page: 2, none: null } });
    expect(only()).toMatchObject({
      url: '/api/things',
      body: '{"page":2,"none":null}',
      headers: { 'content-type': 'application/json' },
    });
  });

  test('with a file is multipart', async () => {
    const file = new File(['x'], 'usage.usr');
    await sendRequest('post', '/api/things', {
      data: { name: 'n', is_new: true, none: null, codes: [{ icode: '1' }], files: [file] },
    });
    const form = only().body as FormData;
    expect([...form.keys()]).toEqual(['name', 'is_new', 'none', 'codes[0][icode]', 'files[]']);
    expect([form.get('is_new'), form.get('none'), (form.get('files[]') as File).name]).toEqual(['1', '', 'usage.usr']);
    expect(only().headers).not.toHaveProperty('content-type');
  });
});

test('a request times out after 30000 ms by default', async () => {
  jest.useFakeTimers();
  try {
    server.answer = never;
    const usual = sendRequest('get', '/api/slow').catch((error: Error) => error.name);
    const short = sendRequest('get', '/api/slow', { timeoutMs: 3000 }).catch((error: Error) => error.name);
    await jest.advanceTimersByTimeAsync(3000);
    expect(server.calls.map(({ signal }) => signal?.aborted)).toEqual([false, true]);
    expect(await short).toBe('TimeoutError');
    await jest.advanceTimersByTimeAsync(26_999);
    expect(only().signal?.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await usual).toBe('TimeoutError');
  } finally {
    jest.useRealTimers();
  }
});

describe('a 401', () => {
  test('reloads the page, but not again and again', async () => {
    server.answer = () => json(401, { message: 'Unauthenticated.' });
    await sendRequest('get', '/api/things');
    await sendRequest('post', '/api/things');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test.each(['/login', '/verify-login?code=1'])('of %s is an answer and reloads nothing', async (url) => {
    server.answer = () => json(401, {});
    expect((await sendRequest('post', url)).status).toBe(401);
    expect(reload).not.toHaveBeenCalled();
  });

  test('in a browser without storage reloads nothing, because nothing would stop the next reload', async () => {
    const blocked = jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    server.answer = () => json(401, {});
    await sendRequest('get', '/api/things');
    blocked.mockRestore();
    expect(reload).not.toHaveBeenCalled();
  });
});

test("an error has the server's error or message, and the fields of a 422", async () => {
  expect(await httpErrorOf(json(422, { message: 'No.', errors: { name: ['Required.'] } }))).toMatchObject({
    status: 422,
    message: 'No.',
    errors: { name: ['Required.'] },
  });
  expect(await httpErrorOf(json(500, { error: 'first', message: 'second' }))).toMatchObject({
    message: 'first',
    errors: {},
  });
  expect(await httpErrorOf(new Response('<html>', { status: 502 }))).toMatchObject({ status: 502, message: '' });
});
