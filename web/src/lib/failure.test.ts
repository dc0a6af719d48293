import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { afterEach, expect, jest, test } from '@jest/globals';
import { failureOf } from './failure.ts';
import { HttpError } from './http.ts';
import { Unreachable } from './reach.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const graphQL = (code: string) => new CombinedGraphQLErrors({ errors: [{ message: 'x', extensions: { code } }] });
const server = (status: number) => new ServerError('x', { response: new Response('', { status }), bodyText: '' });
const rest = (status: number) => new HttpError(new Response('', { status }), null);

test.each([
  ['no connection', new Unreachable(), 'unreachable'],
  ['no answer in time', new DOMException('late', 'TimeoutError'), 'unreachable'],
  ['a canceled request', new DOMException('stopped', 'AbortError'), 'unreachable'],
  ['a proxy without a server', server(502), 'unreachable'],
  ['a proxy without a server, over REST', rest(503), 'unreachable'],
  ['an ended session', graphQL('UNAUTHENTICATED'), 'signedOut'],
  ['an ended session without a GraphQL body', server(401), 'signedOut'],
  ['a missing permission', graphQL('FORBIDDEN'), 'forbidden'],
  ['a missing permission, over REST', rest(403), 'forbidden'],
  ['a missing object', graphQL('NOT_FOUND'), 'notFound'],
  ['too many requests', graphQL('TOO_MANY'), 'busy'],
  ['too many requests, before the operation ran', server(429), 'busy'],
  ['too many requests, over REST', rest(429), 'busy'],
  ['a fault of the server', graphQL('INTERNAL'), 'failed'],
  ['a fault of the server, over REST', rest(500), 'failed'],
])('%s has one meaning in every form and list', (_title, error, failure) => {
  expect(failureOf(error)).toBe(failure);
});

test.each([
  ['an error of the code', new TypeError("Cannot read properties of undefined (reading 'id')")],
  ['an error of our own', new Error('no device 7')],
  ['an error of the browser', new DOMException('not now', 'InvalidStateError')],
  ['a text', 'no device 7'],
])('%s is a fault of the client: it failed, and is logged', (_title, error) => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(failureOf(error)).toBe('failed');
  expect(log.mock.calls).toEqual([[error]]);
});

test('a fault of the client is logged once, however often its message is drawn', () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const error = new RangeError('too many');
  expect([failureOf(error), failureOf(error)]).toEqual(['failed', 'failed']);
  expect(log).toHaveBeenCalledTimes(1);
});

test('what the server answered is not logged', () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const answer of [graphQL('INTERNAL'), server(500), rest(500), new Unreachable()]) failureOf(answer);
  expect(log).not.toHaveBeenCalled();
});
