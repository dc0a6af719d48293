import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { assertBelow, clearAttempts, countAttempt, countAttemptIn, take } from '../auth/counters.ts';
import { mails, mailsTo, ratedPasswords } from '../auth/limits.ts';
import { endLockoutIn } from '../sign-in/lockout.ts';
import { hashPassword, verifyPassword } from '../sign-in/password.ts';
import { endSessionsIn } from '../sign-in/session-end.ts';
import { NOW, write } from '../db/write.ts';
import { queueMail } from '../mail/mail.service.ts';
import { Organization } from '../organizations/organization.entity.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput, refuse, TooMany, type Refusal } from '../shared/errors.ts';
import { networkOf } from '../shared/network.ts';
import { asks, readForm } from '../shared/read-form.ts';
import { validate } from '../shared/validate.ts';
import type { User } from '../users/user.entity.ts';
import { canStartPasswordReset } from '../users/users.policy.ts';
import { findAccount } from '../users/users.service.ts';
import { findLink, useLink, type AccountLink } from './account-links.ts';
import { changePasswordRules, forgotPasswordRules, linkPasswordRules } from './new-password.rules.ts';
import { weaknessOf } from './password-strength.ts';

const WINDOW_SECONDS = 15 * 60;
/** Requests of an address in the window; a whole clinic shares one. */
const REQUESTS_OF_ADDRESS = 20;
/** Mails to an account in the window. */
const MAILS_OF_ACCOUNT = 3;
const TRIES_OF_CURRENT = 5;
/** Longer than the work for a known account takes, so that the time does not show whether an account exists. */
const ANSWER_MS = 250;

/**
 * Refuses a password that is easy to guess or contains names of its owner. Throws TooMany after 60 of the owner in 15
 * minutes, so that no loop of checks keeps the process busy.
 */
export async function assertStrong(
  ctx: Context,
  password: string,
  owner: Pick<AccountLink, 'userId' | 'firstName' | 'lastName' | 'email' | 'organization'>,
): Promise<void> {
  await take(ctx, ratedPasswords(owner.userId));
  const weakness = await weaknessOf(password, { ...owner, portal: ctx.app.config.portalName });
  if (weakness) throw new InvalidInput([weakness]);
}

/** Refuses a mail with a link that would open nothing. */
export function assertActive({ active }: { active: boolean }): void {
  refuse(active ? [] : [{ field: 'userId', code: 'user.inactive', message: 'user.inactive' }]);
}

/** Writes the audit line of what a user did with their account without a session. */
export async function recordAccount(ctx: Context, em: EntityManager, userId: number, operation: string): Promise<void> {
  await em.execute(
    `insert into audit_log (org_id, actor_user_id, operation, outcome, ip, request_id) select org_id, id, ?, 'done', ?, ? from users where id = ?`,
    [operation, ctx.request.ip, ctx.request.id, userId],
  );
}

/**
 * Sends a link to a new password, if the address is that of an active user with a verified address. The answer and its
 * time are the same for any other address. At most 3 mails to an account in 15 minutes; an address of the network with
 * more than 20 requests is refused (TooMany).
 */
export async function requestPasswordReset(ctx: Context, raw: unknown): Promise<void> {
  const { email } = await validate(forgotPasswordRules, raw);
  const address = `password-reset-address:${networkOf(ctx.request.ip)}`;
  await assertBelow(ctx, address, REQUESTS_OF_ADDRESS, WINDOW_SECONDS);
  const work = ctx.asAuth('write', async (em) => {
    await countAttemptIn(em, address, WINDOW_SECONDS);
    const asked = await countAttemptIn(em, `password-reset:${email.toLowerCase()}`, WINDOW_SECONDS);
    const [user] = await em.execute<{ id: number }[]>(
      `select u.id from users u join organizations o on o.id = u.org_id
        where lower(u.email) = lower(?) and u.active and o.active and u.email_verified_at is not null and not u.is_service`,
      [email],
    );
    if (!user || asked > MAILS_OF_ACCOUNT) return;
    await queueMail(em, user.id, 'password-reset');
    await recordAccount(ctx, em, user.id, 'requestPasswordReset');
  });
  await Promise.all([work, wait(ANSWER_MS)]);
}

/**
 * Sends a user a link to a new password for an administrator, who never learns it. Forbidden for an invited user; refuses
 * one who is not active. Throws TooMany beyond the limits of mails.
 */
