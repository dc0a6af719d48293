import type { Server } from 'node:http';
import { getOperationAST, parse, validate, specifiedRules, type GraphQLSchema, GraphQLError, type ExecutionArgs } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { createContext } from '../auth/authenticate.ts';
import { publicError } from '../graphql/errors.ts';
import { documentRules, MAX_TOKENS } from '../graphql/limits.ts';
import { assertAllowed } from '../graphql/server.ts';
import type { App, Context } from '../shared/context.ts';
import { findSession } from '../auth/session.service.ts';

const MAX_PAYLOAD = 64 * 1024;
const INIT_TIMEOUT_MS = 3000;
const SESSION_CHECK_MS = 5000;
const UNAUTHENTICATED = 4401;

/** Live updates over graphql-ws at /graphql: subscriptions only, for signed-in users of our own pages. */
export function graphqlSocket(app: App, schema: GraphQLSchema, httpServer: Server): { close(): Promise<void> } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD });
  httpServer.on('upgrade', (request, socket, head) => {
    if (new URL(request.url ?? '/', 'http://local').pathname !== '/graphql') return;
    const { origin, host } = request.headers;
    if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request));
  });

  const { dispose } = useServer<Record<string, unknown>, { ctx?: Context; watch?: NodeJS.Timeout }>({
    schema,
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    onConnect: async ({ extra }) => {
      const { request, socket } = extra;
      const ctx = await createContext(app, { method: 'GET', headers: request.headers, ip: request.socket.remoteAddress ?? '', setCookie: () => undefined });
      if (!ctx.signedIn || !ctx.request.sessionHash) {
        socket.close(UNAUTHENTICATED, 'Unauthenticated');
        return false;
      }
      // Signing out anywhere ends the socket within seconds.
      const hash = ctx.request.sessionHash;
      extra.watch = setInterval(() => {
        findSession(app, hash).then((session) => session ?? socket.close(UNAUTHENTICATED, 'Unauthenticated'), () => undefined);
      }, SESSION_CHECK_MS);
      return true;
    },
    onDisconnect: ({ extra }) => clearInterval(extra.watch),
    onSubscribe: async ({ extra }, _id, { query, operationName, variables }) => {
      const { request } = extra;
      const ctx = await createContext(app, { method: 'GET', headers: request.headers, ip: request.socket.remoteAddress ?? '', setCookie: () => undefined });
      try {
        const document = parse(query, { maxTokens: MAX_TOKENS });
        const errors = validate(schema, document, [...specifiedRules, ...(documentRules as never[])], { maxErrors: 5 });
        if (errors.length > 0) return errors;
        if (getOperationAST(document, operationName)?.operation !== 'subscription') return [new GraphQLError('Only subscriptions are served here.', { extensions: { code: 'BAD_REQUEST' } })];
        assertAllowed(schema, ctx, document, operationName ?? undefined, variables ?? {});
        return { schema, document, operationName, variableValues: variables, contextValue: ctx } as ExecutionArgs;
      } catch (error) {
        return [error instanceof GraphQLError ? error : new GraphQLError('Bad request')];
      }
    },
    // Each event opened a transaction of its own (root-fields.ts); it ends with the event.
    onNext: async (_context, _id, _payload, { contextValue }, result) => {
      const ctx = contextValue as Context;
      await ctx.close();
      return result.errors ? { ...result, errors: result.errors.map((error) => publicError(error.toJSON(), error, ctx)) as never } : undefined;
    },
    onError: (_context, _id, _payload, errors) => errors.map((error) => publicError(new GraphQLError(error.message).toJSON(), error, undefined)) as never,
  }, sockets);
  return { close: async () => void (await dispose()) };
}
