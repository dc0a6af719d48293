import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { NOW, write } from '../db/write.ts';
import { decryptColumn } from '../shared/cipher.ts';
import type { Context } from '../shared/context.ts';
import type { PasskeyAnswer } from './passkeys-check.ts';
import { endChallenge, openChallenge } from './two-factor-challenges.ts';
import { checkAppCode, isSmsCode, recoveryCodeHash } from './two-factor-codes.ts';
import type { FactorState, Holder } from './two-factor-state.ts';

// Each compares one answer and uses it up, in a transaction of asAuth that counts the guess: a right answer counts once.

/** Compares a code of the app. used: it was right, and it or a later one was accepted before. */
export async function useAppCode(
  ctx: Context,
  em: EntityManager,
  { viewer }: Holder,
  { app_secret, app_last_step }: FactorState,
  code: string,
): Promise<'right' | 'wrong' | 'used'> {
  const secret = decryptColumn(ctx.app.config.encryptionKeys, app_secret!);
  const checked = checkAppCode(secret, code, ctx.app.now(), app_last_step);
  if (checked.state !== 'right') return checked.state;
  // Guesses of a sign-in and of a fresh password are counted apart, so that they do not wait for each other before this.
  const { numUpdatedRows } = await write(em)
    .updateTable('second_factors')
    .set({ app_last_step: checked.step })
    .where('user_id', '=', viewer.userId)
    .where(sql<boolean>`coalesce(app_last_step, 0) < ${checked.step}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'right' : 'used';
}

/** Whether this is the code that was sent to sign in with. */
export async function useSmsCode(ctx: Context, em: EntityManager, holder: Holder, code: string): Promise<boolean> {
  const sent = await openChallenge(em, holder, 'sign-in-sms');
  if (!sent || !isSmsCode(ctx.app.config.encryptionKeys, sent.secret, holder.sessionHash, code)) return false;
  await endChallenge(em, holder, 'sign-in-sms');
  return true;
}

/** Compares a recovery code with the unused ones. The caller counts the guess first: a hash takes 5 to 50 ms. */
export async function useRecoveryCode(em: EntityManager, { viewer }: Holder, code: string): Promise<'right' | 'wrong'> {
  const [own] = await em.execute<{ salt: Buffer }[]>('select salt from recovery_codes where user_id = ? limit 1', [
    viewer.userId,
  ]);
  if (!own) return 'wrong';
  const { numUpdatedRows } = await write(em)
    .updateTable('recovery_codes')
    .set({ used_at: NOW })
    .where('user_id', '=', viewer.userId)
    .where('code_hash', '=', await recoveryCodeHash(code, Buffer.from(own.salt)))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'right' : 'wrong';
}

/** An answer to a challenge counts once; a counter that does not rise belongs to a copy of the key. */
export async function usePasskey(em: EntityManager, holder: Holder, answer: PasskeyAnswer): Promise<boolean> {
  const asked = await openChallenge(em, holder, 'sign-in-passkey');
  if (asked?.secret !== answer.challenge) return false;
  await endChallenge(em, holder, 'sign-in-passkey');
  const { numUpdatedRows } = await write(em)
    .updateTable('passkeys')
    .set({ counter: answer.counter, last_used_at: NOW })
    .where('id', '=', answer.id)
    .where('user_id', '=', holder.viewer.userId)
    .where(sql<boolean>`(counter < ${answer.counter} or (counter = 0 and ${answer.counter}::bigint = 0))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
