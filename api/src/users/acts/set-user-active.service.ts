import { sql } from 'kysely';
import { write } from '../../db/write.ts';
import { endSessionsOf } from '../../sign-in/session-end.ts';
import type { Context } from '../../shared/context.ts';
import { authorize, refuse } from '../../shared/errors.ts';
import { lastAdministrators } from './last-administrator.ts';
import type { UserAccount } from '../user-account.entity.ts';
import type { User } from '../user.entity.ts';
import { canSetUserActive } from '../users.policy.ts';
import { selectedAccounts, type UserOutcomeFacts, type UserSelection } from '../users-selection.ts';
import { findAccount } from '../users.service.ts';

/** Writes `active`, which counts as a change, and ends the sessions, tokens and keys of deactivated users on every node. The caller has checked that the viewer may. */
async function writeActive(ctx: Context, accounts: readonly UserAccount[], active: boolean): Promise<void> {
  if (accounts.length === 0) return;
  const ids = accounts.map(({ id }) => id);
  // First: it changes the same rows in a transaction of its own.
  if (!active) await endSessionsOf(ctx, ids, { revoke: true });
  await write(ctx.em)
    .updateTable('users')
    .set((eb) => ({ active, version: eb('version', '+', 1) }))
    .where('id', '=', sql<number>`any (${ids})`)
    .where('active', '<>', active)
    .execute();
}

/**
 * Runs every check of `setUserActive` without writing. Refuses the last active administrator of an organization; throws
 * Forbidden for one's own account.
 */
export async function checkSetUserActive(
  ctx: Context,
  id: string,
  active: boolean,
): Promise<{ user: User; account: UserAccount }> {
  const { user, account } = await findAccount(ctx, id);
  authorize(canSetUserActive(ctx.viewer, account));
  if (!active && (await lastAdministrators(ctx, [account])).has(account.id))
    refuse([{ field: 'userId', code: 'user.last_administrator', message: 'user.last_administrator' }]);
  return { user, account };
}

/**
 * Activates or deactivates a user and returns them; a user who is so already stays so. A deactivated user is signed out
 * on every node.
 */
export async function setUserActive(ctx: Context, id: string, active: boolean): Promise<User> {
  const { user, account } = await checkSetUserActive(ctx, id, active);
  await writeActive(ctx, [account], active);
  ctx.note({ user: user.id, changes: { active: [account.active, active] } });
  return user;
}

/**
 * Activates or deactivates all selected users with the rules of `setUserActive` and returns what became of each. A user
 * who is refused keeps no other from being changed. The number of statements does not depend on that of the users.
 */
export async function setUsersActive(
  ctx: Context,
  selection: UserSelection,
  active: boolean,
): Promise<UserOutcomeFacts[]> {
  const accounts = await selectedAccounts(ctx, selection);
  const permitted = accounts.filter((account) => canSetUserActive(ctx.viewer, account));
  const last = active ? new Set<number>() : await lastAdministrators(ctx, permitted);
  const changed = permitted.filter(({ id }) => !last.has(id));
  await writeActive(ctx, changed, active);
  ctx.note({ users: changed.map(({ id }) => id), changes: { active } });
  const done = new Set(changed.map(({ id }) => id));
  return accounts.map((account) => ({
    account,
    refused: done.has(account.id) ? null : last.has(account.id) ? 'user.last_administrator' : 'forbidden',
  }));
}
