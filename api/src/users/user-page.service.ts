import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { Location } from '../locations/location.entity.ts';
import { authorize, refuse } from '../shared/errors.ts';
import type { SetUserNotificationTypeInput } from './user-page.types.ts';
import type { User } from './user.entity.ts';
import { canEditUser } from './form/user-form.policy.ts';
import { canReadUser } from './users.policy.ts';
import { readableAccountOf } from './users-readable.ts';
import { locationsOfUsers } from './users-roles.ts';
import { findAccount } from './users.service.ts';

/**
 * Returns the user of a page: every user opens their own. Throws NotFound for a user that the viewer may not see,
 * Forbidden without the permission.
 */
export async function findUserPage(ctx: Context, id: string | number): Promise<User> {
  const { user, account } = await findAccount(ctx, id);
  authorize(canReadUser(ctx.viewer, account));
  return user;
}

/** Returns the primary location of each organization, in the order of the ids; null for one that is not visible. For `ctx.loader`. */
async function primaryLocations({ em }: Context, orgIds: readonly number[]): Promise<(Location | null)[]> {
  const locations = await em.find(Location, { orgId: { $in: [...orgIds] }, isPrimary: true });
  const byOrganization = new Map(locations.map((location) => [location.orgId, location]));
  return orgIds.map((id) => byOrganization.get(id) ?? null);
}

/**
 * Returns the first location of a user by name, or the primary one of the organization for a user without any; null when
 * the viewer reads the name of the user alone.
 */
export async function locationOf(ctx: Context, user: User): Promise<Location | null> {
  const locations = (await readableAccountOf(ctx, user)) && (await ctx.loader(locationsOfUsers).load(user.id));
  if (locations === null) return null;
  return locations[0] ?? ctx.loader(primaryLocations).load(user.organization.id);
}

/** Sets how a user is notified: one's own way, or another user's with update.user. Text messages need a phone number. */
export async function setNotificationType(
  ctx: Context,
  { userId, notificationType }: SetUserNotificationTypeInput,
): Promise<User> {
  const { user, account } = await findAccount(ctx, userId);
  authorize(account.id === ctx.viewer.userId || canEditUser(ctx.viewer, account));
  if (notificationType === 'Text' && !account.phone)
    refuse([{ field: 'notificationType', code: 'user.no_phone', message: 'user.no_phone' }]);
  await write(ctx.em)
    .updateTable('users')
    .set((eb) => ({ notification_type: notificationType, version: eb('version', '+', 1) }))
    .where('id', '=', account.id)
    .execute();
  await ctx.em.refresh(account); // a trigger keeps it
  ctx.note({ user: account.id, fields: ['notification_type'] });
  return user;
}
