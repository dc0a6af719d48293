import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { expect, test } from '@jest/globals';
import { failureOf } from './failure.ts';
import { HttpError } from './http.ts';

const graphQL = (code: string) => new CombinedGraphQLErrors({ errors: [{ message: 'x', extensions: { code } }] });
const server = (status: number) => new ServerError('x', { response: new Response('', { status }), bodyText: '' });
const rest = (status: number) => new HttpError(new Response('', { status }), null);

test.each([
  ['no connection', new TypeError('Failed to fetch'), 'unreachable'],
  ['no answer in time', new DOMException('late', 'TimeoutError'), 'unreachable'],
  ['a proxy without a server', server(502), 'unreachable'],
  ['a proxy without a server, over REST', rest(503), 'unreachable'],
  ['an ended session', graphQL('UNAUTHENTICATED'), 'signedOut'],
  ['an ended session without a GraphQL body', server(401), 'signedOut'],
  ['a missing permission', graphQL('FORBIDDEN'), 'forbidden'],
  ['a missing permission, over REST', rest(403), 'forbidden'],
  ['a missing object', graphQL('NOT_FOUND'), 'notFound'],
  ['a fault of the server', graphQL('INTERNAL'), 'failed'],
  ['a fault of the server, over REST', rest(500), 'failed'],
  ['a fault of the client', new Error('no device 7'), 'failed'],
])('%s has one meaning in every form and list', (_title, error, failure) => {
  expect(failureOf(error)).toBe(failure);
});
