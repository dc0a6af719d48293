import type { Route } from '../rest/route.ts';
import { csrfCookie, csrfToken, readCsrfCookie, csrfMatches } from '../auth/cookies.ts';
import { sessionLeftOf } from './session-read.ts';
import { signIn, signOut } from './session.service.ts';
import { findOwnOrganization } from '../auth/viewer.service.ts';
import { currentUserToRest } from '../auth/viewer.wire.ts';

/** Sign-in for clients without GraphQL. The page's own form uses the mutation; both call the same service. */
export const sessionRoutes: Route[] = [
  {
    method: 'POST',
    path: '/login',
    guest: true,
    handler: async (ctx, { body }) => {
      const { stage } = await signIn(ctx, body);
      return { body: { two_factor: stage !== 'full' } };
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
    // The current user, as document 000 lists it (section 3).
    method: 'GET',
    path: '/api/user',
    handler: async (ctx) => ({ body: currentUserToRest(ctx.viewer, await findOwnOrganization(ctx)) }),
  },
  {
    // Keeps the page's token alive, but not the session, and says how long the session lasts (decisions/060). A valid
    // token is never rotated, because another tab may still hold it.
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
      return { body: { token, ...sessionLeftOf(ctx) } };
    },
  },
];
