import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { MAX_SESSIONS } from '../auth/limits.ts';
import { revokeCredentialsIn } from '../auth/token-end.ts';
import type { SessionStage } from '../auth/viewer.ts';

/** `keep`: the hash of the session that stays, of the browser in which the user acts. */
export interface EndSessionsOptions {
  keep?: Buffer | null;
  /** For a deactivation: also ends the personal access tokens and the API key, which an activation does not bring back. */
  revoke?: boolean;
}

/**
 * Ends all sessions of a user, or of several, and returns their number. The next request with one of them is refused, on
 * every node, and its sockets close within 5 seconds (realtime/session-watch.ts). It commits at once: call it again when
 * the change that it belongs to is repeated.
 */
export function endSessionsOf(
  ctx: Context,
  userId: number | readonly number[],
  options: EndSessionsOptions = {},
): Promise<number> {
  return ctx.asAuth('write', (em) => endSessionsIn(em, userId, options));
}

/**
 * The same in a transaction of asAuth, for a change of the credentials that must not exist without it. The one place
 * where everything ends with which a user is signed in.
 */
export async function endSessionsIn(
  em: EntityManager,
  userId: number | readonly number[],
  { keep = null, revoke = false }: EndSessionsOptions = {},
): Promise<number> {
  const { numDeletedRows } = await write(em)
    .deleteFrom('sessions')
    .where('user_id', '=', sql<number>`any (${[userId].flat()}::int[])`)
    .where('id_hash', 'is distinct from', keep)
    .executeTakeFirst();
  if (revoke) await revokeCredentialsIn(em, userId);
  return Number(numDeletedRows);
}

/** Ends one session, in a transaction of asAuth. */
export async function endSessionIn(em: EntityManager, sessionHash: Buffer): Promise<void> {
  await write(em).deleteFrom('sessions').where('id_hash', '=', sessionHash).execute();
}

/**
 * Ends those sessions of a user that were used longest ago beyond ten, in a transaction of asAuth that has just started
 * one of this stage. Sign-ins that wait for their second factor are counted apart: a person who knows a password alone
 * ends no session.
 */
export async function limitSessionsIn(em: EntityManager, userId: number, stage: SessionStage): Promise<void> {
  // Sign-ins of one user wait for each other here, so that parallel ones see each other's session.
  await em.execute("select pg_advisory_xact_lock(hashtext('sessions'), ?)", [userId]);
  // A row that another transaction has locked is being ended, or used: waiting for it here could be for ever.
  const beyond = sql<Buffer>`(
    select id_hash from sessions where id_hash in (
      select id_hash from (select id_hash, row_number() over (order by last_seen_at desc, created_at desc) as nth
                             from sessions where user_id = ${userId} and (stage = 'full') = ${stage === 'full'}) s
       where nth > ${MAX_SESSIONS}) for update skip locked)`;
  await write(em).deleteFrom('sessions').where('id_hash', 'in', beyond).execute();
}
