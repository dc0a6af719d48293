import type { EntityManager } from '@mikro-orm/postgresql';
import { write, type NewRow } from '../db/write.ts';
import { queueMail } from '../mail/mail.service.ts';
import { decryptColumn, encryptColumn } from '../shared/cipher.ts';
import type { Context } from '../shared/context.ts';
import { InvalidInput, refuse, TooMany, Unauthenticated } from '../shared/errors.ts';
import { qrCode } from '../shared/qr-code.ts';
import { validate } from '../shared/validate.ts';
import { clearAttempts, countAttempt } from '../auth/counters.ts';
import { endSessionsIn } from './session-end.ts';
import {
  endChallenge,
  keepChallenge,
  openChallenge,
  type Challenge,
  type ChallengeKind,
} from './two-factor-challenges.ts';
import {
  appUri,
  checkAppCode,
  isSmsCode,
  newAppSecret,
  newRecoveryCodes,
  newRecoverySalt,
  recoveryCodeHash,
} from './two-factor-codes.ts';
import { firstCodeRules, newPhoneRules } from './two-factor.rules.ts';
import { enterSession, newSessionId, recordFactor, replaceSession } from './two-factor-session.ts';
import { sendCode } from './two-factor-sms.ts';
import {
  allowedFactors,
  holderOf,
  keepFactors,
  readFactors,
  type FactorState,
  type Holder,
  type SecondFactor,
} from './two-factor-state.ts';

const MAX_FAILURES = 5;
const FAILURE_WINDOW_SECONDS = 15 * 60;

const failuresKey = ({ viewer }: Holder) => `second-factor-new:${viewer.userId}`;

export interface AppEnrollment {
  secret: string;
  uri: string;
  qrPath: string;
  qrSize: number;
}

/** A user who sets up a factor, and what they have and may have. */
interface Enrolling extends Holder {
  state: FactorState;
}

/** Returns the user who sets up a factor. Throws InvalidInput when the organization does not allow it. */
export async function enrollingHolder(ctx: Context, factor: SecondFactor): Promise<Enrolling> {
  const holder = holderOf(ctx, 'enroll', 'full');
  const state = await ctx.asAuth('read', (em) => readFactors(em, holder.viewer.userId));
  if (!allowedFactors(ctx, state).includes(factor))
    refuse([{ field: '', code: 'two_factor.not_allowed', message: 'two_factor.not_allowed' }]);
  return { ...holder, state };
}

/** Returns a new secret for an authenticator app. It replaces the present one when a first code confirms it. */
export async function startAppEnrollment(ctx: Context): Promise<AppEnrollment> {
  const holder = await enrollingHolder(ctx, 'app');
  const secret = newAppSecret();
  const { encryptionKey, portalName } = ctx.app.config;
  await ctx.asAuth('write', (em) =>
    keepChallenge(em, holder, 'new-app', { secret: encryptColumn(encryptionKey, secret) }),
  );
  const uri = appUri(portalName, holder.viewer.facts.email, secret);
  const { path, size } = qrCode(uri);
  return { secret, uri, qrPath: path, qrSize: size };
}

/** Turns the app on with its first code, which is used then. Returns new recovery codes, or null when there are some. */
export async function confirmAppEnrollment(ctx: Context, raw: unknown): Promise<string[] | null> {
  const holder = await enrollingHolder(ctx, 'app');
  const { code } = await validate(firstCodeRules, raw);
  return confirmFactor(ctx, holder, 'new-app', 'app', async (em, { secret: sealed }) => {
    const secret = decryptColumn(ctx.app.config.encryptionKeys, sealed);
    const checked = checkAppCode(secret, code, ctx.app.now(), null);
    if (checked.state !== 'right') return false;
    await keepFactor(em, holder, { app_secret: sealed, app_last_step: checked.step });
    return true;
  });
}

/**
 * Sends a code to a phone. The number receives the codes of sign-ins when it is confirmed. Where the organization fixes
 * the phone it is that of the user's record, and another one is refused.
 */
