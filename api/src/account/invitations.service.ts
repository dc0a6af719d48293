import { hashPassword } from '../auth/password.ts';
import { queueMail, queueMails } from '../mail/mail.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import type { UserAccount } from '../users/user-account.entity.ts';
import type { User } from '../users/user.entity.ts';
import { canResendInvitation, mayInviteUser } from '../users/users.policy.ts';
import { selectedAccounts, type UserOutcomeFacts, type UserSelection } from '../users/users.selection.ts';
import { findAccount } from '../users/users.service.ts';
import { findLink, useLink } from './account.links.ts';
import { linkPasswordRules } from './new-password.rules.ts';
import { assertActive, assertStrong, recordAccount } from './passwords.service.ts';

/**
 * Sends a user the mail with which they choose their first password, when the viewer's transaction commits. The link
 * works once, for 7 days (`invitation_expires_at`); an earlier one ends. The caller has checked that the viewer may.
 */
export const inviteUser = (ctx: Context, user: Pick<User, 'id'>): Promise<void> =>
  queueMail(ctx.em, user.id, 'invitation');

/** The same for several new users. */
export const inviteUsers = (ctx: Context, userIds: readonly number[]): Promise<void> =>
  queueMails(ctx.em, userIds, 'invitation');

/**
 * Runs every check of `resendUserInvitation` without writing: Forbidden for a user whose address is verified; refuses one
 * who is not active.
 */
export async function checkResendUserInvitation(ctx: Context, userId: string | number): Promise<User> {
  const { user, account } = await findAccount(ctx, userId);
  authorize(canResendInvitation(ctx.viewer, account));
  assertActive(account);
  return user;
}

/** Sends the invitation again. */
export async function resendUserInvitation(ctx: Context, userId: string | number): Promise<User> {
  const user = await checkResendUserInvitation(ctx, userId);
  await inviteUser(ctx, user);
  return user;
}

/** Returns why a user is not invited again; null when they are. */
function invitationRefusal({ viewer }: Context, account: UserAccount): UserOutcomeFacts['refused'] {
  if (!mayInviteUser(viewer, account)) return 'forbidden';
  if (!canResendInvitation(viewer, account)) return 'user.verified';
  return account.active ? null : 'user.inactive';
}

/**
 * Sends all selected users their invitation again with the rules of `resendUserInvitation` and returns what became of
 * each. A user who is refused keeps no other from being invited. The number of statements does not depend on that of the
 * users.
 */
export async function resendUserInvitations(ctx: Context, selection: UserSelection): Promise<UserOutcomeFacts[]> {
  const accounts = await selectedAccounts(ctx, selection);
  const outcomes = accounts.map((account) => ({ account, refused: invitationRefusal(ctx, account) }));
  const invited = outcomes.filter(({ refused }) => refused === null).map(({ account }) => account.id);
  await queueMails(ctx.em, invited, 'invitation');
  ctx.note({ users: invited });
  return outcomes;
}

/**
 * Sets the first password of the user of an invitation, which verifies the address: of parallel requests with one link
 * exactly one does. It signs no one in.
 */
export async function acceptInvitation(ctx: Context, raw: unknown): Promise<void> {
  const { token, password } = await validate(linkPasswordRules, raw);
  const link = await findLink(ctx, 'invitation', token);
  await assertStrong(ctx, password, link);
  const hash = await hashPassword(password);
  await ctx.asAuth('write', async (em) => {
    await useLink(em, link);
    await em.execute(
      `insert into user_credentials (org_id, user_id, password_hash) values (?, ?, ?)
       on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()`,
      [link.orgId, link.userId, hash],
    );
    await em.execute('update users set email_verified_at = now(), invitation_expires_at = null where id = ?', [
      link.userId,
    ]);
    await recordAccount(ctx, em, link.userId, 'acceptInvitation');
  });
}
