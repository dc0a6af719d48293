import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { HttpError } from './http.ts';
import { Unreachable } from './reach.ts';

/**
 * - `unreachable`: the request got no answer (no network, no server, no answer in time)
 * - `signedOut`: the session has ended
 * - `forbidden`: the viewer may not do this
 * - `notFound`: the object does not exist, or the viewer may not see it
 * - `busy`: the server refused it because of the user's other requests; it may be sent again in a moment
 * - `failed`: the server answered with a fault, or the client has one
 */
export type Failure = 'unreachable' | 'signedOut' | 'forbidden' | 'notFound' | 'busy' | 'failed';

const byCode: Readonly<Record<string, Failure>> = {
  UNAUTHENTICATED: 'signedOut',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'notFound',
  TOO_MANY: 'busy',
};
const byStatus: Readonly<Record<number, Failure>> = {
  401: 'signedOut',
  403: 'forbidden',
  404: 'notFound',
  429: 'busy',
  // Answers of a proxy that cannot reach the server.
  502: 'unreachable',
  503: 'unreachable',
  504: 'unreachable',
};

/**
 * Returns the server's text about a limit that the user has reached, which says when there is more; undefined for any
 * other error.
 */
export function limitOf(error: unknown): string | undefined {
  const [first] = CombinedGraphQLErrors.is(error) ? error.errors : [];
  return first?.extensions?.limit === undefined ? undefined : first.message;
}

/** Names of the DOMExceptions of a request: it was given up, or canceled. Others are programming errors. */
const givenUp = ['TimeoutError', 'AbortError'];

/** Errors that were logged: a failure is read each time its message is drawn. */
const logged = new WeakSet<object>();

/**
 * Returns the meaning of a rejected request, for every form and error message of the client. What no request can cause
 * is a programming error: it is logged, once.
 */
export function failureOf(error: unknown): Failure {
  if (CombinedGraphQLErrors.is(error)) return byCode[String(error.errors[0]?.extensions?.code)] ?? 'failed';
  // The API answers in GraphQL; any other answer comes from a proxy.
  if (ServerError.is(error) || ServerParseError.is(error)) return byStatus[error.statusCode] ?? 'unreachable';
  if (error instanceof HttpError) return byStatus[error.status] ?? 'failed';
  if (error instanceof Unreachable) return 'unreachable';
  if (error instanceof DOMException && givenUp.includes(error.name)) return 'unreachable';
  if (!(error instanceof Object) || !logged.has(error)) console.error(error);
  if (error instanceof Object) logged.add(error);
  return 'failed';
}
