import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { ErrorLink } from '@apollo/client/link/error';
import { HttpLink } from '@apollo/client/link/http';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-ws';
import { Observable, retry, throwError } from 'rxjs';
import { possibleTypes } from '../gql/possibleTypes.ts';
import { socketLost, socketOpened, untilNextTry } from '../lib/connection.ts';
import { csrfFetch } from '../lib/csrf.ts';
import { earlyOr } from '../lib/early.ts';
import { defaultTimeoutMs, withTimeout } from '../lib/http.ts';
import { expiryOfRequest, isSessionEnding, onSessionRenewed, sessionExpired } from '../lib/sessionGuard.ts';
import { setSocketId } from '../lib/socketId.ts';
import { createFreshLink } from './freshLink.ts';
import { createCommittedLink, createOnceLink } from './onceLink.ts';

function sessionIsOver(error: unknown): boolean {
  if (CombinedGraphQLErrors.is(error)) return error.errors.some((e) => e.extensions?.code === 'UNAUTHENTICATED');
  return ServerError.is(error) && error.statusCode === 401;
}

/** Reloads the page when a session has ended. A refused sign-in is not the end of a session. */
export function createSessionLink(): ApolloLink {
  return ApolloLink.from([
    new ApolloLink((operation, forward) => {
      operation.setContext({ expired: expiryOfRequest() });
      return forward(operation);
    }),
    new ErrorLink(({ error, operation }) => {
      const { expired } = operation.getContext() as { expired: () => void };
      if (operation.operationName !== 'SignIn' && sessionIsOver(error)) expired();
    }),
  ]);
}

/** The server closes a socket with this code when its session has ended; any other disconnect is retried. */
const unauthenticatedCode = 4401;
const normalClosure = 1000;

/** Tracks the realtime socket: its id is sent with every request while it is open. */
export const socketEvents = {
  connected(_socket: unknown, payload: Record<string, unknown> | undefined) {
    setSocketId(payload?.socketId);
    socketOpened();
  },
  closed(event: unknown) {
    setSocketId(null);
    if (!(event instanceof CloseEvent)) return;
    if (event.code === unauthenticatedCode) sessionExpired();
    // Without a subscription the client closes the socket itself.
    if (event.code !== normalClosure) socketLost();
  },
};

/** Returns the cache of the client. The viewer is one per session and has no id. */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes,
    typePolicies: {
      Viewer: { keyFields: [], fields: { tablePreferences: { merge: false }, dismissedNotices: { merge: false } } },
      InboxItem: { keyFields: ['databaseId'] },
      // A location and a group may have the same number: as one object, the group would give the location its name.
      PlaceOption: { keyFields: false },
      // Replaces an array inside an object as a whole: a deleted device must not survive a merge.
      Patient: {
        fields: {
          devices: { merge: false },
          followUps: { merge: false },
          compliance: { merge: true },
          icodeReports: { keyArgs: ['serial'], merge: false },
          nights: { merge: false },
        },
      },
      Organization: { fields: { record: { merge: true } } },
      Machine: { fields: { history: { merge: false } } },
      User: { fields: { personalAccessTokens: { merge: false } } },
      Query: {
        fields: { icodeReports: { merge: false }, dashboard: { merge: false }, installation: { merge: false } },
      },
    },
  });
}

const renewal = new Observable<void>((observer) => onSessionRenewed(() => observer.next()));

/** Repeats the subscriptions that ended with the session once the user has signed in again over the page. */
export function createRenewalLink(): ApolloLink {
  return new ApolloLink((operation, forward) =>
    forward(operation).pipe(retry({ delay: (error) => (isSessionEnding() ? renewal : throwError(() => error)) })),
  );
}

/**
 * Returns the client: queries and mutations over HTTP with the session's cookie, subscriptions over the WebSocket. When
 * the user has signed in again over the page, the socket is opened again and what the page shows is read again.
 */
export function createApolloClient(): ApolloClient {
  const socketUrl = `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/graphql`;
  const socket = createClient({
    url: socketUrl,
    lazy: true,
    retryAttempts: Infinity,
    retryWait: untilNextTry,
    on: {
      ...socketEvents,
      connected(opened, payload, wasLost) {
        socketEvents.connected(opened, payload);
        // Events of the time without a socket are missed.
        if (wasLost) readAgain();
      },
    },
  });
  const client = new ApolloClient({
    cache: createCache(),
    dataMasking: true,
    link: ApolloLink.from([
      createSessionLink(),
      ApolloLink.split(
        ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
        ApolloLink.from([createRenewalLink(), new GraphQLWsLink(socket)]),
        ApolloLink.from([
          createFreshLink(),
          createOnceLink(),
          createCommittedLink(() => readAgain()),
          new HttpLink({ uri: '/graphql', fetch: withTimeout(earlyOr(csrfFetch), defaultTimeoutMs) }),
        ]),
      ),
    ]),
  });
  // A query that fails shows its error where its answer would be.
  const readAgain = () => void client.refetchQueries({ include: 'active' }).catch(() => undefined);
  onSessionRenewed(() => {
    // An open socket belongs to the session that has ended.
    socket.terminate();
    readAgain();
  });
  return client;
}
