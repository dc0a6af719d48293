import { createGraphiQLFetcher, type Fetcher } from '@graphiql/toolkit';
import type { Client } from 'graphql-ws';
import { operationKind } from './operationKind.ts';
import { post } from './post.ts';

interface Answers {
  next(result: unknown): void;
  error(error: unknown): void;
  complete(): void;
}

/** The answer of one request, which ends when its reader no longer wants it: the server then stops too. */
const abortable = (request: (signal: AbortSignal) => Promise<unknown>) => ({
  subscribe({ next, error, complete }: Answers) {
    const ending = new AbortController();
    request(ending.signal).then(
      (result) => {
        next(result);
        complete();
      },
      (reason: unknown) => ending.signal.aborted || error(reason),
    );
    return { unsubscribe: () => ending.abort() };
  },
});

/** Whether mutations are sent: off until a user turns it on. */
export function createSwitch() {
  let on = false;
  return { isOn: () => on, turn: (next: boolean) => void (on = next) };
}

/**
 * Returns the function with which GraphiQL sends operations: subscriptions over the socket, all others by `fetch`. A
 * mutation is not sent, and answered with `refusal`, until `mayWrite` says otherwise.
 */
export function createFetcher(options: {
  fetch: typeof fetch;
  wsClient: Client;
  mayWrite: () => boolean;
  refusal: string;
}): Fetcher {
  const overSocket = createGraphiQLFetcher({ url: '/graphql', wsClient: options.wsClient, fetch: options.fetch });
  return (params, given) => {
    const kind = operationKind(params.query, params.operationName);
    if (kind === 'subscription') return overSocket(params, given);
    if (kind === 'mutation' && !options.mayWrite()) return { errors: [{ message: options.refusal }] } as never;
    return abortable((signal) => post(options.fetch, params, { headers: given?.headers, signal })) as never;
  };
}
