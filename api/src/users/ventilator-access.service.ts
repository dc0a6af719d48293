import { organizationOf } from '../organizations/organizations.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize, refuse } from '../shared/errors.ts';
import type { User } from './user.entity.ts';
import { isVentilatorAccessGranted, maySetVentilatorAccess } from './users.policy.ts';
import { findAccount } from './users.service.ts';

/**
 * Returns the user whose access may be set. Refuses an organization in which no user needs it: without ventilator
 * support, or with it for all users.
 */
export async function checkUserVentilatorAccess(ctx: Context, id: string) {
  const { user, account } = await findAccount(ctx, id);
  authorize(maySetVentilatorAccess(ctx.viewer, account));
  if (!isVentilatorAccessGranted(await organizationOf(ctx, user)))
    refuse([{ field: 'enabled', code: 'user.no_ventilator_access', message: 'user.no_ventilator_access' }]);
  return { user, account };
}

/** Grants or withdraws a user's access to patients on a ventilator and returns the user. */
export async function setUserVentilatorAccess(ctx: Context, id: string, enabled: boolean): Promise<User> {
  const { user, account } = await checkUserVentilatorAccess(ctx, id);
  await ctx.em.execute('update users set mvc_enabled = ? where id = ?', [enabled, user.id]);
  ctx.note({ changes: { mvc_enabled: [account.mvcEnabled, enabled] } });
  await ctx.em.refresh(account);
  return user;
}
