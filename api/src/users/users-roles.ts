import { Location } from '../locations/location.entity.ts';
import { OrgGroup } from '../org-groups/org-group.entity.ts';
import type { Context } from '../shared/context.ts';
import { loadAll } from '../shared/load-all.ts';
import { accountsOfUsers } from './users-private.ts';

export interface UserRole {
  id: number;
  name: string;
  label: string;
}

/** Returns those users whose account the viewer reads. */
async function readable(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const accounts = await loadAll(ctx, accountsOfUsers, ids);
  return accounts.flatMap((account) => account?.id ?? []);
}

/** Returns `(?, ?, ?)` for as many values. */
const places = (values: readonly unknown[]) => `(${values.map(() => '?').join(', ')})`;

/** Returns the first role of each user, in the order of the ids; null for users of other organizations. For `ctx.loader`. */
export async function rolesOfUsers(ctx: Context, userIds: readonly number[]): Promise<(UserRole | null)[]> {
  const ids = await readable(ctx, userIds);
  if (ids.length === 0) return userIds.map(() => null);
  const rows = await ctx.em.execute<(UserRole & { user_id: number })[]>(
    `select distinct on (u.user_id) u.user_id, r.id, r.name, r.label from user_roles u join roles r on r.id = u.role_id
      where u.user_id in ${places(ids)} order by u.user_id, r.id`,
    ids,
  );
  const byUser = new Map(rows.map(({ user_id, ...role }) => [user_id, role]));
  return userIds.map((id) => byUser.get(id) ?? null);
}

/** Returns the rows that a table of memberships names for each user, in the order of the ids; null where not readable. */
async function membersOf<T extends { id: number }>(
  ctx: Context,
  userIds: readonly number[],
  memberships: (users: string) => string,
  read: (ids: number[]) => Promise<T[]>,
): Promise<(T[] | null)[]> {
  const ids = await readable(ctx, userIds);
  const rows =
    ids.length === 0 ? [] : await ctx.em.execute<{ user_id: number; id: number }[]>(memberships(places(ids)), ids);
  const found = rows.length === 0 ? [] : await read([...new Set(rows.map(({ id }) => id))]);
  const known = new Set(ids);
  return userIds.map((user) => {
    if (!known.has(user)) return null;
    const own = new Set(rows.filter(({ user_id }) => user_id === user).map(({ id }) => id));
    return found.filter(({ id }) => own.has(id));
  });
}

/** Returns the locations of each user, by name; null for users of other organizations. For `ctx.loader`. */
export const locationsOfUsers = (ctx: Context, ids: readonly number[]): Promise<(Location[] | null)[]> =>
  membersOf(
    ctx,
    ids,
    (users) => `select user_id, location_id as id from user_locations where user_id in ${users}`,
    (found) => ctx.em.find(Location, { id: { $in: found } }, { orderBy: { name: 'asc', id: 'asc' } }),
  );

/** Returns the groups of each user, by name; null for users of other organizations. For `ctx.loader`. */
export const groupsOfUsers = (ctx: Context, ids: readonly number[]): Promise<(OrgGroup[] | null)[]> =>
  membersOf(
    ctx,
    ids,
    (users) => `select user_id, group_id as id from user_groups where user_id in ${users}`,
    (found) => ctx.em.find(OrgGroup, { id: { $in: found } }, { orderBy: { name: 'asc', id: 'asc' } }),
  );
