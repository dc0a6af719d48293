import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { EmbeddedPostgres } from './embedded.ts';

const LOOK_MS = 1000;
// The processes of a killed server hold its memory for a moment, and until then a new one refuses to start.
const ATTEMPTS = 10;

/** Starts the server again. Returns whether it runs. */
async function revive(server: Pick<EmbeddedPostgres, 'restart'>, log: Logger, pauseMs: number): Promise<boolean> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      await server.restart();
      log.warn({ attempt }, 'the embedded database runs again');
      return true;
    } catch (error) {
      log.error({ err: error, attempt }, 'the embedded database did not start again');
      await sleep(pauseMs);
    }
  }
  return false;
}

/**
 * Starts the embedded database again when its process ended. Calls `giveUp` once when that fails, so that the process
 * may end and a service manager start it again. Returns a function that ends the supervision; it resolves when no start
 * is under way.
 */
export function supervise(
  server: Pick<EmbeddedPostgres, 'alive' | 'restart'>,
  log: Logger,
  giveUp: () => void,
  pauseMs = LOOK_MS,
): () => Promise<void> {
  const ended = new AbortController();
  const watch = async () => {
    while (!ended.signal.aborted) {
      await sleep(pauseMs, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
      if (ended.signal.aborted || (await server.alive())) continue;
      log.error('the embedded database has ended');
      if (!(await revive(server, log, pauseMs))) return giveUp();
    }
  };
  const watching = watch();
  return async () => {
    ended.abort();
    await watching;
  };
}
