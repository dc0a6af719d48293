import { mayCall } from '../auth/authorize.ts';
import type { Context } from '../shared/context.ts';
import type { UserAccount } from './user-account.entity.ts';
import { canReadUser } from './users.policy.ts';
import { accountOf } from './users-private.ts';

/**
 * Returns the account of a user when the viewer may open the page of the user, wherever the user is reached from: a node,
 * a patient, a message. Else null: the viewer reads the name alone, and so does every token (Query.user).
 */
export async function readableAccountOf(ctx: Context, user: { id: number }): Promise<UserAccount | null> {
  if (!mayCall(ctx, 'Query.user')) return null;
  const account = await accountOf(ctx, user);
  return account && canReadUser(ctx.viewer, account) ? account : null;
}
