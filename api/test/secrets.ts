/** Secrets of the tests, so that every worker derives the same login. */
export const TEST_SECRET = 'only-for-tests-only-for-tests-only-for-tests';
export const TEST_KEY = Buffer.alloc(32, 7);
