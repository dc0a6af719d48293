import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from './embedded.ts';

const PREFIX = 'airlog-temporary-';

/** Removes the folders of killed processes. */
function sweep(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    try {
      process.kill(pid, 0);
    } catch {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}

/**
 * Starts an empty PostgreSQL that is fast, loses everything in a crash, and is deleted when it stops. Returns its
 * superuser's address.
 */
export async function startTemporary(): Promise<{ url: string; stop: () => Promise<void> }> {
  sweep();
  const dir = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const embedded = await startEmbedded({
    dir: join(dir, 'postgres'),
    password: 'temporary',
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 300 },
  });
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
