import { readFileSync } from 'node:fs';

/** Connections of a node at most without DATABASE_CONNECTIONS, the fewest with which nothing waits for itself, and the most. */
export const CONNECTIONS = { usual: 15, fewest: 13, most: 500 };

type Environment = Partial<Record<'DATABASE_URL' | 'DATABASE_PASSWORD' | 'DATABASE_PASSWORD_FILE', string>>;
/** An address with several hosts, which are none to `URL`: what precedes them, the hosts, and what follows. */
const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*,[^/?#@]*)((?:[/?#].*)?)$/s;
const HOST = /^(\[[0-9a-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i;
const PORT = '5432';
/** What a node can ask for, as libpq writes it: it writes, so that a standby is no host of it. */
const WRITES = ['read-write', 'primary'];

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
 * Returns an address with one host, or with the first of several and all of them as `hosts`, of which db/primary.ts finds the
 * primary; null for no address.
 */
function addressOf(given: string): URL | null | Error {
  const [, before, list, after] = SEVERAL.exec(given) ?? [];
  const hosts = list?.split(',').map((one) => HOST.exec(one));
  if (hosts?.includes(null)) return new Error('DATABASE_URL has a host that is none: give HOST:PORT between commas.');
  const places = hosts?.map((one) => `${one![1]}:${one![2] ?? PORT}`);
  const url = URL.parse(places ? `${before}${places[0]}${after}` : given);
  const asked = url?.searchParams.get('target_session_attrs');
  if (asked && !WRITES.includes(asked))
    return new Error(`target_session_attrs of DATABASE_URL must be ${WRITES.join(' or ')}: a node writes.`);
  url?.searchParams.delete('target_session_attrs');
  if (places) url?.searchParams.set('hosts', places.join());
  return url;
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
  const url = addressOf(env.DATABASE_URL);
  if (url instanceof Error) return url;
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol))
    return new Error('DATABASE_URL must be an address that starts with postgres: or postgresql://.');
  if (password && url.password) return new Error('DATABASE_URL has a password, and DATABASE_PASSWORD gives another.');
  if (password) url.password = encodeURIComponent(password); // the setter keeps a percent sign
  return url;
}
