import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../../shared/config.ts';
import { startEmbedded, type EmbeddedPostgres } from './embedded.ts';

const passwordOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'airlog embedded superuser', 32)).toString('hex');

/** The password of clusters of before, which was a part of the secret. */
const formerPasswordOf = (secret: string): string => secret.slice(0, 32);

/** Returns the address with another password. */
function withPassword(url: string, password: string): string {
  const address = new URL(url);
  address.password = password;
  return address.href;
}

/** Whether the superuser signs in at an address. */
async function isRight(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** Returns the address with the password that the superuser has, which is of one of the secrets. Throws when it is of none. */
async function signedIn(url: string, { sessionSecrets }: Config): Promise<string> {
  for (const password of [...sessionSecrets.map(passwordOf), ...sessionSecrets.map(formerPasswordOf)]) {
    const address = withPassword(url, password);
    if (await isRight(address)) return address;
  }
  throw new Error(
    'SESSION_SECRET is not that of the database in DATA_DIR. Nothing was changed. Give the right one, or both during a rotation: NEW,OLD.',
  );
}

/** Returns the address of the database: the given one, or that of an embedded PostgreSQL started now. */
export async function openCluster(config: Config): Promise<{ url: string; embedded?: EmbeddedPostgres }> {
  if (config.databaseUrl) return { url: config.databaseUrl };
  const embedded = await startEmbedded({
    dir: join(config.dataDir, 'postgres'),
    password: passwordOf(config.sessionSecret),
  });
  try {
    return { url: await signedIn(embedded.url, config), embedded };
  } catch (error) {
    if (!embedded.adopted) await embedded.stop();
    throw error;
  }
}

/**
 * Gives the superuser of the embedded PostgreSQL the password of the first secret, and returns the address with it. Only the
 * portal does, when it has accepted the secrets of the database.
 */
export async function renewSuperuser(url: string, { sessionSecret }: Config): Promise<string> {
  const password = passwordOf(sessionSecret);
  const renewed = withPassword(url, password);
  if (renewed === url) return url;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`alter role postgres password ${pg.escapeLiteral(password)}`);
  } finally {
    await client.end();
  }
  return renewed;
}
