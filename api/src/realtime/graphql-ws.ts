import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { getOperationAST, parse, type GraphQLSchema, GraphQLError, type ExecutionArgs } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { createContext, isOwnOrigin } from '../auth/authenticate.ts';
import { charge } from '../auth/budget.ts';
import { noteErrors, publicError } from '../graphql/errors.ts';
import { isUnavailable } from '../rest/errors.ts';
import { MAX_TOKENS, problemsOf } from '../graphql/limits.ts';
import { assertAllowed, assertKnown } from '../graphql/operation.ts';
import type { App, Context } from '../shared/context.ts';
import { ForeignSite, TooMany, Unauthenticated } from '../shared/errors.ts';
import { addressOf } from '../shared/network.ts';
import { assertShape } from '../shared/shape.ts';
import { subscribeInTurn } from './graphql-ws-events.ts';
import { framesInOrder } from './graphql-ws-frames.ts';
import { pingInGroups } from './graphql-ws-pings.ts';
import type { WatchedSocket } from './session-watch.ts';
import { noteUpgrade, refuseUpgrade, tooManySockets, type SocketEndpoint } from './upgrades.ts';
import { newSocketId } from './socket-id.ts';
import type { UserSockets } from './user-sockets.ts';

const MAX_PAYLOAD = 64 * 1024;
/** Under load the first frame waits for its turn. A client that sends none is sent away sooner (graphql-ws-frames.ts). */
const INIT_TIMEOUT_MS = 30_000;
const MAX_SUBSCRIPTIONS = 20;
const UNAUTHENTICATED = 4401;
const TRY_LATER = 1013;
const RETRY_SECONDS = 5;
/** The library's own pings, one timer for each socket (graphql-ws-pings.ts has one for all). */
const NO_PINGS = 0;

/** The client tries again: another tab may be closed by then. */
function turnAway(socket: WebSocket): false {
  socket.close(TRY_LATER, 'Too many sockets');
  return false;
}

/** A browser cannot set a header of a socket, so a token comes in the parameters of its first frame. */
function authorizationIn(parameters: unknown): { authorization?: string } {
  const { authorization, Authorization } = (parameters ?? {}) as Record<string, unknown>;
  const value = authorization ?? Authorization;
  return typeof value === 'string' ? { authorization: value } : {};
}

/**
 * The session or token is read again for each subscription. A socket is not user activity and does not keep an idle session
 * alive.
 */
function contextOf(app: App, request: IncomingMessage, parameters: unknown): Promise<Context> {
  return createContext(
    app,
    {
      id: randomUUID(),
      method: 'GET',
      headers: { ...request.headers, ...authorizationIn(parameters) },
      ip: addressOf(app.config, request),
      setCookie: () => undefined,
    },
    { background: true },
  );
}

/**
 * Ends the socket of a subscription that could not begin, or of an event that could not be read, because the database
 * was away: the client connects and subscribes again, and reads what it missed. After an error it would stay without
 * events, or show the state before the event.
 */
function turnAwayUnserved(socket: WebSocket, errors: readonly GraphQLError[] = []): void {
  if (errors.some(({ originalError }) => originalError && isUnavailable(originalError)))
    socket.close(TRY_LATER, 'Service unavailable');
}

const tooManySubscriptions = () => new GraphQLError('', { originalError: new TooMany(RETRY_SECONDS) });

