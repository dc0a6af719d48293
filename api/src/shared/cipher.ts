import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const VERSION = 'v1'; // identifies the key, so that keys can be rotated

/** Returns a short text encrypted for a column (AES-256-GCM): `v1.iv.tag.text`, base64url. */
export function encryptColumn(key: Buffer, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return [VERSION, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
}

/** Returns the decrypted text of a column; throws when it was changed or encrypted with another key. */
export function decryptColumn(key: Buffer, stored: string): string {
  const [version, iv, tag, sealed] = stored.split('.');
  if (version !== VERSION || !iv || !tag || sealed === undefined)
    throw new Error('An encrypted column has an unknown form.');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url')).setAuthTag(
    Buffer.from(tag, 'base64url'),
  );
  return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8');
}
