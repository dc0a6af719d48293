import { Organization } from '../organizations/organization.entity.ts';
import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize, NotFound } from '../shared/errors.ts';
import type { ListSource } from '../shared/list.ts';
import { loadAll } from '../shared/load-all.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import type { UserAccount } from './user-account.entity.ts';
import { User } from './user.entity.ts';
import { usersOf, usersOfOrganization } from './users.list.ts';
import { accountOf } from './users-private.ts';

/** Returns the users whose name the viewer may see, in the order of the ids; null for any other. For `ctx.loader`. */
export async function usersById({ em }: Context, ids: readonly number[]): Promise<(User | null)[]> {
  const users = await em.find(User, { id: { $in: [...ids] } });
  const byId = new Map(users.map((user) => [user.id, user]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Returns the users of accounts, in their order: of an account that the viewer reads, they read the name too. */
export async function usersOfAccounts(ctx: Context, accounts: readonly { id: number }[]): Promise<User[]> {
  const users = await loadAll(
    ctx,
    usersById,
    accounts.map(({ id }) => id),
  );
  return users.map((user) => {
    if (!user) throw new NotFound();
    return user;
  });
}

/**
 * Returns the list of the users of one organization, or of all that the viewer administers. Throws NotFound for another
 * organization, unless the viewer may view any user.
 */
export async function userListOf(ctx: Context, orgId?: string | null): Promise<ListSource<UserAccount>> {
  if (orgId == null) return usersOf(ctx.viewer);
  const id = rowId('Organization', orgId);
  if (id !== ctx.viewer.workOrgId) {
    if (!ctx.viewer.can('viewAny.user') || ctx.viewer.actingOrgId !== null) throw new NotFound();
    await findVisible(ctx, Organization, { id });
  }
  return usersOfOrganization(id);
}

/** Returns a page of the users of `userListOf`. Refuses unknown columns, conditions, sizes and cursors. */
export async function listUsers(ctx: Context, args: ListArgs, orgId?: string | null): Promise<ConnectionShape<User>> {
  const { edges, ...page } = await connection(ctx, await userListOf(ctx, orgId), args);
  const users = await usersOfAccounts(
    ctx,
    edges.map(({ node }) => node),
  );
  return { ...page, edges: edges.map(({ cursor }, index) => ({ cursor, node: users[index]! })) };
}

/**
 * Returns the user and their account. Throws NotFound for a user that the viewer may not see, Forbidden for one whose
 * name alone the viewer reads.
 */
export async function findAccount(ctx: Context, id: string | number): Promise<{ user: User; account: UserAccount }> {
  const user = await findVisible(ctx, User, { id: rowId('User', id) });
  const account = await accountOf(ctx, user);
  authorize(account !== null);
  return { user, account: account! };
}
