import type { Viewer } from '../auth/viewer.ts';
import type { Context } from '../shared/context.ts';
import { UserAccount } from './user-account.entity.ts';

/**
 * Whose account a viewer can reach, for the acts on it: staff of the same organization, and who may view any user. Each
 * act takes its own permission, and reading it the rule of a user's page (users-readable.ts). Row-level security narrows
 * it to the viewer's locations (095-users.sql).
 */
export const isInReach = (viewer: Viewer, user: { orgId: number }): boolean =>
  user.orgId === viewer.orgId || viewer.can('viewAny.user');

/**
 * Returns the accounts of users, in the order of the ids; null for one out of reach. For
 * `ctx.loader`.
 */
export async function accountsOfUsers(
  { em, viewer }: Context,
  ids: readonly number[],
): Promise<(UserAccount | null)[]> {
  const accounts = await em.find(UserAccount, { id: { $in: [...ids] } });
  const readable = accounts.filter((account) => isInReach(viewer, account));
  const byId = new Map(readable.map((account) => [account.id, account]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Returns the account of a user; null when it is out of reach. */
export const accountOf = (ctx: Context, { id }: { id: number }): Promise<UserAccount | null> =>
  ctx.loader(accountsOfUsers).load(id);
