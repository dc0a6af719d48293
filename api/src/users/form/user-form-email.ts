import { assertBelow, countAttempt, countPoints } from '../../auth/counters.ts';
import type { Context } from '../../shared/context.ts';
import { TooMany, type Refusal } from '../../shared/errors.ts';

/** Refusals of taken addresses in an hour: an address is of all organizations, and a user may not try many of them. */
const LIMIT = 20;
const HOUR = 3600;

/** The same for an account that the viewer sees and one that they do not. */
export const TAKEN_EMAIL: Refusal = { field: 'email', code: 'user.email_taken', message: 'user.email_taken' };

/** Whether the database refused a row because its e-mail address is in use. */
export const isTakenEmail = (error: unknown): boolean =>
  (error as { code?: string; constraint?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === 'users_email';

/**
 * Returns the refusal of an e-mail address that an account of any organization has. Throws TooMany after 20 of them in an
 * hour.
 */
export async function emailRefusals(ctx: Context, email: string): Promise<Refusal[]> {
  const key = `user-email:${ctx.viewer.userId}`;
  await assertBelow(ctx, key, LIMIT, HOUR);
  const [holder] = await ctx.asAuth('read', (em) =>
    em.execute('select id from users where lower(email) = lower(?)', [email]),
  );
  if (!holder) return [];
  await countAttempt(ctx, key, HOUR);
  return [TAKEN_EMAIL];
}

const AMONG = 'select value as email from jsonb_array_elements_text(?::jsonb) where value in';

/**
 * Returns those of the addresses, in lower case, that an account of any organization has. Accounts that the viewer does
 * not see count as attempts of the form: more than 20 of them in an hour are TooMany, and none is named.
 */
export async function takenAmongLimited(ctx: Context, emails: readonly string[]): Promise<Set<string>> {
  const key = `user-email:${ctx.viewer.userId}`;
  await assertBelow(ctx, key, LIMIT, HOUR);
  const taken = await takenAmong(ctx, emails);
  const seen = await ctx.em.execute<{ email: string }[]>(`${AMONG} (select lower(email) from user_accounts)`, [
    JSON.stringify([...taken]),
  ]);
  const hidden = taken.size - new Set(seen.map(({ email }) => email)).size;
  if (hidden === 0) return taken;
  const { before, secondsLeft } = await countPoints(ctx, key, HOUR, hidden);
  if (before + hidden > LIMIT) throw new TooMany(Math.max(1, secondsLeft));
  return taken;
}

/** The same without a limit, for addresses that were checked before. */
export async function takenAmong(ctx: Context, emails: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.asAuth('read', (em) =>
    em.execute<{ email: string }[]>(`${AMONG} (select lower(email) from users)`, [JSON.stringify(emails)]),
  );
  return new Set(rows.map(({ email }) => email));
}
