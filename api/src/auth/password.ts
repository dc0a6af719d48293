import { hash, verify } from '@node-rs/argon2';

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane (requirement A-1).
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Compared when the account does not exist, so that an unknown account and a wrong password take the same time.
const unknownAccount = hash('an account that does not exist', PARAMETERS);

/** Returns an argon2id hash as a PHC string, in 5 to 50 ms. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** Whether the password is right; `null` (no such account) takes the same time and is never right. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const right = await verify(stored ?? (await unknownAccount), password);
  return right && stored !== null;
}
