import { expect, jest, test } from '@jest/globals';

// Counts the hashes that run, and holds them.
let running = 0;
let gate: Promise<void> = Promise.resolve();
const held =
  <T>(value: T) =>
  async (): Promise<T> => {
    running += 1;
    await gate;
    running -= 1;
    return value;
  };
jest.unstable_mockModule('@node-rs/argon2', () => ({
  hash: held('$argon2id$'),
  hashRaw: held(Buffer.alloc(32)),
  verify: held(true),
}));
const { hashPassword, hashWithSalt, verifyPassword } = await import('./password.ts');
const { Overloaded } = await import('../shared/errors.ts');

/** One hash begins in each round of the event loop. */
const rounds = async () => {
  for (let round = 0; round < 100; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('four password hashes run at once, of all kinds together, 64 wait, and one more is refused', async () => {
  await rounds(); // the hash that an unknown account is compared with
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const kinds = [
    () => hashPassword('a'),
    () => hashWithSalt('b', Buffer.alloc(32)),
    () => verifyPassword('$argon2id$', 'c'),
    () => verifyPassword(null, 'd'),
  ];
  const all = Array.from({ length: 68 }, (_, nth) => kinds[nth % kinds.length]!());
  await rounds();
  expect(running).toBe(4);
  await expect(hashPassword('e')).rejects.toBeInstanceOf(Overloaded);
  resolve();
  const answers = await Promise.all(all);
  expect(answers.slice(0, 4)).toEqual(['$argon2id$', Buffer.alloc(32), true, false]);
  expect(running).toBe(0);
});
