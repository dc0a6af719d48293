import type { EntityManager } from '@mikro-orm/postgresql';
import type { InferType } from 'yup';
import { NOW, write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput, type Refusal } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { recordDenial } from '../auth/authorize.ts';
import { clearAttempts, clearAttemptsIn, countAttempt, countAttemptIn, takeBackIn } from '../auth/counters.ts';
import { checkPasskey, type PasskeyAnswer } from './passkeys-check.ts';
import { passwordHashOf } from './known-device.ts';
import { verifyPassword } from './password.ts';
import { endSessionIn } from './session-end.ts';
import { useAppCode, usePasskey } from './two-factor-answers.ts';
import { reauthenticateRules } from './two-factor.rules.ts';
import { factorsToReauthenticate, holderOf, readFactors, type Holder } from './two-factor-state.ts';

const MAX_FAILURES = 5;
const FAILURE_WINDOW_SECONDS = 15 * 60;

type Given = InferType<typeof reauthenticateRules>;

/** One counter for all ways: a user with a second factor gives no more guesses away than another one. */
const failuresKey = (userId: number) => `reauthenticate:${userId}`;

const refused = (field: string, code: Refusal['message']) => new InvalidInput([{ field, code, message: code }]);

/**
 * Takes the password of the signed-in user again, or a code of their app, or their passkey (requirement A-11): for ten
 * minutes no operation asks for it. The fifth wrong answer in 15 minutes ends the session, because another person may
 * sit at an open page.
 */
export async function reauthenticate(ctx: Context, raw: unknown): Promise<void> {
  const given = await validate(reauthenticateRules, raw);
  if (given.password) await byPassword(ctx, given.password);
  else await byFactor(ctx, given);
  await ctx.asAuth('write', (em) =>
    write(em)
      .updateTable('sessions')
      .set({ password_given_at: NOW })
      .where('id_hash', '=', ctx.request.sessionHash)
      .execute(),
  );
}

async function byPassword(ctx: Context, password: string): Promise<void> {
  const { userId, facts } = ctx.viewer;
  const key = failuresKey(userId);
  await ctx.app.admission.runSignIn(ctx.request.ip, facts.email.toLowerCase(), async () => {
    const attempts = await countAttempt(ctx, key, FAILURE_WINDOW_SECONDS);
    const right = attempts <= MAX_FAILURES && (await verifyPassword(await passwordHashOf(ctx, userId), password));
    if (!right) {
      await recordFailure(ctx, attempts);
      throw refused('password', 'password.wrong');
    }
    await clearAttempts(ctx, key);
  });
}

async function byFactor(ctx: Context, given: Given): Promise<void> {
  const holder = holderOf(ctx, 'full');
  const passkey = given.passkey ? await checkPasskey(ctx, holder, given.passkey) : null;
  const key = failuresKey(ctx.viewer.userId);
  // The number of failures locks its row until the end, so that the guesses of a user run one after another.
  const { attempts, verdict } = await ctx.asAuth('write', async (em) => {
    const attempts = await countAttemptIn(em, key, FAILURE_WINDOW_SECONDS);
    const verdict = attempts > MAX_FAILURES ? 'wrong' : await compare(ctx, em, holder, given, passkey);
    if (verdict === 'right') await clearAttemptsIn(em, key);
    // A code that was right and is used already is no guess.
    if (verdict === 'used') await takeBackIn(em, key);
    return { attempts, verdict };
  });
  if (verdict === 'right') return ctx.note({ factor: given.passkey ? 'passkey' : 'code' });
  if (verdict === 'wrong') await recordFailure(ctx, attempts);
  throw refused(given.passkey ? 'passkey' : 'code', `two_factor.${verdict}`);
}

async function compare(
  ctx: Context,
  em: EntityManager,
  holder: Holder,
  given: Given,
  passkey: PasskeyAnswer | null,
): Promise<'right' | 'wrong' | 'used'> {
  if (given.passkey) return passkey && (await usePasskey(em, holder, passkey)) ? 'right' : 'wrong';
  const state = await readFactors(em, holder.viewer.userId);
  return factorsToReauthenticate(ctx, state).includes('app')
    ? useAppCode(ctx, em, holder, state, given.code!)
    : 'wrong';
}

/** Writes the audit line of a wrong answer, and ends the session with the fifth. */
async function recordFailure(ctx: Context, attempts: number): Promise<void> {
  await recordDenial(ctx, 'Mutation.reauthenticate');
  if (attempts >= MAX_FAILURES) await ctx.asAuth('write', (em) => endSessionIn(em, ctx.request.sessionHash!));
}
