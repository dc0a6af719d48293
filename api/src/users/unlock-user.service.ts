import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import type { User } from './user.entity.ts';
import { mayUnlockUser } from './users.policy.ts';
import { findAccount } from './users.service.ts';

/** Unlocks a user, so that they may sign in again at once, and returns them. A user who is not locked stays so. */
export async function unlockUser(ctx: Context, id: string): Promise<User> {
  const { user, account } = await findAccount(ctx, id);
  authorize(mayUnlockUser(ctx.viewer, account));
  await ctx.em.execute('update users set locked = false, locked_at = null where id = ? and locked', [user.id]);
  ctx.note({ changes: { locked: [account.locked, false] } });
  return user;
}
