import type { EntityManager } from '@mikro-orm/postgresql';
import { clearAttemptsIn } from '../auth/counters.ts';
import { write } from '../db/write.ts';
import { queueMail } from '../mail/mail.service.ts';
import type { Context } from '../shared/context.ts';
import { authorize, NotFound, refuse } from '../shared/errors.ts';
import type { User } from '../users/user.entity.ts';
import { mayResetSecondFactor } from '../users/users.policy.ts';
import { findAccount } from '../users/users.service.ts';
import { endSessionsIn } from './session-end.ts';
import { newRecoveryCodes } from './two-factor-codes.ts';
import { writeRecoveryCodes } from './two-factor-enrollment.ts';
import { recordFactor } from './two-factor-session.ts';
import {
  allowedFactors,
  factorsOf,
  factorsToAsk,
  factorsToReauthenticate,
  holderOf,
  keepFactors,
  mustEnroll,
  readFactors,
  type SecondFactor,
} from './two-factor-state.ts';

export interface PasskeyRow {
  id: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** The next step of a sign-in: an answer by one of the factors, or setting one of them up. */
export interface SignInStep {
  stage: 'verify' | 'enroll';
  factors: SecondFactor[];
  choosesPhone: boolean;
}

/** Returns the next step of a sign-in that is not complete; null without one. It reveals nothing else about the user. */
export async function findSignInStep(ctx: Context): Promise<SignInStep | null> {
  const { pending } = ctx.request;
  if (!pending || pending.stage === 'full') return null;
  const { stage, viewer } = pending;
  const state = await ctx.asAuth('read', (em) => readFactors(em, viewer.userId));
  return stage === 'verify'
    ? { stage, factors: factorsToAsk(ctx, state), choosesPhone: false }
    : { stage, factors: allowedFactors(ctx, state), choosesPhone: !state.fixes_phone };
}

/** What the viewer has set up, and may set up. */
export interface OwnFactors {
  factors: SecondFactor[];
  allowed: SecondFactor[];
  reauthenticating: SecondFactor[];
  required: boolean;
  choosesPhone: boolean;
  /** The last four digits of the phone that receives codes. */
  phoneEnding: string | null;
  recoveryCodesLeft: number;
  passkeys: PasskeyRow[];
}

/** Returns the second factors of the viewer. */
export async function findOwnFactors(ctx: Context): Promise<OwnFactors> {
  const { userId } = ctx.viewer;
  return ctx.asAuth('read', async (em) => {
    const state = await readFactors(em, userId);
    return {
      factors: factorsOf(state),
      allowed: allowedFactors(ctx, state),
      reauthenticating: factorsToReauthenticate(ctx, state),
      required: state.required,
      choosesPhone: !state.fixes_phone,
      phoneEnding: state.sms_phone?.slice(-4) ?? null,
      recoveryCodesLeft: state.recovery_codes,
      passkeys: await passkeysOf(em, userId),
    };
  });
}

async function passkeysOf(em: EntityManager, userId: number): Promise<PasskeyRow[]> {
  const rows = await em.execute<{ id: number; name: string; created_at: string; last_used_at: string | null }[]>(
    'select id, name, created_at, last_used_at from passkeys where user_id = ? order by id',
    [userId],
  );
  return rows.map(({ id, name, created_at: created, last_used_at: used }) => ({
    id,
    name,
    createdAt: new Date(created),
    lastUsedAt: used === null ? null : new Date(used),
  }));
}

/** Turns one of the viewer's factors off and ends their other sessions; a mail says so. Refuses the last allowed factor where the organization requires one. */
export const removeOwnFactor = (ctx: Context, method: SecondFactor): Promise<void> =>
  removeOwn(ctx, { method }, (em) => removeFactor(em, ctx.viewer.userId, method));

/** Deletes a passkey of the viewer and ends their other sessions. Throws NotFound for any other. */
export const deletePasskey = (ctx: Context, id: number): Promise<void> =>
  removeOwn(ctx, { method: 'passkey', passkey: id }, async (em) => {
    const { numDeletedRows } = await write(em)
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', ctx.viewer.userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw new NotFound();
  });

async function removeOwn(
  ctx: Context,
  properties: { method: SecondFactor; passkey?: number },
  remove: (em: EntityManager) => Promise<void>,
): Promise<void> {
  const holder = holderOf(ctx, 'full');
  await ctx.asAuth('write', async (em) => {
    const before = await readFactors(em, holder.viewer.userId);
    await remove(em);
    const state = await keepFactors(em, holder.viewer.userId);
    if (mustEnroll(ctx, state)) refuse([{ field: '', code: 'two_factor.required', message: 'two_factor.required' }]);
    await recordFactor(ctx, em, holder, { operation: 'removeSecondFactor', outcome: 'done', properties });
    // Turning it off again changes nothing.
    if (!factorsOf(before).includes(properties.method)) return;
    await endSessionsIn(em, holder.viewer.userId, { keep: holder.sessionHash });
    await queueMail(em, holder.viewer.userId, 'second-factor-removed');
  });
}

async function removeFactor(em: EntityManager, userId: number, method: SecondFactor): Promise<void> {
  if (method === 'passkey') await write(em).deleteFrom('passkeys').where('user_id', '=', userId).execute();
  else
    await write(em)
      .updateTable('second_factors')
      .set(method === 'app' ? { app_secret: null, app_last_step: null } : { sms_phone: null })
      .where('user_id', '=', userId)
      .execute();
}

/** Returns ten new recovery codes in place of the viewer's present ones, and ends their other sessions. Refuses users without a second factor. */
export async function regenerateRecoveryCodes(ctx: Context): Promise<string[]> {
  const holder = holderOf(ctx, 'full');
  const codes = newRecoveryCodes();
  await ctx.asAuth('write', async (em) => {
    const state = await readFactors(em, holder.viewer.userId);
    if (factorsOf(state).length === 0) refuse([{ field: '', code: 'two_factor.none', message: 'two_factor.none' }]);
    await writeRecoveryCodes(em, holder, codes);
    await endSessionsIn(em, holder.viewer.userId, { keep: holder.sessionHash });
    await recordFactor(ctx, em, holder, { operation: 'regenerateRecoveryCodes', outcome: 'done' });
    await queueMail(em, holder.viewer.userId, 'recovery-codes-renewed');
  });
  return codes;
}

/**
 * Returns a user whose second factor the viewer may reset. Throws NotFound for an invisible user and Forbidden when the
 * viewer does not administer the user.
 */
export async function findResettable(ctx: Context, id: string): Promise<User> {
  const { user, account } = await findAccount(ctx, id);
  authorize(mayResetSecondFactor(ctx.viewer, account));
  return user;
}

/** Refuses a factor that the user does not have. */
async function assertSetUp(em: EntityManager, userId: number, method: SecondFactor): Promise<void> {
  if (!factorsOf(await readFactors(em, userId)).includes(method))
    refuse([{ field: 'method', code: 'two_factor.not_set_up', message: 'two_factor.not_set_up' }]);
}

/** Runs every check of `resetSecondFactor` without writing. */
export async function checkResetSecondFactor(ctx: Context, id: string, method: SecondFactor): Promise<void> {
  const user = await findResettable(ctx, id);
  await ctx.asAuth('read', (em) => assertSetUp(em, user.id, method));
}

/**
 * Removes a user's app, SMS or passkeys, so that they set them up again, ends their sessions, and informs them. Throws as
 * `findResettable`; refuses a factor that the user does not have.
 */
export async function resetSecondFactor(ctx: Context, id: string, method: SecondFactor): Promise<User> {
  const user = await findResettable(ctx, id);
  const userId = user.id;
  await ctx.asAuth('write', async (em) => {
    await assertSetUp(em, userId, method);
    await removeFactor(em, userId, method);
    await keepFactors(em, userId);
    // Wrong codes of the lost phone must not keep the user from the new one.
    await clearAttemptsIn(em, `second-factor:${userId}`, `second-factor-day:${userId}`);
    await endSessionsIn(em, userId);
    await queueMail(em, userId, 'second-factor-reset');
  });
  ctx.note({ method });
  return user;
}
