import { hashPassword } from '../auth/password.ts';
import { queueMail, queueMails } from '../mail/mail.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import type { User } from '../users/user.entity.ts';
import { canResendInvitation } from '../users/users.policy.ts';
import { findAccount } from '../users/users.service.ts';
import { findLink, useLink } from './account.links.ts';
import { linkPasswordRules } from './new-password.rules.ts';
import { assertActive, assertStrong, recordAccount } from './passwords.service.ts';

/**
 * Sends a user the mail with which they choose their first password, when the viewer's transaction commits. The link
 * works once, for 7 days (`invitation_expires_at`); an earlier one ends. The caller has checked that the viewer may.
 */
export const inviteUser = (ctx: Context, user: Pick<User, 'id'>): Promise<void> =>
  queueMail(ctx.app, ctx.em, user.id, 'invitation');

/** The same for several new users. */
export const inviteUsers = (ctx: Context, userIds: readonly number[]): Promise<void> =>
  queueMails(ctx.app, ctx.em, userIds, 'invitation');

/** Sends the invitation again: Forbidden for a user whose address is verified; refuses one who is not active. */
export async function resendUserInvitation(ctx: Context, userId: string | number): Promise<User> {
  const { user, account } = await findAccount(ctx, userId);
  authorize(canResendInvitation(ctx.viewer, account));
  assertActive(account);
  await inviteUser(ctx, user);
  return user;
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
