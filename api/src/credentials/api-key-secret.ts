import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { digestOf } from '../auth/secret.ts';
import { NOW, write } from '../db/write.ts';
import { MAX_CREDENTIAL_DAYS } from './credentials.rules.ts';

/** Whose key gets a secret, who makes it, and what it permits. */
export interface KeyFor {
  orgId: number;
  userId: number;
  madeBy: number;
  scopes: readonly string[];
}

const lastFour = (secret: string): string => secret.slice(-4);
const expiry = () => sql<string>`now() + make_interval(days => ${MAX_CREDENTIAL_DAYS})`;

/** Adds the key of a user and returns its client_id; undefined when the user has one. In a transaction of asAuth. */
export const addKeyIn = async (em: EntityManager, key: KeyFor, secret: string): Promise<string | undefined> => {
  const made = await write(em)
    .insertInto('api_keys')
    .values({
      org_id: key.orgId,
      user_id: key.userId,
      created_by_id: key.madeBy,
      digest: digestOf(secret),
      last_four: lastFour(secret),
      scopes: [...key.scopes],
      expires_at: expiry(),
    })
    .onConflict((conflict) => conflict.column('user_id').where('revoked_at', 'is', null).doNothing())
    .returning('client_id as clientId')
    .executeTakeFirst();
  return made?.clientId;
};

/**
 * Gives the key of a user a new secret and returns its client_id; undefined without a key. The old secret works for
 * `hours` more. In a transaction of asAuth.
 */
export const renewKeyIn = async (
  em: EntityManager,
  key: KeyFor & { hours: number },
  secret: string,
): Promise<string | undefined> => {
  const renewed = await write(em)
    .updateTable('api_keys')
    .set(({ ref }) => ({
      digest: digestOf(secret),
      last_four: lastFour(secret),
      created_by_id: key.madeBy,
      scopes: [...key.scopes],
      renewed_at: NOW,
      expires_at: expiry(),
      previous_digest: key.hours > 0 ? ref('digest') : null,
      previous_until: key.hours > 0 ? sql<string>`now() + make_interval(hours => ${key.hours})` : null,
    }))
    .where('org_id', '=', key.orgId)
    .where('user_id', '=', key.userId)
    .where('revoked_at', 'is', null)
    .returning('client_id as clientId')
    .executeTakeFirst();
  return renewed?.clientId;
};
