import type { Context } from '../shared/context.ts';
import { InvalidInput } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { recordDenial } from './authorize.ts';
import { clearAttempts, countAttempt } from './counters.ts';
import { verifyPassword } from './password.ts';
import { reauthenticateRules } from './sign-in.rules.ts';

const MAX_FAILURES = 5;
const FAILURE_WINDOW_SECONDS = 15 * 60;

/**
 * Takes the password of the signed-in user again: for ten minutes no operation asks for it. The fifth wrong password in
 * 15 minutes ends the session, because another person may sit at an open page.
 */
export async function reauthenticate(ctx: Context, raw: unknown): Promise<void> {
  const { password } = await validate(reauthenticateRules, raw);
  const { userId, facts } = ctx.viewer;
  const key = `reauthenticate:${userId}`;
  await ctx.app.admission.runSignIn(ctx.request.ip, facts.email.toLowerCase(), async () => {
    const attempts = await countAttempt(ctx, key, FAILURE_WINDOW_SECONDS);
    const right = attempts <= MAX_FAILURES && (await verifyPassword(await passwordOf(ctx), password));
    if (!right) {
      await recordDenial(ctx, 'Mutation.reauthenticate');
      if (attempts >= MAX_FAILURES) await endSession(ctx);
      throw new InvalidInput([{ field: 'password', code: 'password.wrong', message: 'password.wrong' }]);
    }
    await clearAttempts(ctx, key);
  });
  await ctx.asAuth('write', (em) =>
    em.execute('update sessions set password_given_at = now() where id_hash = ?', [ctx.request.sessionHash]),
  );
}

async function passwordOf(ctx: Context): Promise<string | null> {
  const [row] = await ctx.asAuth('read', (em) =>
    em.execute<{ password_hash: string | null }[]>('select password_hash from user_credentials where user_id = ?', [
      ctx.viewer.userId,
    ]),
  );
  return row?.password_hash ?? null;
}

const endSession = (ctx: Context) =>
  ctx.asAuth('write', (em) => em.execute('delete from sessions where id_hash = ?', [ctx.request.sessionHash]));
