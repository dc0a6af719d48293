import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isLost } from './lost.ts';

/** As long as a failover lasts, or a database that starts with the nodes. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 1000;
/** The server only reads: a standby that is about to be the primary. */
const READ_ONLY = '25006';

/**
 * Does what a node needs of its database before it starts, and repeats it while the database cannot be reached, for a minute.
 * Throws the last error, and each other one at once.
 */
export async function whenReached<T>(work: () => Promise<T>, log: Logger): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;)
    try {
      return await work();
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if ((!isLost(error) && code !== READ_ONLY) || performance.now() > until) throw error;
      log.warn({ err: message || code }, 'the database cannot be reached: the start waits');
      await wait(PAUSE_MS);
    }
}
