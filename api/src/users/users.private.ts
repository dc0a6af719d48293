import type { Viewer } from '../auth/viewer.ts';
import type { Context } from '../shared/context.ts';
import { UserAccount } from './user-account.entity.ts';

/**
 * Who reads more of a user than name and e-mail address: staff of the same organization, and who may view any user.
 * Partner organizations read the name of a clinician or physician. The one rule of all fields of `UserAccount`, roles,
 * locations and groups; row-level security narrows it to the viewer's locations (032-staff.sql).
 */
export const canReadAccount = (viewer: Viewer, user: { orgId: number }): boolean =>
  user.orgId === viewer.orgId || viewer.can('viewAny.user');

/**
 * Returns the accounts of users, in the order of the ids; null for a user whose name alone the viewer reads. For
 * `ctx.loader`.
 */
export async function accountsOfUsers(
  { em, viewer }: Context,
  ids: readonly number[],
): Promise<(UserAccount | null)[]> {
  const accounts = await em.find(UserAccount, { id: { $in: [...ids] } });
  const readable = accounts.filter((account) => canReadAccount(viewer, account));
  const byId = new Map(readable.map((account) => [account.id, account]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Returns the account of a user; null when the viewer reads the name alone. */
export const accountOf = (ctx: Context, { id }: { id: number }): Promise<UserAccount | null> =>
  ctx.loader(accountsOfUsers).load(id);
