import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { NOW, write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput } from '../shared/errors.ts';
import { networkOf } from '../shared/network.ts';
import { validate } from '../shared/validate.ts';
import { assertBelow, clearAttempts, countAttempt, countAttemptIn } from '../auth/counters.ts';
import { clearedCookies, sessionCookies } from '../auth/cookies.ts';
import { knownDeviceOf, rememberDevice } from './known-device.ts';
import { guessesKey, IS_ACTIVE, NOT_LOCKED_OUT, NOT_LOCKED_OUT_HERE } from './lockout.ts';
import { mailNewDevice } from './new-device-mail.ts';
import { verifyPassword } from './password.ts';
import { sessionName } from '../auth/reading.ts';
import { endSessionIn, limitSessionsIn } from './session-end.ts';
import { findSession, hashSessionId, type SignedInSession } from './session-read.ts';
import { signInRules } from './sign-in.rules.ts';
import type { SecondFactor } from './two-factor-state.ts';
import type { SessionStage } from '../auth/viewer.ts';

const MAX_FAILURES = 5;
const FAILURE_WINDOW_SECONDS = 15 * 60;
const ADDRESS_WINDOW_SECONDS = 60;

interface Account {
  user_id: number;
  org_id: number;
  password_hash: string;
  second_factor: SecondFactor | null;
  requires_factor: boolean;
  may_sign_in: boolean;
}

const addressKey = ({ request }: Context): string => `sign-in-address:${networkOf(request.ip)}`;

const refused = () => new InvalidInput([{ field: 'email', code: 'credentials', message: 'credentials' }]);

/**
 * Signs in with e-mail and password and sets the cookies. Unknown, wrong, locked, inactive and unverified accounts get
 * the same answer in the same time. Five failures in 15 minutes lock the form for 30 minutes, until an administrator
 * unlocks the account or it gets a new password; a device that is known has five tries of its own. An address with too many failures in a minute is refused (TooMany), and so are too many
 * sign-ins of the node at once (Overloaded).
 */
export async function signIn(ctx: Context, raw: unknown): Promise<SignedInSession> {
  const { email, password } = await validate(signInRules, raw);
  const { admission } = ctx.app;
  return admission.runSignIn(ctx.request.ip, email.toLowerCase(), () => tryToSignIn(ctx, email, password));
}

async function tryToSignIn(ctx: Context, email: string, password: string): Promise<SignedInSession> {
  await assertBelow(ctx, addressKey(ctx), ctx.app.config.signInsPerMinute, ADDRESS_WINDOW_SECONDS);
  const device = ctx.request.deviceCookie
    ? knownDeviceOf(ctx, (await findAccount(ctx, email, false))?.password_hash)
    : null;
  const key = device ? `${guessesKey(email)}:${device}` : guessesKey(email);
  const attempts = await countAttempt(ctx, key, FAILURE_WINDOW_SECONDS);
  // Read after it was counted: a lockout that another guess has begun is seen.
  const account = attempts <= MAX_FAILURES ? await findAccount(ctx, email, device !== null) : null;
  const right = await verifyPassword(account?.password_hash ?? null, password);
  if (!account || !right || !account.may_sign_in) {
    await recordFailure(ctx, email, account, attempts === MAX_FAILURES && !device);
    ctx.app.securityLog.note({ kind: 'sign_in', ip: ctx.request.ip, requestId: ctx.request.id, email });
    throw refused();
  }
  await clearAttempts(ctx, key);
  const id = randomBytes(32).toString('base64url');
  await ctx.asAuth('write', (em) => recordSignIn(ctx, em, account, 'done', id));
  return startSession(ctx, account, id);
}

async function findAccount(ctx: Context, email: string, isKnown: boolean): Promise<Account | null> {
  const rows = await ctx.asAuth('read', (em) =>
    em.execute<Account[]>(
      `select u.id as user_id, u.org_id, c.password_hash, c.second_factor, o.two_factor_enabled as requires_factor,
            ${IS_ACTIVE} and ${isKnown ? NOT_LOCKED_OUT_HERE : NOT_LOCKED_OUT} and u.email_verified_at is not null as may_sign_in
       from users u join organizations o on o.id = u.org_id join user_credentials c on c.user_id = u.id where lower(u.email) = lower(?)`,
      [email],
    ),
  );
  return rows[0] ?? null;
}

