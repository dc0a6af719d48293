import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { anonymous, asViewer, running, usePortal } from '../harness.ts';

usePortal();

let logged: unknown[][];
beforeEach(() => {
  logged = [];
  for (const level of ['error', 'warn', 'fatal'] as const)
    jest.spyOn(running().app.log, level).mockImplementation((...args: unknown[]) => void logged.push([level, ...args]));
});
afterEach(() => void jest.restoreAllMocks());

/** Sends a path as it is, which fetch would normalize. */
const status = (path: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ port: running().port, path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode!);
    })
      .on('error', reject)
      .end();
  });

describe('a mistake of the client keeps its status and is no fault in the log:', () => {
  test('a missing asset is 404 in JSON, not the page of the client', async () => {
    for (const path of ['/assets/index-old.js', '/assets/', '/assets/a/b.css']) {
      const { status, body, headers } = await anonymous().rest('GET', path);
      expect([path, status, body]).toEqual([path, 404, { message: 'Not found.' }]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect(logged).toEqual([]);
  });

  test.each(['/', '/patients/1', '/healthz', '/version'])(
    'a page that gets another method is 404 in JSON: %s',
    async (path) => {
      const { status, body, headers } = await anonymous().rest('POST', path, {});
      expect([status, body, headers.get('cache-control')]).toEqual([404, { message: 'Not found.' }, 'no-store']);
      expect(logged).toEqual([]);
    },
  );

  test.each([
    ['/', 'GET, HEAD'],
    ['/patients/1', 'GET, HEAD'],
    ['/healthz', 'GET, HEAD'],
    ['/version', 'GET, HEAD'],
    ['/login', 'GET, HEAD, POST'],
  ])('OPTIONS %s is 200 and names %s', async (path, methods) => {
    const { status, headers } = await anonymous().rest('OPTIONS', path);
    expect([status, headers.get('allow')]).toEqual([200, methods]);
    expect(logged).toEqual([]);
  });

  test.each([
    ['/assets/%E0%A4%A', 400],
    ['/api/patients/%E0%A4%A/devices', 400],
    ['/assets/..%2f..%2fpackage.json', 403],
    ['/assets/%00', 400],
  ])('the address %s is %i', async (path, expected) => {
    expect(await status(path)).toBe(expected);
    expect(logged).toEqual([]);
  });

  test('headers of more than 16 kB are 431', async () => {
    expect(await status('/healthz', { 'x-long': 'x'.repeat(17_000) })).toBe(431);
    expect(logged).toEqual([]);
  });

  test('an unknown body encoding, charset, or length is 415, 415, or 400', async () => {
    const json = { 'content-type': 'application/json' };
    const post = async (headers: Record<string, string>) =>
      (await anonymous().rest('POST', '/login', '{}', { ...json, ...headers })).status;
    expect(await post({ 'content-encoding': 'x' })).toBe(415);
    expect(await post({ 'content-type': 'application/json; charset=ibm500' })).toBe(415);
    expect(await post({ 'content-encoding': 'gzip' })).toBe(400);
    expect(logged).toEqual([]);
  });

  test('a subscription that is not sent over a socket is 400', async () => {
    const viewer = await asViewer();
    const query = 'subscription { inboxChanged { viewer { locale } } }';
    const { status, body } = await viewer.rest('POST', '/graphql', { query });
    expect([status, body.data, body.errors[0].extensions]).toEqual([400, undefined, { code: 'BAD_REQUEST' }]);
    expect(logged).toEqual([]);
  });

  test('fragments that contain fragments are 400, however many fields they have', async () => {
    const viewer = await asViewer();
    const fragments = Array.from(
      { length: 14 },
      (_, n) => `fragment f${n} on Viewer { ...f${n + 1} ... on Viewer { ...f${n + 1} } }`,
    );
    const query = `{ viewer { ...f0 } } ${fragments.join(' ')} fragment f14 on Viewer { locale }`;
    const { status, body } = await viewer.rest('POST', '/graphql', { query });
    expect([status, body.data, body.errors[0].extensions]).toEqual([400, undefined, { code: 'TOO_EXPENSIVE' }]);
    expect(logged).toEqual([]);
  });

  test('fragments that contain the next one twice are 400 before anything is planned', async () => {
    const fragments = Array.from({ length: 40 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`);
    const query = `{ ...f0 } ${fragments.join(' ')} fragment f40 on Query { __typename }`;
    const { status, body } = await (await asViewer()).rest('POST', '/graphql', { query });
    expect([status, body.errors[0].extensions]).toEqual([400, { code: 'TOO_EXPENSIVE' }]);
  });
});
