import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../shared/context.ts';
import { revokeCredentialsIn } from './token.end.ts';

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
  const ended = await em.execute<unknown[]>(
    'delete from sessions where user_id = any (?::int[]) and id_hash is distinct from ? returning 1',
    [`{${[userId].flat().join()}}`, keep],
  );
  if (revoke) await revokeCredentialsIn(em, userId);
  return ended.length;
}
