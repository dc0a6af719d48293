import { ApolloLink } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { catchError, defer, from, mergeMap, of, throwError } from 'rxjs';
import { askForPassword } from '../lib/freshPassword.ts';

const isAsked = (errors: ApolloLink.Result['errors']) =>
  errors?.some(({ extensions }) => extensions?.code === 'REAUTHENTICATE') ?? false;

/**
 * Asks for the password when the server wants a fresh one, and repeats the call once. Without the password the call
 * fails as it did.
 */
export function createFreshLink(): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const repeated = () =>
      from(askForPassword()).pipe(mergeMap((isGiven) => (isGiven ? forward(operation) : of(null))));
    return forward(operation).pipe(
      catchError((error: unknown) =>
        CombinedGraphQLErrors.is(error) && isAsked(error.errors)
          ? repeated().pipe(mergeMap((result) => (result ? of(result) : throwError(() => error))))
          : throwError(() => error),
      ),
      mergeMap((result) =>
        isAsked(result.errors) ? defer(repeated).pipe(mergeMap((again) => of(again ?? result))) : of(result),
      ),
    );
  });
}
