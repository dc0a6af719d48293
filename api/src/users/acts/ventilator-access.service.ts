import { write } from '../../db/write.ts';
import { organizationOf } from '../../organizations/organizations.service.ts';
import type { Context } from '../../shared/context.ts';
import { type CurrentRow, refuseContradiction, refuseOlder } from '../../shared/conflict.ts';
import { authorize, refuse } from '../../shared/errors.ts';
import type { UserAccount } from '../user-account.entity.ts';
import type { User } from '../user.entity.ts';
import { isVentilatorAccessGranted, maySetVentilatorAccess } from '../users.policy.ts';
import { findAccount } from '../users.service.ts';

/** What a client sends with the value: other fields of the user, which are not stored, and the version that it read. */
type SentWith = Record<string, unknown>;

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

/**
 * Runs every check of `setUserVentilatorAccess` without writing. Throws Conflict for an older version, and for
 * another value than the current one in an object without one.
 */
export async function checkSetUserVentilatorAccess(ctx: Context, id: string, enabled: boolean, sent: SentWith = {}) {
  const { user, account } = await checkUserVentilatorAccess(ctx, id);
  const current: CurrentRow<UserAccount> = { row: account, version: account.version, message: 'conflict.user' };
  refuseOlder(sent, current);
  const change = {
    id: account.id,
    sent: ['mvc_enabled', ...Object.keys(sent)],
    different: enabled === account.mvcEnabled ? [] : ['mvc_enabled'],
  };
  await refuseContradiction(ctx, 'users', sent, change, current);
  return { user, account };
}

/** Grants or withdraws a user's access to patients on a ventilator and returns the user; another value counts as a change. */
export async function setUserVentilatorAccess(
  ctx: Context,
  id: string,
  enabled: boolean,
  sent: SentWith = {},
): Promise<User> {
  const before = await checkUserVentilatorAccess(ctx, id);
  // Of two changes at the same time the second finds the values of the first.
  await ctx.em.execute('select from users where id = ? for no key update', [before.user.id]);
  await ctx.em.refresh(before.account);
  const { user, account } = await checkSetUserVentilatorAccess(ctx, id, enabled, sent);
  if (enabled === account.mvcEnabled) return user;
  await write(ctx.em)
    .updateTable('users')
    .set((eb) => ({ mvc_enabled: enabled, version: eb('version', '+', 1) }))
    .where('id', '=', user.id)
    .execute();
  ctx.note({ changes: { mvc_enabled: [account.mvcEnabled, enabled] } });
  await ctx.em.refresh(account);
  return user;
}
