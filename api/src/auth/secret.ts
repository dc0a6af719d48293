import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What a secret is for: a personal access token, the secret of an API key, an access token of an API key. */
export const SECRET_PREFIX = { token: 'rtp_pat_', key: 'rtp_sk_', access: 'rtp_at_' } as const;
export type SecretKind = keyof typeof SECRET_PREFIX;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^(?:${Object.values(SECRET_PREFIX).join('|')})[0-9A-Za-z]{${LENGTH + CHECKSUM_LENGTH}}$`);

/** Returns the CRC32 of a text as six digits of base 62. */
function checksum(text: string): string {
  let left = crc32(text);
  let digits = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    digits = BASE62[left % 62] + digits;
    left = Math.floor(left / 62);
  }
  return digits;
}

/** Returns a new secret: its prefix, 30 random digits of base 62 (178 bits), and their checksum. */
export function newSecret(kind: SecretKind): string {
  const random = Array.from({ length: LENGTH }, () => BASE62[randomInt(62)]).join('');
  const text = SECRET_PREFIX[kind] + random;
  return text + checksum(text);
}

/** Returns the kind of a secret that could be ours, without reading a row; null for a wrong form or checksum. */
export function kindOfSecret(text: string): SecretKind | null {
  if (!FORM.test(text) || !text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)))) return null;
  return (Object.keys(SECRET_PREFIX) as SecretKind[]).find((kind) => text.startsWith(SECRET_PREFIX[kind]))!;
}

/** Returns what is kept of a secret. It has more than 128 random bits, so a fast hash is enough (K-2). */
export const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
