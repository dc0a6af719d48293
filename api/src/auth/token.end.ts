import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Ends every personal access token and the API key of a user, in a transaction of asAuth. The next request with one of
 * them is refused, on every node.
 */
export async function revokeCredentialsIn(em: EntityManager, userId: number): Promise<void> {
  await em.execute('update personal_access_tokens set revoked_at = now() where user_id = ? and revoked_at is null', [
    userId,
  ]);
  await em.execute('update api_keys set revoked_at = now() where user_id = ? and revoked_at is null', [userId]);
  await em.execute('update users set has_api = false where id = ? and has_api', [userId]);
}
