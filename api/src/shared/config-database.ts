import { readFileSync } from 'node:fs';

type Environment = Partial<Record<'DATABASE_URL' | 'DATABASE_PASSWORD' | 'DATABASE_PASSWORD_FILE', string>>;
/** Several hosts, which are no address to `URL`. */
const SEVERAL = /^postgres(ql)?:\/\/([^/]*@)?[^/@]*,/;

function passwordOf(env: Environment): string | Error {
  const { DATABASE_PASSWORD: given, DATABASE_PASSWORD_FILE: file } = env;
  if (given && file) return new Error('DATABASE_PASSWORD and DATABASE_PASSWORD_FILE are both set: give one.');
  if (!file) return given ?? '';
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    return new Error(`DATABASE_PASSWORD_FILE cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/**
 * Returns the address of the database with its password, which may be in the address, in DATABASE_PASSWORD, or in the file
 * that DATABASE_PASSWORD_FILE names: as it is, with any characters. Undefined without DATABASE_URL. An error has one
 * readable line, without a part of the address.
 */
export function databaseOf(env: Environment): URL | undefined | Error {
  const password = passwordOf(env);
  if (password instanceof Error) return password;
  if (!env.DATABASE_URL)
    return password
      ? new Error('DATABASE_PASSWORD is set without DATABASE_URL: the embedded database has its own.')
      : undefined;
  if (SEVERAL.test(env.DATABASE_URL))
    return new Error(
      'DATABASE_URL names several hosts. Give one address that follows the primary (docs/operations.md, "Failover").',
    );
  const url = URL.parse(env.DATABASE_URL);
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol))
    return new Error('DATABASE_URL must be an address that starts with postgres: or postgresql://.');
  if (password && url.password) return new Error('DATABASE_URL has a password, and DATABASE_PASSWORD gives another.');
  if (password) url.password = encodeURIComponent(password); // the setter keeps a percent sign
  return url;
}
