import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { HttpError } from './http.ts';

/**
 * - `unreachable`: the request got no answer (no network, no server, no answer in time)
 * - `signedOut`: the session has ended
 * - `forbidden`: the viewer may not do this
 * - `notFound`: the object does not exist, or the viewer may not see it
 * - `failed`: the server answered with a fault
 */
export type Failure = 'unreachable' | 'signedOut' | 'forbidden' | 'notFound' | 'failed';

const byCode: Readonly<Record<string, Failure>> = {
  UNAUTHENTICATED: 'signedOut',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'notFound',
};
const byStatus: Readonly<Record<number, Failure>> = {
  401: 'signedOut',
  403: 'forbidden',
  404: 'notFound',
  // Answers of a proxy that cannot reach the server.
  502: 'unreachable',
  503: 'unreachable',
  504: 'unreachable',
};

/** Returns the meaning of a rejected request, for every form and error message of the client. */
export function failureOf(error: unknown): Failure {
  if (CombinedGraphQLErrors.is(error)) return byCode[String(error.errors[0]?.extensions?.code)] ?? 'failed';
  // The API answers in GraphQL; any other answer comes from a proxy.
  if (ServerError.is(error) || ServerParseError.is(error)) return byStatus[error.statusCode] ?? 'unreachable';
  if (error instanceof HttpError) return byStatus[error.status] ?? 'failed';
  // `fetch` rejects with a TypeError; a timeout and a cancellation are DOMExceptions.
  if (error instanceof TypeError || error instanceof DOMException) return 'unreachable';
  return 'failed';
}
