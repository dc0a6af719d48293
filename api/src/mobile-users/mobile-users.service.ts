import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { type CurrentRow, refuseContradiction, refuseOlder } from '../shared/conflict.ts';
import { authorize } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { MobileUser } from './mobile-user.entity.ts';
import { mobileUsersList } from './mobile-users.list.ts';
import { canListMobileUsers, canUpdateMobileUser } from './mobile-users.policy.ts';

/** Returns a page of the app accounts of the viewer's patients. Refuses unknown columns, conditions, sizes and cursors. */
export function listMobileUsers(ctx: Context, args: ListArgs): Promise<ConnectionShape<MobileUser>> {
  authorize(canListMobileUsers(ctx.viewer));
  return connection(ctx, mobileUsersList, args);
}

/** Returns the account that may be changed; throws NotFound for that of a patient that the viewer may not see. */
export async function checkMobileUser(ctx: Context, id: string): Promise<MobileUser> {
  const mobileUser = await findVisible(ctx, MobileUser, { id: rowId('MobileUser', id) }, { refresh: true });
  authorize(canUpdateMobileUser(ctx.viewer, mobileUser));
  return mobileUser;
}

/** What a client sends with the value: other fields of the account, which are not stored, and the version that it read. */
type SentWith = Record<string, unknown>;

/**
 * Runs every check of `setMobileUserActive` without writing. Throws Conflict for an older version, and for another value
 * than the current one in an object without one.
 */
export async function checkSetMobileUserActive(
  ctx: Context,
  id: string,
  active: boolean,
  sent: SentWith = {},
): Promise<MobileUser> {
  const mobileUser = await checkMobileUser(ctx, id);
  const { version, patientId } = mobileUser;
  const patients = [patientId];
  const current: CurrentRow<MobileUser> = { row: mobileUser, version, message: 'conflict.mobile_user', patients };
  refuseOlder(sent, current);
  const change = {
    id: mobileUser.id,
    sent: ['active', ...Object.keys(sent)],
    different: active === mobileUser.active ? [] : ['active'],
  };
  await refuseContradiction(ctx, 'mobile_users', sent, change, current);
  return mobileUser;
}

/** Disables the account, or enables it again, and returns it; one that is so already stays so. */
export async function setMobileUserActive(
  ctx: Context,
  id: string,
  active: boolean,
  sent?: SentWith,
): Promise<MobileUser> {
  const { id: locked } = await checkMobileUser(ctx, id);
  // Of two changes at the same time the second finds the values of the first.
  await ctx.em.execute('select from mobile_users where id = ? for no key update', [locked]);
  const mobileUser = await checkSetMobileUserActive(ctx, id, active, sent);
  ctx.note({ mobile_user: mobileUser.id, changes: { active: [mobileUser.active, active] } });
  mobileUser.active = active;
  await ctx.em.flush();
  await ctx.em.refresh(mobileUser); // a trigger counts the change
  return mobileUser;
}
