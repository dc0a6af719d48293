import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Ends every personal access token and the API key of a user, in a transaction of asAuth. The next request with one of
 * them is refused, on every node.
 */
export async function revokeCredentialsIn(em: EntityManager, userId: number | readonly number[]): Promise<void> {
  const ids = `{${[userId].flat().join()}}`;
  for (const table of ['personal_access_tokens', 'api_keys'])
    await em.execute(`update ${table} set revoked_at = now() where user_id = any (?::int[]) and revoked_at is null`, [
      ids,
    ]);
  await em.execute('update users set has_api = false where id = any (?::int[]) and has_api', [ids]);
}
