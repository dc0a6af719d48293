import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Config } from './config.ts';

// A cursor has the values by which its list is ordered, such as the name of a patient, and addresses take cursors
// (decisions/194).

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

interface Keys {
  seal: Buffer;
  /** Of the number that a text is sealed with. */
  iv: Buffer;
}

/** By the secrets of a configuration: each key is derived once. */
const known = new WeakMap<readonly string[], Keys[]>();

const derived = (secret: string): Keys => {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'airlog cursors v1', 64));
  return { seal: bytes.subarray(0, 32), iv: bytes.subarray(32) };
};

function keysOf({ sessionSecrets }: Pick<Config, 'sessionSecrets'>): Keys[] {
  let keys = known.get(sessionSecrets);
  if (!keys) known.set(sessionSecrets, (keys = sessionSecrets.map(derived)));
  return keys;
}

/**
 * Returns a cursor without its values in readable form: the base64url of AES-256-GCM with the first of SESSION_SECRET. The
 * same values give the same cursor, so that a list that is read again is the same answer.
 */
export function sealCursor(config: Pick<Config, 'sessionSecrets'>, values: string): string {
  const keys = keysOf(config)[0]!;
  // No number is used twice for different values: it is their HMAC.
  const iv = createHmac('sha256', keys.iv).update(values).digest().subarray(0, IV_BYTES);
  const cipher = createCipheriv(CIPHER, keys.seal, iv);
  return Buffer.concat([iv, cipher.update(values, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Returns the values of a cursor; undefined for a text that is none, or was sealed with no key of SESSION_SECRET. */
export function openCursor(config: Pick<Config, 'sessionSecrets'>, cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const [iv, sealed, tag] = [
    bytes.subarray(0, IV_BYTES),
    bytes.subarray(IV_BYTES, -TAG_BYTES),
    bytes.subarray(-TAG_BYTES),
  ];
  for (const { seal } of keysOf(config)) {
    try {
      const decipher = createDecipheriv(CIPHER, seal, iv).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
    } catch {
      // Of another key, or changed.
    }
  }
  return undefined;
}

/** Returns what was sealed as JSON; undefined for a text that is no cursor. */
export function openJson(config: Pick<Config, 'sessionSecrets'>, cursor: string): unknown {
  const values = openCursor(config, cursor);
  return values === undefined ? undefined : JSON.parse(values);
}
