import type { Permission } from '../auth/permissions.ts';
import type { Context } from '../shared/context.ts';
import { NotFound } from '../shared/errors.ts';
import { findVisible } from '../shared/visible-row.ts';
import { UserAccount } from '../users/user-account.entity.ts';
import type { Owner } from './credentials.policy.ts';

/**
 * Returns the roles and permissions of users, in the order of the ids; none for users of other organizations. For
 * `ctx.loader`.
 */
export async function rightsOfUsers(
  { em }: Context,
  userIds: readonly number[],
): Promise<Pick<Owner, 'roles' | 'permissions'>[]> {
  const rows = await em.execute<{ user_id: number; roles: string[]; permissions: Permission[] }[]>(
    `select u.user_id, array_agg(distinct r.name) as roles, array_remove(array_agg(distinct p.permission), null) as permissions
       from user_roles u join roles r on r.id = u.role_id left join role_permissions p on p.role_id = r.id
      where u.user_id in (${userIds.map(() => '?').join(', ')}) group by u.user_id`,
    [...userIds],
  );
  const byUser = new Map(rows.map((row) => [row.user_id, row]));
  return userIds.map((id) => byUser.get(id) ?? { roles: [], permissions: [] });
}

/** Returns a user with their rights, for the policies of credentials. */
export const ownerOf = async (ctx: Context, { id, orgId }: { id: number; orgId: number }): Promise<Owner> => ({
  ...(await ctx.loader(rightsOfUsers).load(id)),
  id,
  orgId,
});

/** Returns the user of a path or an input; throws NotFound for one whose account the viewer may not see. */
export async function findOwner(ctx: Context, id: number): Promise<Owner> {
  const { orgId } = await findVisible(ctx, UserAccount, { id });
  return ownerOf(ctx, { id, orgId });
}

/** Throws NotFound unless a statement changed a row. */
export function assertChanged(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new NotFound();
}