export async function startUserPasswordReset(ctx: Context, userId: string | number): Promise<User> {
  const { user, account } = await findAccount(ctx, userId);
  authorize(canStartPasswordReset(ctx.viewer, account));
  assertActive(account);
  await take(ctx, [...mails(ctx), mailsTo(user.id)]);
  await queueMail(ctx.em, user.id, 'password-reset-by-administrator');
  return user;
}

/**
 * Stores a password, ends the sessions but `keep`, the links and the lockout by guesses of the old one, and informs the user by mail. `from`: the hash that it
 * replaces; refuses when another request has replaced it.
 */
async function storePassword(
  em: EntityManager,
  userId: number,
  hash: string,
  { keep, from }: { keep?: Buffer | null; from?: string } = {},
): Promise<void> {
  const { numUpdatedRows } = await write(em)
    .updateTable('user_credentials')
    .set({ password_hash: hash, changed_at: NOW })
    .where('user_id', '=', userId)
    .$if(from !== undefined, (ofOne) => ofOne.where('password_hash', '=', from!))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw wrongCurrent();
  await write(em).deleteFrom('account_links').where('user_id', '=', userId).where('purpose', '=', 'password').execute();
  await endSessionsIn(em, userId, { keep });
  await endLockoutIn(em, userId);
  await queueMail(em, userId, 'password-changed');
}

/**
 * Sets the password of the user of a link, and ends all of their sessions: of parallel requests with one link exactly one
 * does. It signs no one in, so that the second factor is asked as ever.
 */
export async function resetPassword(ctx: Context, raw: unknown): Promise<void> {
  const { token, password } = await validate(linkPasswordRules, raw);
  const link = await findLink(ctx, 'password', token);
  await assertStrong(ctx, password, link);
  const hash = await hashPassword(password);
  await ctx.asAuth(
    'write',
    async (em) => {
      await useLink(em, link);
      await storePassword(em, link.userId, hash);
      await recordAccount(ctx, em, link.userId, 'resetPassword');
    },
    link.userId,
  );
}

const CURRENT: Refusal = { field: 'currentPassword', code: 'password.current', message: 'password.current' };
const wrongCurrent = () => new InvalidInput([CURRENT]);

/**
 * Runs the checks of `changeOwnPassword` that compare no current password, because each comparison counts as an attempt.
 * `only`: the fields to check.
 */
export async function checkChangeOwnPassword(ctx: Context, raw: unknown, only?: string[]): Promise<void> {
  const { currentPassword, password } = await readForm(changePasswordRules, raw, only);
  if (!password || !asks(only, 'password')) return;
  if (currentPassword) refuseSame(password, currentPassword);
  const { name } = await ctx.em.findOneOrFail(Organization, { id: ctx.viewer.orgId });
  await assertStrong(ctx, password, { ...ctx.viewer.facts, organization: name });
}

function refuseSame(password: string, current: string): void {
  refuse(password === current ? [{ field: 'password', code: 'password.same', message: 'password.same' }] : []);
}

/**
 * Changes the viewer's own password, and ends their other sessions. `raw`: currentPassword, password and
 * passwordConfirmation. After 5 wrong current passwords in 15 minutes none is compared (TooMany).
 */
export async function changeOwnPassword(ctx: Context, raw: unknown): Promise<void> {
  const { currentPassword, password } = await validate(changePasswordRules, raw);
  const { userId, facts } = ctx.viewer;
  const key = `current-password:${userId}`;
  if ((await countAttempt(ctx, key, WINDOW_SECONDS)) > TRIES_OF_CURRENT) throw new TooMany(WINDOW_SECONDS);
  const [account] = await ctx.asAuth('read', (em) =>
    em.execute<{ password_hash: string; organization: string }[]>(
      `select c.password_hash, o.name as organization from user_credentials c join organizations o on o.id = c.org_id where c.user_id = ?`,
      [userId],
    ),
  );
  if (!(await verifyPassword(account?.password_hash ?? null, currentPassword))) throw wrongCurrent();
  await clearAttempts(ctx, key);
  refuseSame(password, currentPassword);
  await assertStrong(ctx, password, { ...facts, organization: account!.organization });
  const hash = await hashPassword(password);
  const options = { keep: ctx.request.sessionHash, from: account!.password_hash };
  await ctx.asAuth('write', (em) => storePassword(em, userId, hash, options));
}
