import { clearAttempts } from '../../auth/counters.ts';
import { write } from '../../db/write.ts';
import { guessesKey } from '../../sign-in/lockout.ts';
import type { Context } from '../../shared/context.ts';
import { authorize } from '../../shared/errors.ts';
import type { UserAccount } from '../user-account.entity.ts';
import type { User } from '../user.entity.ts';
import { mayUnlockUser } from '../users.policy.ts';
import { findAccount } from '../users.service.ts';

/** Runs every check of `unlockUser` without writing. */
export async function checkUnlockUser(ctx: Context, id: string): Promise<{ user: User; account: UserAccount }> {
  const { user, account } = await findAccount(ctx, id);
  authorize(mayUnlockUser(ctx.viewer, account));
  return { user, account };
}

/** Unlocks a user, so that they may sign in again at once, and returns them. A user who is not locked stays so. */
export async function unlockUser(ctx: Context, id: string): Promise<User> {
  const { user, account } = await checkUnlockUser(ctx, id);
  if (account.locked) {
    await write(ctx.em)
      .updateTable('users')
      .set({ locked: false, guessed_at: null })
      .where('id', '=', user.id)
      .execute();
    await clearAttempts(ctx, guessesKey(account.email));
  }
  ctx.note({ changes: { locked: [account.locked, false] } });
  return user;
}