/** Live updates over graphql-ws at /graphql: subscriptions only, for signed-in users on our own pages. */
export function graphqlSocket(app: App, schema: GraphQLSchema, users: UserSockets): SocketEndpoint {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD });
  const watched = new Map<WebSocket, WatchedSocket>();
  const pings = pingInGroups();
  /** Report that the subscription of a socket's last frame has begun. */
  const begun = new WeakMap<WebSocket, () => void>();
  const upgrade: SocketEndpoint['upgrade'] = (request, socket, head) => {
    if (!isOwnOrigin(app, request.headers)) {
      noteUpgrade(app, request, new ForeignSite());
      return refuseUpgrade(socket, '403 Forbidden');
    }
    const known = app.admission.userOf(request.headers);
    if (known !== null && users.isFull(known)) {
      noteUpgrade(app, request, tooManySockets());
      return refuseUpgrade(socket, '429 Too Many Requests');
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const origin = { headers: request.headers, ip: addressOf(app.config, request) };
      const report = framesInOrder(opened, (answer) => app.admission.run(origin, answer));
      begun.set(opened, report);
      pings.add(opened);
      sockets.emit('connection', opened, request);
      // The client sent a broken frame. ws has closed the socket with the right code; without this listener the library
      // would print it as a server error.
      opened.removeAllListeners('error').on('error', () => undefined);
    });
  };

  const { dispose } = useServer<Record<string, unknown>, { ctx?: Context }>(
    {
      schema,
      connectionInitWaitTimeout: INIT_TIMEOUT_MS,
      onConnect: async ({ extra, connectionParams }) => {
        const { request, socket } = extra;
        const ctx = await contextOf(app, request, connectionParams).catch((error: unknown) => {
          noteUpgrade(app, request, error);
          return error instanceof Unauthenticated ? null : undefined;
        });
        if (ctx === undefined) {
          socket.close(TRY_LATER, 'Service unavailable');
          return false;
        }
        if (!ctx?.signedIn || !ctx.request.sessionHash) {
          socket.close(UNAUTHENTICATED, 'Unauthenticated');
          return false;
        }
        const { userId } = ctx.signedIn;
        extra.ctx = ctx;
        // A socket that closed before its session was read must not stay in the map.
        if (socket.readyState === socket.OPEN) {
          if (!users.add(userId, socket)) return turnAway(socket);
          watched.set(socket, {
            sessionHash: ctx.request.sessionHash,
            end: () => socket.close(UNAUTHENTICATED, 'Unauthenticated'),
          });
          socket.once('close', () => {
            watched.delete(socket);
            users.remove(userId, socket);
          });
        }
        // The page sends it with its requests as X-Socket-Id.
        return { socketId: newSocketId() };
      },
      onSubscribe: async ({ extra, subscriptions, connectionParams }, _id, { query, operationName, variables }) => {
        try {
          if (Object.keys(subscriptions).length > MAX_SUBSCRIPTIONS) return [tooManySubscriptions()];
          assertShape(variables);
          const ctx = await contextOf(app, extra.request, connectionParams);
          const document = parse(query, { maxTokens: MAX_TOKENS });
          const errors = problemsOf(schema, document);
          if (errors.length > 0) return errors;
          if (getOperationAST(document, operationName)?.operation !== 'subscription')
            return [new GraphQLError('Only subscriptions are served here.', { extensions: { code: 'BAD_REQUEST' } })];
          await assertKnown(ctx, document);
          await charge(
            ctx,
            assertAllowed(schema, ctx, {
              document,
              operationName: operationName ?? undefined,
              variables: variables ?? {},
            }),
          );
          return { schema, document, operationName, variableValues: variables, contextValue: ctx } as ExecutionArgs;
        } catch (error) {
          return [error instanceof GraphQLError ? error : new GraphQLError('', { originalError: error as Error })];
        }
      },
      subscribe: subscribeInTurn,
      onOperation: ({ extra }, _id, _payload, _args, result) => {
        begun.get(extra.socket)!();
        if ('errors' in result) turnAwayUnserved(extra.socket, result.errors);
      },
      onNext: ({ extra }, _id, _payload, { contextValue }, result) => {
        const ctx = contextValue as Context;
        turnAwayUnserved(extra.socket, result.errors);
        return result.errors
          ? { ...result, errors: result.errors.map((error) => publicError(error.toJSON(), error, ctx)) as never }
          : undefined;
      },
      onError: ({ extra }, _id, _payload, errors) => {
        noteErrors(extra.ctx, errors);
        turnAwayUnserved(extra.socket, errors);
        return errors.map((error) => publicError({ message: '' }, error, extra.ctx)) as never;
      },
    },
    sockets,
    NO_PINGS,
  );
  const close = async (): Promise<void> => {
    pings.end();
    await dispose();
  };
  return { upgrade, watched: () => [...watched.values()], close };
}
