import { expressMiddleware } from '@as-integrations/express5';
import type { ApolloServer } from '@apollo/server';
import type { Request, RequestHandler, Response } from 'express';
import { GraphQLError } from 'graphql';
import { assertSameOrigin, createContext } from '../auth/authenticate.ts';
import type { App, Context } from '../shared/context.ts';
import { CsrfMismatch } from '../shared/errors.ts';

/** POST /graphql for the page and for clients with a session. Every request that could change something proves its origin first. */
export function graphqlHandler(app: App, server: ApolloServer<Context>): RequestHandler {
  return expressMiddleware(server, {
    context: async ({ req, res }: { req: Request; res: Response }) => {
      const setCookie = (cookie: string) => void res.append('Set-Cookie', cookie);
      const incoming = { method: req.method, headers: req.headers, ip: req.ip ?? '', setCookie };
      const ctx = await createContext(app, incoming);
      try {
        assertSameOrigin(app, incoming, { signedIn: ctx.request.sessionAlive, guestAllowed: true });
      } catch (error) {
        if (!(error instanceof CsrfMismatch)) throw error;
        throw new GraphQLError('CSRF token mismatch.', { extensions: { code: 'CSRF', http: { status: 419 } } });
      }
      return ctx;
    },
  }) as unknown as RequestHandler;
}
