import { endSessionsOf } from '../auth/session.end.ts';
import type { Context } from '../shared/context.ts';
import { authorize, refuse } from '../shared/errors.ts';
import { lastAdministrators } from './last-administrator.ts';
import type { User } from './user.entity.ts';
import { canSetUserActive } from './users.policy.ts';
import { findAccount } from './users.service.ts';

/**
 * Activates or deactivates a user and returns them; a user who is so already stays so. A deactivated user is signed out
 * on every node. Refuses the last active administrator of an organization; throws Forbidden for one's own account.
 */
export async function setUserActive(ctx: Context, id: string, active: boolean): Promise<User> {
  const { user, account } = await findAccount(ctx, id);
  authorize(canSetUserActive(ctx.viewer, account));
  if (!active && (await lastAdministrators(ctx, [account])).has(account.id))
    refuse([{ field: 'userId', code: 'user.last_administrator', message: 'user.last_administrator' }]);
  await ctx.em.execute('update users set active = ? where id = ? and active <> ?', [active, user.id, active]);
  ctx.note({ changes: { active: [account.active, active] } });
  if (!active) await endSessionsOf(ctx, user.id, { revoke: true });
  return user;
}
