import { assertLeft, take, takeEach } from '../auth/counters.ts';
import { mails, mailsTo } from '../auth/limits.ts';
import { hashPassword } from '../sign-in/password.ts';
import { NOW, write } from '../db/write.ts';
import { queueMail, queueMails } from '../mail/mail.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import type { UserAccount } from '../users/user-account.entity.ts';
import type { User } from '../users/user.entity.ts';
import { canResendInvitation, mayInviteUser } from '../users/users.policy.ts';
import { selectedAccounts, type UserOutcomeFacts, type UserSelection } from '../users/users-selection.ts';
import { findAccount } from '../users/users.service.ts';
import { findLink, useLink } from './account-links.ts';
import { linkPasswordRules } from './new-password.rules.ts';
import { assertActive, assertStrong, recordAccount } from './passwords.service.ts';

/**
 * Sends a user the mail with which they choose their first password, when the viewer's transaction commits. The link
 * works once, for 7 days (`invitation_expires_at`); an earlier one ends. The caller has checked that the viewer may.
 * Throws TooMany beyond the limits of mails.
 */
export async function inviteUser(ctx: Context, { id }: Pick<User, 'id'>): Promise<void> {
  await take(ctx, [...mails(ctx), mailsTo(id)]);
  await queueMail(ctx.em, id, 'invitation');
}

/** The same for the users of an import, whose number was taken when it began. */
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
 * each. A user who is refused keeps no other from being invited, also one who was sent as many mails as a day allows. The
 * number of statements does not depend on that of the users. Throws TooMany beyond the viewer's limits of mails.
 */
export async function resendUserInvitations(ctx: Context, selection: UserSelection): Promise<UserOutcomeFacts[]> {
  const accounts = await selectedAccounts(ctx, selection);
  const outcomes = accounts.map((account): UserOutcomeFacts => ({ account, refused: invitationRefusal(ctx, account) }));
  const inviting = outcomes.filter(({ refused }) => refused === null);
  const keyOf = ({ account }: UserOutcomeFacts) => mailsTo(account.id).key;
  await assertLeft(ctx, mails(ctx), inviting.length);
  const left = await takeEach(ctx, inviting.map(keyOf), mailsTo(0));
  for (const outcome of inviting) if (!left.has(keyOf(outcome))) outcome.refused = 'user.mailed_often';
  const invited = inviting.filter(({ refused }) => refused === null).map(({ account }) => account.id);
  await take(ctx, mails(ctx), invited.length);
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
  await ctx.asAuth(
    'write',
    async (em) => {
      await useLink(em, link);
      await write(em)
        .insertInto('user_credentials')
        .values({ org_id: link.orgId, user_id: link.userId, password_hash: hash })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ password_hash: hash, changed_at: NOW }))
        .execute();
      await write(em)
        .updateTable('users')
        .set({ email_verified_at: NOW, invitation_expires_at: null })
        .where('id', '=', link.userId)
        .execute();
      await recordAccount(ctx, em, link.userId, 'acceptInvitation');
    },
    link.userId,
  );
}
