import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../shared/context.ts';

/** `keep`: the hash of the session that stays, of the browser in which the user acts. */
export interface EndSessionsOptions {
  keep?: Buffer | null;
}

/**
 * Ends all sessions of a user and returns their number. The next request with one of them is refused, on every node, and
 * its sockets close within 5 seconds (realtime/session-watch.ts). It commits at once: call it again when the change that
 * it belongs to is repeated.
 */
export function endSessionsOf(ctx: Context, userId: number, options: EndSessionsOptions = {}): Promise<number> {
  return ctx.asAuth('write', (em) => endSessionsIn(em, userId, options));
}

/**
 * The same in a transaction of asAuth, for a change of the credentials that must not exist without it. The one place
 * where everything ends with which a user is signed in.
 */
export async function endSessionsIn(
  em: EntityManager,
  userId: number,
  { keep = null }: EndSessionsOptions = {},
): Promise<number> {
  const ended = await em.execute<unknown[]>(
    'delete from sessions where user_id = ? and id_hash is distinct from ? returning 1',
    [userId, keep],
  );
  return ended.length;
}
