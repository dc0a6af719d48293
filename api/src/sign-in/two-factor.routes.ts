import type { RestRequest, Route } from '../rest/route.ts';
import type { Context } from '../shared/context.ts';
import { translate } from '../shared/messages.ts';
import { validate } from '../shared/validate.ts';
import { resetMethodRules } from './two-factor.rules.ts';
import { checkResetSecondFactor, findResettable, resetSecondFactor } from './two-factor.service.ts';

/** Returns the user and the factor of a reset: only for an administrator of the user is its body read. */
async function resetting(ctx: Context, { params, body }: RestRequest) {
  await findResettable(ctx, params.id!);
  return [params.id!, (await validate(resetMethodRules, body)).method] as const;
}

/** The documents name no path for signing in with a second factor: existing clients use GraphQL (decisions/057). */
export const twoFactorRoutes: Route[] = [
  {
    method: 'POST',
    path: '/api/users/reset-mfa/{id}',
    check: async (ctx, request) => checkResetSecondFactor(ctx, ...(await resetting(ctx, request))),
    handler: async (ctx, request) => {
      await resetSecondFactor(ctx, ...(await resetting(ctx, request)));
      return { body: { message: translate(ctx.locale, 'two_factor.reset') } };
    },
  },
];
