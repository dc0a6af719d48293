import type { Route } from '../rest/route.ts';
import { translate } from '../shared/messages.ts';
import { validate } from '../shared/validate.ts';
import { resetMethodRules } from './two-factor.rules.ts';
import { resetSecondFactor } from './two-factor.service.ts';

/** The documents name no path for signing in with a second factor: existing clients use GraphQL (decisions/057). */
export const twoFactorRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/users/reset-mfa/{id}',
    handler: async (ctx, { params, body }) => {
      const { method } = await validate(resetMethodRules, body);
      await resetSecondFactor(ctx, params.id!, method);
      return { body: { message: translate(ctx.locale, 'two_factor.reset') } };
    },
  },
];
