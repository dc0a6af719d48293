import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { write } from '../db/write.ts';
import { decryptColumn, encryptColumn, secretId } from '../shared/cipher.ts';
import type { Config } from '../shared/config.ts';

type Keys = Pick<Config, 'encryptionKey' | 'encryptionKeys'>;

/** A key of the chain, and the number of the first seal that it made. */
export interface SealKey {
  first: number;
  key: KeyObject;
}

interface Row {
  first: number;
  cipher: string;
}

const KEYS = 'select first_seal::int as first, key_cipher as cipher from seal_keys order by first_seal';

const derived = (encryptionKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', encryptionKey, '', 'airlog audit seals v1', 32));

/**
 * Returns a key that is kept encrypted. Its form is exact, so that another encrypted value, whose text a user knows,
 * cannot take its place.
 */
function opened(keys: Keys, { first, cipher }: Row): SealKey {
  const text = decryptColumn(keys.encryptionKeys, cipher);
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error('A key of the audit seals was changed.');
  // Not its bytes, of which a key would be made for each seal: that takes six times as long as the hash.
  return { first, key: createSecretKey(Buffer.from(text, 'hex')) };
}

/** Returns the keys of the chain, the oldest first. Throws when ENCRYPTION_KEY does not open one of them. */
export async function sealKeys(
  query: (sql: string) => Promise<{ rows: Row[] }>,
  keys: Keys,
): Promise<[SealKey, ...SealKey[]]> {
  const [oldest, ...rest] = (await query(KEYS)).rows.map((row) => opened(keys, row));
  return [oldest ?? { first: 1, key: createSecretKey(derived(keys.encryptionKey)) }, ...rest];
}

/** Returns the key that made a seal. `keys`: of the chain, the oldest first. */
export const sealKeyAt = (keys: readonly [SealKey, ...SealKey[]], seq: number): KeyObject =>
  (keys.findLast(({ first }) => first <= seq) ?? keys[0]).key;

/**
 * Returns the key that makes the next seal. With a new ENCRYPTION_KEY the chain goes on with a new key, once: nodes that
 * still use the old one then take the new one too. The caller holds the lock of the seals.
 */
export async function nextSealKey(em: EntityManager, keys: Keys, next: number): Promise<KeyObject> {
  const id = secretId(keys.encryptionKey);
  const known = await em.execute<(Row & { id: string })[]>(
    'select first_seal::int as first, key_cipher as cipher, encryption_id as id from seal_keys order by first_seal',
  );
  if (known.some((one) => one.id === id)) return opened(keys, known.at(-1)!).key;
  const bytes = derived(keys.encryptionKey);
  await write(em)
    .insertInto('seal_keys')
    .values({
      encryption_id: id,
      first_seal: known.length === 0 ? 1 : next,
      key_cipher: encryptColumn(keys.encryptionKey, bytes.toString('hex')),
    })
    .execute();
  return createSecretKey(bytes);
}
