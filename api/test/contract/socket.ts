import { createClient, type Client as SocketClient } from 'graphql-ws';
import { WebSocket, type ClientOptions } from 'ws';
import type { Client } from '../harness.ts';

/** A graphql-ws client with a viewer's cookies; it does not reconnect by itself. */
export function openSocket(viewer: Client, headers: Record<string, string> = {}): SocketClient {
  class WithCookies extends WebSocket {
    constructor(url: string, protocol: string) {
      super(url, protocol, { headers: { cookie: viewer.headers.cookie!, ...headers } } satisfies ClientOptions);
    }
  }
  return createClient({
    url: `${viewer.origin.replace('http', 'ws')}/graphql`,
    webSocketImpl: WithCookies,
    lazy: true,
    retryAttempts: 0,
    connectionAckWaitTimeout: 10_000,
    onNonLazyError: () => undefined,
  });
}

export interface Received {
  data?: Record<string, unknown> | null;
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[];
}

/** Returns the first result of an operation over the socket: data, errors, or how the socket was closed. */
export function firstAnswer(
  socket: SocketClient,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<Received & { closed?: number }> {
  return new Promise((resolve) => {
    socket.subscribe(
      { query, variables },
      {
        next: (result) => resolve(result as Received),
        error: (error) =>
          resolve(
            Array.isArray(error)
              ? { errors: error as Received['errors'] }
              : { closed: (error as { code?: number }).code ?? -1 },
          ),
        complete: () => resolve({}),
      },
    );
  });
}
