import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { NOW, write } from '../db/write.ts';

/**
 * Ends every personal access token and the API key of a user, in a transaction of asAuth. The next request with one of
 * them is refused, on every node.
 */
export async function revokeCredentialsIn(em: EntityManager, userId: number | readonly number[]): Promise<void> {
  const ofUsers = sql<number>`any (${[userId].flat()}::int[])`;
  for (const table of ['personal_access_tokens', 'api_keys'] as const)
    await write(em)
      .updateTable(table)
      .set({ revoked_at: NOW })
      .where('user_id', '=', ofUsers)
      .where('revoked_at', 'is', null)
      .execute();
  await write(em)
    .updateTable('users')
    .set({ has_api: false })
    .where('id', '=', ofUsers)
    .where('has_api', '=', true)
    .execute();
}
