import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { User } from './user.entity.ts';
import { usersOf } from './users.list.ts';

/** The documented status of a user. */
export type UserState = 'inactive' | 'invited' | 'locked' | 'active';

export interface Role {
  name: string;
  label: string;
}

/** Returns the users whose name the viewer may see, in the order of the ids; null for any other. For `ctx.loader`. */
export async function usersById({ em }: Context, ids: readonly number[]): Promise<(User | null)[]> {
  const users = await em.find(User, { id: { $in: [...ids] } });
  const byId = new Map(users.map((user) => [user.id, user]));
  return ids.map((id) => byId.get(id) ?? null);
}

/**
 * Returns the first role of each user, in the order of the ids; null for users of other organizations, whose roles are
 * hidden. For `ctx.loader`.
 */
export async function rolesOfUsers({ em }: Context, userIds: readonly number[]): Promise<(Role | null)[]> {
  const rows = await em.execute<(Role & { user_id: number })[]>(
    `select distinct on (u.user_id) u.user_id, r.name, r.label from user_roles u join roles r on r.id = u.role_id
      where u.user_id in (${userIds.map(() => '?').join(', ')}) order by u.user_id, r.id`,
    [...userIds],
  );
  const byUser = new Map(rows.map((row) => [row.user_id, row]));
  return userIds.map((id) => byUser.get(id) ?? null);
}

/**
 * Returns a page of the users of the viewer's own organization. Refuses unknown columns, conditions, sizes and cursors.
 */
export const listUsers = (ctx: Context, args: ListArgs): Promise<ConnectionShape<User>> =>
  connection(ctx, usersOf(ctx.viewer), args);

/** Returns the status of a user in the list: inactive; invited until the e-mail address is verified; locked; active. */
export function userStatusOf({ active, locked, emailVerifiedAt }: User): UserState {
  if (!active) return 'inactive';
  if (emailVerifiedAt === null) return 'invited';
  return locked ? 'locked' : 'active';
}
