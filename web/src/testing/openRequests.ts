import { ApolloLink } from '@apollo/client';
import { act } from '@testing-library/react';
import { OperationTypeNode } from 'graphql';
import { concatWith, defer, dematerialize, filter, finalize, materialize, NEVER } from 'rxjs';

/** Turns of the event loop without an open request after which nothing more is on its way. */
const quietTurns = 5;
let testsEnded = 0;

/** Ends a test: the answers to its open requests are dropped. Otherwise its last toast would appear in the next test. */
export function dropOpenRequests(): void {
  testsEnded += 1;
}

/**
 * Returns a link that counts the queries and mutations without an answer, and a function that waits until there is none
 * and the work that the last answer started is done. A subscription has no last answer and is not counted.
 */
export function countOpenRequests() {
  let open = 0;
  const before = testsEnded;
  const link = new ApolloLink((operation, forward) => {
    if (operation.operationType === OperationTypeNode.SUBSCRIPTION) return forward(operation);
    return defer(() => {
      open += 1;
      return forward(operation);
    }).pipe(
      finalize(() => (open -= 1)),
      materialize(),
      concatWith(NEVER), // a dropped answer is no empty one
      filter(() => before === testsEnded),
      dematerialize(),
    );
  });
  const quiet = () =>
    act(async () => {
      for (let turns = 0; turns < quietTurns; turns = open === 0 ? turns + 1 : 0) {
        await new Promise((resolve) => setTimeout(resolve));
      }
    });
  return { link, quiet };
}
