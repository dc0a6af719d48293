import { ApolloLink } from '@apollo/client';
import { ServerError } from '@apollo/client/errors';
import { OperationTypeNode } from 'graphql';
import { map, retry, tap, throwError, timer } from 'rxjs';
import { Unreachable } from '../lib/reach.ts';

/** Milliseconds before a mutation without an answer is sent once more. */
const retryMs = 1000;
/** Milliseconds for which a request id waits for the user to submit the same input again. */
const keptMs = 5 * 60 * 1000;

/** The answer may have been lost on its way, or the server was busy: the request may be sent again at once. */
function isLost(error: unknown): boolean {
  return ServerError.is(error) ? error.statusCode === 503 : error instanceof Unreachable;
}

/**
 * Gives each mutation a request id, under which the server carries it out once. It is kept while there is no answer: for
 * one automatic retry, and for the user who submits the same input again.
 */
export function createOnceLink(): ApolloLink {
  const unanswered = new Map<string, { id: string; since: number }>();
  return new ApolloLink((operation, forward) => {
    // These create nothing, and are not repeated.
    const isSignIn = ['SignIn', 'Reauthenticate'].includes(operation.operationName ?? '');
    if (operation.operationType !== OperationTypeNode.MUTATION || isSignIn) return forward(operation);
    const input = JSON.stringify([operation.operationName, operation.variables]);
    const known = unanswered.get(input);
    const request = known && Date.now() - known.since < keptMs ? known : { id: crypto.randomUUID(), since: Date.now() };
    // A new password is sent again by itself only: setting it twice changes nothing, and it must not be kept here.
    if (!/"\w*password\w*":/i.test(input)) unanswered.set(input, request);
    operation.setContext(({ headers }: { headers?: Record<string, string> }) => ({
      headers: { ...headers, 'Idempotency-Key': request.id },
    }));
    return forward(operation).pipe(
      retry({ count: 1, delay: (error) => (isLost(error) ? timer(retryMs) : throwError(() => error as Error)) }),
      tap({
        // After another answer the same input is a new intention: what it created may have been deleted.
        next: () => unanswered.clear(),
        error: (error) => void (ServerError.is(error) && error.statusCode < 500 && unanswered.delete(input)),
      }),
    );
  });
}

/**
 * A committed mutation is never a failure: when the server could not read its result, the errors are dropped and
 * `readAgain` gets what the page shows.
 */
export function createCommittedLink(readAgain: () => void): ApolloLink {
  return new ApolloLink((operation, forward) =>
    forward(operation).pipe(
      map((result) => {
        if (!result.extensions?.committed) return result;
        readAgain();
        return { ...result, errors: undefined };
      }),
    ),
  );
}
