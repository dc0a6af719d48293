import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { hashWithSalt } from './password.ts';

const STEP_SECONDS = 30;
const RECOVERY_CODES = 10;
/** Without the letters that look like digits (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a new secret of an authenticator app: 160 random bits in base 32. */
export const newAppSecret = (): string => generateSecret({ length: 20 });

/** Returns the address that an authenticator app reads from the QR code. */
export const appUri = (issuer: string, email: string, secret: string): string =>
  generateURI({ issuer: issuer.replaceAll(':', ' '), label: email, secret });

/**
 * Compares a code with the app's codes of this time step, the one before and the one after. `lastStep`: the time step
 * whose code was accepted last; its code and older ones are used.
 */
export function checkAppCode(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): { state: 'right'; step: number } | { state: 'used' | 'wrong' } {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return { state: 'wrong' };
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({ secret, token, epoch, epochTolerance: STEP_SECONDS });
  if (!found.valid) return { state: 'wrong' };
  const step = Math.floor(epoch / STEP_SECONDS) + found.delta;
  return lastStep !== null && step <= lastStep ? { state: 'used' } : { state: 'right', step };
}

/** Returns a random code of six digits for a text message. */
export const newSmsCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Returns the hash under which a code of a session is stored. Keyed, because a million codes are soon hashed. */
export const smsCodeHash = (key: Buffer, session: Buffer, code: string): string =>
  createHmac('sha256', key).update('sms:').update(session).update(code.replace(/\s/g, '')).digest('hex');

/** Whether this is the code with the hash, under one of the keys, in a time that does not depend on the code. */
export const isSmsCode = (keys: readonly Buffer[], stored: string, session: Buffer, code: string): boolean =>
  keys.some((key) => sameHash(stored, smsCodeHash(key, session, code)));

function sameHash(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns ten recovery codes of 80 random bits each: XXXX-XXXX-XXXX-XXXX. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(16)]
      .map((byte) => ALPHABET[byte % 32])
      .join('')
      .replace(/(.{4})(?=.)/g, '$1-'),
  );

/** Returns a salt for the recovery codes of a user: one for all, so that a code that is typed is hashed once. */
export const newRecoverySalt = (): Buffer => randomBytes(16);

/** Returns the hash under which a recovery code is stored. Case, dashes, and letters typed for digits do not matter. */
export const recoveryCodeHash = (code: string, salt: Buffer): Promise<Buffer> =>
  hashWithSalt(
    code
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1'),
    salt,
  );
