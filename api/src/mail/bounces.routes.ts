import type { Route } from '../rest/route.ts';
import { takeBounces } from './bounces.service.ts';

/** Reports of the mail server (decisions/056), with MAIL_BOUNCE_SECRET as the password of Basic authentication. */
export const bouncesRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/mail/bounces',
    guest: true,
    csrfExempt: true,
    handler: async (ctx, { authorization, body }) => ({
      body: { data: { received: await takeBounces(ctx, authorization, body) } },
    }),
  },
];
