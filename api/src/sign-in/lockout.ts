import type { EntityManager } from '@mikro-orm/postgresql';
import { clearAttemptsIn } from '../auth/counters.ts';
import { write } from '../db/write.ts';

/** Minutes after which a lockout by guesses ends by itself; the one with the time 'infinity' stays. */
const LOCKOUT_MINUTES = 30;

/** That a user u and their organization o may act: SQL for sessions, tokens and API keys. An administrator's lock ends all. */
export const IS_ACTIVE = 'u.active and o.active and not u.locked';

/**
 * That guesses do not keep a user u from signing in: SQL. They guard the password form and the second factor only, so that
 * a person who knows no more than an address stops nothing else (decisions/135).
 */
export const NOT_LOCKED_OUT = `coalesce(u.guessed_at < now() - interval '${LOCKOUT_MINUTES} minutes', true)`;

/** The same for a known device (known-device.ts), which others' guesses do not stop: only 20 wrong second factors do. */
export const NOT_LOCKED_OUT_HERE = "u.guessed_at is distinct from 'infinity'";

/** The counter of wrong passwords of an account. */
export const guessesKey = (email: string): string => `sign-in:${email.toLowerCase()}`;

/** Ends the lockout by guesses of a password that is no more, and forgets them. In a transaction of asAuth. */
export async function endLockoutIn(em: EntityManager, userId: number): Promise<void> {
  const [user] = await em.execute<{ email: string }[]>('select email from users where id = ?', [userId]);
  if (!user) return;
  await write(em)
    .updateTable('users')
    .set({ guessed_at: null })
    .where('id', '=', userId)
    .where('guessed_at', '<', 'infinity')
    .execute();
  await clearAttemptsIn(em, guessesKey(user.email));
}
