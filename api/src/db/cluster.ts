import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../shared/config.ts';
import { startEmbedded, type EmbeddedPostgres } from './embedded.ts';

const passwordOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'airlog embedded superuser', 32)).toString('hex');

/** The password of clusters of before, which was a part of the secret. */
const formerPasswordOf = (secret: string): string => secret.slice(0, 32);

/** Connects as the superuser with a password and returns what `work` does; null when the password is wrong. */
async function signedIn<T>(url: string, password: string, work: (client: pg.Client) => Promise<T>): Promise<T | null> {
  const address = new URL(url);
  address.password = password;
  const client = new pg.Client({ connectionString: address.href });
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') return null;
    throw error;
  } finally {
    await client.end();
  }
}

/** Gives the superuser the password of the first secret, unless it has that one; the present one is of any of the secrets. */
async function renewPassword(url: string, secrets: readonly string[]): Promise<void> {
  const [wanted, ...others] = [...secrets.map(passwordOf), ...secrets.map(formerPasswordOf)] as [string, ...string[]];
  if (await signedIn(url, wanted, async () => true)) return;
  for (const password of others)
    if (
      await signedIn(url, password, async (client) => {
        await client.query(`alter role postgres password ${pg.escapeLiteral(wanted)}`);
        return true;
      })
    )
      return;
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
    await renewPassword(embedded.url, config.sessionSecrets);
  } catch (error) {
    if (!embedded.adopted) await embedded.stop();
    throw error;
  }
  return { url: embedded.url, embedded };
}
