import { join } from 'node:path';
import type { Config } from '../shared/config.ts';
import { startEmbedded, type EmbeddedPostgres } from './embedded.ts';

/** Returns the address of the database: the given one, or that of an embedded PostgreSQL started now. */
export async function openCluster(config: Config): Promise<{ url: string; embedded?: EmbeddedPostgres }> {
  if (config.databaseUrl) return { url: config.databaseUrl };
  const embedded = await startEmbedded({
    dir: join(config.dataDir, 'postgres'),
    password: config.sessionSecret.slice(0, 32),
  });
  return { url: embedded.url, embedded };
}