export async function startSmsEnrollment(ctx: Context, raw: { phone?: string | null }): Promise<void> {
  const { state, ...holder } = await enrollingHolder(ctx, 'sms');
  const given = state.fixes_phone && raw.phone == null ? { phone: state.phone } : raw;
  const { phone } = await validate(newPhoneRules, given);
  if (state.fixes_phone && phone !== state.phone)
    refuse([{ field: 'phone', code: 'two_factor.phone_fixed', message: 'two_factor.phone_fixed' }]);
  await sendCode(ctx, holder, 'new-phone', phone);
}

/** Turns SMS on for the phone that received the code. Returns new recovery codes, or null when there are some. */
export async function confirmSmsEnrollment(ctx: Context, raw: unknown): Promise<string[] | null> {
  const holder = await enrollingHolder(ctx, 'sms');
  const { code } = await validate(firstCodeRules, raw);
  return confirmFactor(ctx, holder, 'new-phone', 'sms', async (em, { secret, phone }) => {
    if (!isSmsCode(ctx.app.config.encryptionKeys, secret, holder.sessionHash, code)) return false;
    await keepFactor(em, holder, { sms_phone: phone });
    return true;
  });
}

/** Stores a factor of the user next to the other one, in place of an earlier one of its kind. */
async function keepFactor(
  em: EntityManager,
  { viewer }: Holder,
  factor: Pick<NewRow<'second_factors'>, 'app_secret' | 'app_last_step' | 'sms_phone'>,
): Promise<void> {
  await write(em)
    .insertInto('second_factors')
    .values({ org_id: viewer.orgId, user_id: viewer.userId, ...factor })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(factor))
    .execute();
}

/**
 * Turns a factor on when `isRight` accepts the answer to its challenge, and ends the user's other sessions, in one
 * transaction. Of a user who had to set one
 * up the session becomes a full one with a new id. A mail informs the user. Throws InvalidInput, and TooMany after five wrong answers.
 */
export async function confirmFactor(
  ctx: Context,
  holder: Holder,
  kind: ChallengeKind,
  factor: SecondFactor,
  isRight: (em: EntityManager, challenge: Challenge) => Promise<boolean>,
): Promise<string[] | null> {
  if ((await countAttempt(ctx, failuresKey(holder), FAILURE_WINDOW_SECONDS)) > MAX_FAILURES)
    throw new TooMany(FAILURE_WINDOW_SECONDS);
  const id = newSessionId();
  const codes = newRecoveryCodes();
  const confirmed = await ctx.asAuth(
    'write',
    async (em) => {
      const challenge = await openChallenge(em, holder, kind);
      if (!challenge || !(await isRight(em, challenge))) return null;
      await endChallenge(em, holder, kind);
      const { recovery_codes } = await keepFactors(em, holder.viewer.userId);
      const isFirst = recovery_codes === 0;
      if (isFirst) await writeRecoveryCodes(em, holder, codes);
      await endSessionsIn(em, holder.viewer.userId, { keep: holder.sessionHash });
      if (holder.stage === 'enroll' && !(await replaceSession(ctx, em, holder, 'full', id)))
        throw new Unauthenticated();
      await recordFactor(ctx, em, holder, {
        operation: 'enrollSecondFactor',
        outcome: 'done',
        properties: { method: factor },
      });
      await queueMail(em, holder.viewer.userId, 'second-factor-added');
      return { isFirst };
    },
    holder.viewer.userId,
  );
  if (!confirmed) throw new InvalidInput([{ field: 'code', code: 'two_factor.wrong', message: 'two_factor.wrong' }]);
  await clearAttempts(ctx, failuresKey(holder));
  if (holder.stage === 'enroll') await enterSession(ctx, id);
  return confirmed.isFirst ? codes : null;
}

/** Replaces the recovery codes of a user, used ones too. In a transaction of asAuth. */
export async function writeRecoveryCodes(em: EntityManager, { viewer }: Holder, codes: string[]): Promise<void> {
  await write(em).deleteFrom('recovery_codes').where('user_id', '=', viewer.userId).execute();
  const salt = newRecoverySalt();
  const hashes = await Promise.all(codes.map((code) => recoveryCodeHash(code, salt)));
  const owner = { org_id: viewer.orgId, user_id: viewer.userId };
  await write(em)
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ ...owner, code_hash, salt })))
    .execute();
}
