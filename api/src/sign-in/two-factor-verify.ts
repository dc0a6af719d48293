import type { EntityManager } from '@mikro-orm/postgresql';
import type { InferType } from 'yup';
import { NOW, write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput, Unauthenticated } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { clearAttemptsIn, countAttemptIn, takeBackIn } from '../auth/counters.ts';
import { knownDeviceOf } from './known-device.ts';
import { NOT_LOCKED_OUT, NOT_LOCKED_OUT_HERE } from './lockout.ts';
import { checkPasskey, type PasskeyAnswer } from './passkeys-check.ts';
import { useAppCode, usePasskey, useRecoveryCode, useSmsCode } from './two-factor-answers.ts';
import { sender } from '../auth/refusals.ts';
import { verifySignInRules } from './two-factor.rules.ts';
import { enterSession, newSessionId, recordFactor, replaceSession } from './two-factor-session.ts';
import { factorsToAsk, holderOf, mustEnroll, readFactors, type FactorState, type Holder } from './two-factor-state.ts';

const MAX_FAILURES = 5;
const FAILURE_WINDOW_SECONDS = 15 * 60;
/** Wrong answers in a day after which time does not unlock the account. */
const MAX_FAILURES_OF_A_DAY = 20;
const DAY_SECONDS = 24 * 60 * 60;

type Given = InferType<typeof verifySignInRules>;
/** used: a code that was right, and has been accepted before. over: the session has ended, or the account is locked. */
type Verdict = 'right' | 'wrong' | 'used' | 'locked' | 'over';

const failuresKey = (userId: number) => `second-factor:${userId}`;
const failuresOfADayKey = (userId: number) => `second-factor-day:${userId}`;

const refused = (given: Given, message: 'two_factor.wrong' | 'two_factor.used' | 'two_factor.locked') =>
  new InvalidInput([
    { field: given.recoveryCode ? 'recoveryCode' : given.passkey ? 'passkey' : 'code', code: message, message },
  ]);

/**
 * Completes a sign-in with a code of the app or of a text message, a recovery code or a passkey: the session gets a new
 * id and all rights. Throws InvalidInput for a wrong answer. The fifth within 15 minutes, from any number of addresses
 * and sign-ins, locks the account like five wrong passwords. Returns whether the user must set up an allowed factor.
 */
export async function verifySignIn(ctx: Context, raw: unknown): Promise<{ mustEnroll: boolean }> {
  const holder = holderOf(ctx, 'verify');
  const given = await validate(verifySignInRules, raw);
  const passkey = given.passkey ? await checkPasskey(ctx, holder, given.passkey) : null;
  const id = newSessionId();
  // The number of failures locks its row until the end, so that the guesses of a user run one after another.
  const { verdict, next } = await ctx.asAuth('write', (em) => decide(ctx, em, holder, { given, passkey, id }));
  if (verdict === 'over') throw new Unauthenticated();
  if (verdict !== 'right') {
    ctx.app.securityLog.note({ ...sender(ctx), kind: 'second_factor' });
    throw refused(given, `two_factor.${verdict}`);
  }
  await enterSession(ctx, id);
  return { mustEnroll: next === 'enroll' };
}

async function decide(
  ctx: Context,
  em: EntityManager,
  holder: Holder,
  { given, passkey, id }: { given: Given; passkey: PasskeyAnswer | null; id: string },
): Promise<{ verdict: Verdict; next?: 'enroll' | 'full' }> {
  const { userId } = holder.viewer;
  const failures = await countAttemptIn(em, failuresKey(userId), FAILURE_WINDOW_SECONDS);
  if (!(await isWaiting(ctx, em, holder))) {
    await takeBackIn(em, failuresKey(userId)); // it was no guess
    return { verdict: 'over' };
  }
  const state = await readFactors(em, userId);
  const verdict = await compare(ctx, em, holder, state, given, passkey);
  if (verdict === 'used') await takeBackIn(em, failuresKey(userId));
  if (verdict === 'wrong') return { verdict: await fail(ctx, em, holder, failures) };
  if (verdict !== 'right') return { verdict };
  const next = mustEnroll(ctx, state) ? 'enroll' : 'full';
  await replaceSession(ctx, em, holder, next, id);
  await clearAttemptsIn(em, failuresKey(userId), failuresOfADayKey(userId));
  const factor = given.recoveryCode ? 'recovery code' : passkey ? 'passkey' : 'code';
  await recordFactor(ctx, em, holder, { operation: 'verifySignIn', outcome: 'done', properties: { factor } });
  return { verdict, next };
}

/** Whether the session still waits for its second factor. Locks it. A lockout counts from its first moment, here too. */
async function isWaiting(ctx: Context, em: EntityManager, { sessionHash, viewer }: Holder): Promise<boolean> {
  const [row] = await em.execute<{ password_hash: string; isFree: boolean; isFreeHere: boolean }[]>(
    `select c.password_hash, ${NOT_LOCKED_OUT} as "isFree", ${NOT_LOCKED_OUT_HERE} as "isFreeHere"
       from sessions s join users u on u.id = s.user_id join user_credentials c on c.user_id = u.id
      where s.id_hash = ? and s.stage = 'verify' and u.id = ? and not u.locked for update of s`,
    [sessionHash, viewer.userId],
  );
  if (!row) return false;
  return row.isFree || (row.isFreeHere && knownDeviceOf(ctx, row.password_hash) !== null);
}

async function compare(
  ctx: Context,
  em: EntityManager,
  holder: Holder,
  state: FactorState,
  given: Given,
  passkey: PasskeyAnswer | null,
): Promise<'right' | 'wrong' | 'used'> {
  if (given.recoveryCode) return useRecoveryCode(em, holder, given.recoveryCode);
  if (given.passkey) return passkey && (await usePasskey(em, holder, passkey)) ? 'right' : 'wrong';
  const asked = factorsToAsk(ctx, state);
  if (asked.includes('sms') && (await useSmsCode(ctx, em, holder, given.code!))) return 'right';
  return asked.includes('app') ? useAppCode(ctx, em, holder, state, given.code!) : 'wrong';
}

/** Records a wrong answer; locks the account with the fifth, and until an administrator unlocks it with the 20th of a day. */
async function fail(ctx: Context, em: EntityManager, holder: Holder, failures: number): Promise<'wrong' | 'locked'> {
  const { userId } = holder.viewer;
  const ofTheDay = await countAttemptIn(em, failuresOfADayKey(userId), DAY_SECONDS);
  await recordFactor(ctx, em, holder, { operation: 'verifySignIn', outcome: 'denied' });
  const forDays = ofTheDay >= MAX_FAILURES_OF_A_DAY;
  if (failures < MAX_FAILURES && !forDays) return 'wrong';
  await write(em)
    .updateTable('users')
    .set({ guessed_at: forDays ? 'infinity' : NOW })
    .where('id', '=', userId)
    .execute();
  // Other sign-ins that wait lose their turn too, and the next ones after the lock start from zero.
  await write(em).deleteFrom('sessions').where('user_id', '=', userId).where('stage', '=', 'verify').execute();
  await clearAttemptsIn(em, failuresKey(userId));
  if (forDays) await clearAttemptsIn(em, failuresOfADayKey(userId));
  return 'locked';
}
