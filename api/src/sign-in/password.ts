import { hash, hashRaw, verify } from '@node-rs/argon2';
import { Lane } from '../shared/lane.ts';

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane (requirement A-1).
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each takes a thread and 19 MiB (requirement A-5).
const hashes = new Lane(4, { longest: 64 });
const HASHES = { key: 'hashes', width: Infinity, longest: Infinity };

// Compared when the account does not exist, so that an unknown account and a wrong password take the same time.
const unknownAccount = hash('an account that does not exist', PARAMETERS);

/** Returns an argon2id hash as a PHC string, in 5 to 50 ms; throws Overloaded when too many wait for theirs. */
export function hashPassword(password: string): Promise<string> {
  return hashes.run(HASHES, () => hash(password, PARAMETERS));
}

/**
 * Returns the argon2id hash of a text with a given salt, 32 bytes, for secrets that are found by their hash; throws
 * Overloaded as `hashPassword`.
 */
export function hashWithSalt(text: string, salt: Buffer): Promise<Buffer> {
  return hashes.run(HASHES, () => hashRaw(text, { ...PARAMETERS, salt }));
}

/**
 * Whether the password is right; `null` (no such account) takes the same time and is never right. Throws Overloaded
 * when too many wait for theirs.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const compared = stored ?? (await unknownAccount);
  const right = await hashes.run(HASHES, () => verify(compared, password));
  return right && stored !== null;
}
