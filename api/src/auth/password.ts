import { hash, verify } from '@node-rs/argon2';

// OWASP's floor for argon2id: 19 MiB, two passes, one lane (requirement A-1).
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Compared when the account does not exist, so that unknown and wrong take the same time.
const nobody = hash('an account that does not exist', PARAMETERS);

/** argon2id as a PHC string, 5 to 50 ms. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

/** Whether the password is right; `null` (no such account) costs the same time and is never right. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const right = await verify(stored ?? (await nobody), password);
  return right && stored !== null;
}
