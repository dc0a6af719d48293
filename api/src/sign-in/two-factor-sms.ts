import type { Context } from '../shared/context.ts';
import { InvalidInput, refuse, TooMany } from '../shared/errors.ts';
import { translate } from '../shared/messages.ts';
import { sendSms } from '../sms/sms.ts';
import { assertBelow, countAttempt } from '../auth/counters.ts';
import { keepChallenge } from './two-factor-challenges.ts';
import { newSmsCode, smsCodeHash } from './two-factor-codes.ts';
import { factorsToAsk, holderOf, readFactors, type Holder } from './two-factor-state.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Text messages cost money and can be made to annoy: limits of a user, and of the numbers of one exchange. */
const limitsOf = ({ viewer }: Holder, phone: string) => [
  { key: `sms:${viewer.userId}`, sends: 3, seconds: 10 * 60 },
  { key: `sms-day:${viewer.userId}`, sends: 10, seconds: DAY_SECONDS },
  { key: `sms-prefix:${viewer.orgId}:${phone.slice(0, 6)}`, sends: 30, seconds: DAY_SECONDS },
];

/** Sends the code that completes a sign-in to the verified phone. Throws InvalidInput or TooMany. */
export async function sendSignInCode(ctx: Context): Promise<void> {
  const holder = holderOf(ctx, 'verify');
  const state = await ctx.asAuth('read', (em) => readFactors(em, holder.viewer.userId));
  if (!factorsToAsk(ctx, state).includes('sms'))
    refuse([{ field: '', code: 'two_factor.no_sms', message: 'two_factor.no_sms' }]);
  await sendCode(ctx, holder, 'sign-in-sms', state.sms_phone!);
}

/** Sends a new code of a session to a number. Throws TooMany beyond the limits, InvalidInput when it was not sent. */
export async function sendCode(
  ctx: Context,
  holder: Holder,
  kind: 'sign-in-sms' | 'new-phone',
  phone: string,
): Promise<void> {
  for (const { key, sends, seconds } of limitsOf(holder, phone)) {
    await assertBelow(ctx, key, sends, seconds);
    // Parallel requests pass the line above together and are counted one by one here.
    if ((await countAttempt(ctx, key, seconds)) > sends) throw new TooMany(seconds);
  }
  const code = newSmsCode();
  const secret = smsCodeHash(ctx.app.config.encryptionKey, holder.sessionHash, code);
  await ctx.asAuth('write', (em) => keepChallenge(em, holder, kind, { secret, phone }));
  const text = translate(holder.viewer.facts.locale, 'two_factor.sms', { portal: ctx.app.config.portalName, code });
  if (!(await sendSms(ctx, phone, text)))
    throw new InvalidInput([{ field: '', code: 'two_factor.not_sent', message: 'two_factor.not_sent' }]);
}
