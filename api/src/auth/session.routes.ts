import type { Route } from '../rest/route.ts';
import { csrfCookie, csrfToken, readCsrfCookie, csrfMatches } from './cookies.ts';
import { signIn, signOut } from './session.service.ts';

/** Sign-in for clients without GraphQL. The page's own form uses the mutation; both call the same service. */
export const sessionRoutes: Route[] = [
  {
    method: 'POST',
    path: '/login',
    guest: true,
    handler: async (ctx, { body }) => {
      const { stage } = await signIn(ctx, body);
      return { body: { two_factor: stage === 'verify' } };
    },
  },
  {
    method: 'POST',
    path: '/logout',
    guest: true,
    handler: async (ctx) => {
      await signOut(ctx);
      return { status: 204 };
    },
  },
  {
    // Keeps the page's token alive, but not the session. A valid token is never rotated, because another tab may still
    // hold it.
    method: 'GET',
    path: '/csrf-token',
    guest: true,
    background: true,
    handler: async (ctx, { cookieHeader, sessionId }) => {
      const { config } = ctx.app;
      const current = readCsrfCookie(cookieHeader);
      const token =
        current && csrfMatches(config, sessionId, current, cookieHeader) ? current : csrfToken(config, sessionId);
      ctx.request.setCookie(csrfCookie(config, token));
      return { body: { token } };
    },
  },
];
