import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Of values that name their key. Those of before, `v1`, do not: they are tried with each key. */
const VERSION = 'v2';

/** Returns the id of a secret, 8 hexadecimal digits: a part of a hash, which names the secret and does not reveal it. */
export const secretId = (secret: Buffer | string): string =>
  createHash('sha256').update('airlog secret id:').update(secret).digest('hex').slice(0, 8);

/** What values begin with that are encrypted with this key. */
export const encryptedWith = (key: Buffer): string => `${VERSION}.${secretId(key)}.`;

/** Returns a short text encrypted for a column (AES-256-GCM): `v2.key.iv.tag.text`, the last three base64url. */
export function encryptColumn(key: Buffer, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return encryptedWith(key) + [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')).join('.');
}

/** Returns the decrypted text of a column; throws when it was changed, or encrypted with none of the keys. */
export function decryptColumn(keys: readonly Buffer[], stored: string): string {
  const [version, ...rest] = stored.split('.');
  const id = version === VERSION ? rest.shift() : null;
  const [iv, tag, sealed] = rest;
  if ((version !== VERSION && version !== 'v1') || !iv || !tag || sealed === undefined)
    throw new Error('An encrypted column has an unknown form.');
  const candidates = id === null ? keys : keys.filter((key) => secretId(key) === id);
  for (const key of candidates) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url')).setAuthTag(
        Buffer.from(tag, 'base64url'),
      );
      return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8');
    } catch {
      // Of another key, or changed.
    }
  }
  throw new Error(
    candidates.length === 0
      ? `An encrypted column names the key ${id}, which ENCRYPTION_KEY does not contain.`
      : 'An encrypted column was changed, or encrypted with a key that ENCRYPTION_KEY does not contain.',
  );
}