/** One transaction writes for a known and for an unknown account: a commit takes longer when there is something to write. */
async function recordFailure(ctx: Context, email: string, account: Account | null, locks: boolean) {
  await ctx.asAuth('write', async (em) => {
    await countAttemptIn(em, addressKey(ctx), ADDRESS_WINDOW_SECONDS);
    if (locks)
      await write(em)
        .updateTable('users as u')
        .set({ guessed_at: NOW })
        .where(sql<boolean>`lower(u.email) = lower(${email})`)
        .where(sql.raw<boolean>(NOT_LOCKED_OUT))
        .execute();
    await recordSignIn(ctx, em, account, 'denied');
  });
}

/** An unknown account belongs to no organization's log. The statement runs anyway, so that it takes the same time. */
async function recordSignIn(
  ctx: Context,
  em: EntityManager,
  account: Account | null,
  outcome: 'done' | 'denied',
  id?: string,
) {
  await em.execute(
    `insert into audit_log (org_id, actor_user_id, operation, outcome, ip, request_id, session)
     select org_id, id, 'signIn', ?, ?, ?, ? from users where id = ?`,
    [outcome, ctx.request.ip, ctx.request.id, id ? sessionName(hashSessionId(id)) : null, account?.user_id ?? null],
  );
}

/** Every sign-in gets a new id: an id from the browser is never adopted, and the old session ends. */
async function startSession(ctx: Context, account: Account, id: string): Promise<SignedInSession> {
  const stage: SessionStage = account.second_factor ? 'verify' : account.requires_factor ? 'enroll' : 'full';
  await ctx.asAuth('write', async (em) => {
    if (ctx.request.sessionHash) await endSessionIn(em, ctx.request.sessionHash);
    // One that a known device passed goes on for the others.
    await write(em)
      .updateTable('users as u')
      .set({ guessed_at: null })
      .where('u.id', '=', account.user_id)
      .where('u.guessed_at', 'is not', null)
      .where(sql.raw<boolean>(NOT_LOCKED_OUT))
      .execute();
    // A change of the password ends every session. One that was made since the password was compared must not miss this one.
    const started = await em.execute<unknown[]>(
      `insert into sessions (id_hash, org_id, user_id, stage, ip, user_agent)
       select ?, c.org_id, c.user_id, ?, ?, ? from user_credentials c where c.user_id = ? and c.password_hash = ? for share
       returning 1`,
      [
        hashSessionId(id),
        stage,
        ctx.request.ip,
        ctx.request.userAgent.slice(0, 255),
        account.user_id,
        account.password_hash,
      ],
    );
    if (started.length === 0) throw refused();
    await limitSessionsIn(em, account.user_id, stage);
    if (stage === 'full') await mailNewDevice(ctx, em, account.user_id, hashSessionId(id));
  });
  for (const cookie of sessionCookies(ctx.app.config, id)) ctx.request.setCookie(cookie);
  if (stage === 'full') rememberDevice(ctx, account.password_hash);
  ctx.request.sessionHash = hashSessionId(id);
  return (await findSession(ctx.app, hashSessionId(id)))!;
}

/** Whether the browser sent the cookie of a session that has ended. */
export const hasEndedSession = ({ request }: Context): boolean =>
  request.sessionHash !== null && !request.sessionAlive && !request.isBearer;

/** Ends the session everywhere at once, and empties the browser; without a session only that. */
export async function signOut(ctx: Context): Promise<void> {
  const hash = ctx.request.sessionHash;
  if (hash) await ctx.asAuth('write', (em) => endSessionIn(em, hash));
  for (const cookie of clearedCookies(ctx.app.config)) ctx.request.setCookie(cookie);
  ctx.request.emptyBrowser?.();
  ctx.signedIn = null;
}
