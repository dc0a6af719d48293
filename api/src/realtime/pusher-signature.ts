import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signing key: the public part that clients name, and the secret that stays on the server. */
export interface PusherKey {
  key: string;
  secret: string;
}

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/**
 * Returns `KEY:HEX` for one socket and the full name of a channel, with its prefix; `channelData` of a presence channel
 * is signed too.
 */
export function signChannel(
  { key, secret }: PusherKey,
  socketId: string,
  channel: string,
  channelData?: string,
): string {
  return `${key}:${hmac(secret, channelData === undefined ? `${socketId}:${channel}` : `${socketId}:${channel}:${channelData}`)}`;
}

/** Returns `KEY:HEX` for one socket and the user that it signs in. */
export function signUser({ key, secret }: PusherKey, socketId: string, userData: string): string {
  return `${key}:${hmac(secret, `${socketId}::user::${userData}`)}`;
}

/** Returns the signature of a request of the publishing API: its method, path, and query parameters sorted by name. */
export function signPublishing(
  { secret }: PusherKey,
  method: string,
  path: string,
  query: Record<string, unknown>,
): string {
  const signed = Object.keys(query)
    .sort()
    .map((name) => `${name}=${String(query[name])}`);
  return hmac(secret, [method, path, signed.join('&')].join('\n'));
}

/** Whether a client's `auth` is exactly the signature, compared in constant time. */
export function isSignature(expected: string, auth: unknown): boolean {
  if (typeof auth !== 'string') return false;
  const [left, right] = [Buffer.from(expected), Buffer.from(auth)];
  return left.length === right.length && timingSafeEqual(left, right);
}
