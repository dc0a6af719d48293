import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW, write } from '../db/write.ts';
import type { Holder } from './two-factor-state.ts';

const VALID_MINUTES = 10;

export type ChallengeKind = 'sign-in-sms' | 'sign-in-passkey' | 'new-app' | 'new-phone' | 'new-passkey';

export interface Challenge {
  secret: string;
  phone: string | null;
}

/** Keeps what a session is asked, in place of the one before of that kind. In a transaction of asAuth. */
export async function keepChallenge(
  em: EntityManager,
  { sessionHash, viewer }: Holder,
  kind: ChallengeKind,
  { secret, phone = null }: { secret: string; phone?: string | null },
): Promise<void> {
  await write(em)
    .insertInto('second_factor_challenges')
    .values({ session_hash: sessionHash, kind, org_id: viewer.orgId, user_id: viewer.userId, secret, phone })
    .onConflict((conflict) =>
      conflict.columns(['session_hash', 'kind']).doUpdateSet({ secret, phone, created_at: NOW }),
    )
    .execute();
}

/** Returns what a session was asked in the last ten minutes and has not answered; null for nothing. Locks it. */
export async function openChallenge(
  em: EntityManager,
  { sessionHash }: Pick<Holder, 'sessionHash'>,
  kind: ChallengeKind,
): Promise<Challenge | null> {
  const [row] = await em.execute<Challenge[]>(
    `select secret, phone from second_factor_challenges
      where session_hash = ? and kind = ? and created_at > now() - make_interval(mins => ?) for update`,
    [sessionHash, kind, VALID_MINUTES],
  );
  return row ?? null;
}

/** Ends a challenge: it is answered. */
export async function endChallenge(
  em: EntityManager,
  { sessionHash }: Pick<Holder, 'sessionHash'>,
  kind: ChallengeKind,
): Promise<void> {
  await write(em)
    .deleteFrom('second_factor_challenges')
    .where('session_hash', '=', sessionHash)
    .where('kind', '=', kind)
    .execute();
}
