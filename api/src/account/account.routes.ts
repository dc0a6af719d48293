import type { Route } from '../rest/route.ts';
import { renameRefusals } from '../shared/errors.ts';
import { translate } from '../shared/messages.ts';
import { acceptInvitation } from './invitations.service.ts';
import { requestPasswordReset, resetPassword } from './passwords.service.ts';

type Body = Record<string, unknown>;

const inputOf = ({ token, password, password_confirmation: passwordConfirmation }: Body) => ({
  token,
  password,
  passwordConfirmation,
});

const inSnakeCase = <T>(work: () => Promise<T>): Promise<T> =>
  renameRefusals(work, (refusal) => ({
    ...refusal,
    field: refusal.field === 'passwordConfirmation' ? 'password_confirmation' : refusal.field,
  }));

/** The account of a user without a session, for clients without GraphQL. The client's pages use the mutations. */
export const accountRoutes: Route[] = [
  {
    method: 'POST',
    path: '/forgot-password',
    guest: true,
    handler: async (ctx, { body }) => {
      await requestPasswordReset(ctx, body);
      return { body: { message: translate(ctx.locale, 'password.requested') } };
    },
  },
  {
    method: 'POST',
    path: '/reset-password',
    guest: true,
    handler: async (ctx, { body }) => {
      await inSnakeCase(() => resetPassword(ctx, inputOf(body)));
      return { body: { message: translate(ctx.locale, 'password.updated') } };
    },
  },
  {
    method: 'POST',
    path: '/accept-invitation',
    guest: true,
    handler: async (ctx, { body }) => {
      await inSnakeCase(() => acceptInvitation(ctx, inputOf(body)));
      return { body: { message: translate(ctx.locale, 'password.updated') } };
    },
  },
];
