import { livingSessions } from '../auth/session.read.ts';
import type { App } from '../shared/context.ts';

const CHECK_MS = 5000;

/** An open socket and the session that it depends on. */
export interface WatchedSocket {
  sessionHash: Buffer;
  /** Closes the socket with the code of its protocol for an ended session. */
  end(): void;
}

/**
 * Signing out anywhere ends a socket within seconds. One statement checks the sessions of all sockets of a node; while
 * the database is unavailable the sockets stay open. Returns the function that ends the watch.
 */
export function watchSessions(app: App, socketsOf: (() => WatchedSocket[])[]): () => void {
  const check = async (): Promise<void> => {
    const sockets = socketsOf.flatMap((list) => list());
    const hashes = new Map(sockets.map(({ sessionHash }) => [sessionHash.toString('hex'), sessionHash]));
    const living = await livingSessions(app, [...hashes.values()]);
    const alive = new Set(living.map(({ sessionHash }) => sessionHash.toString('hex')));
    for (const { sessionHash, end } of sockets) if (!alive.has(sessionHash.toString('hex'))) end();
  };
  let checking = false;
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    check()
      .catch((error: unknown) => app.log.warn({ err: error }, 'the sessions of sockets could not be checked'))
      .finally(() => (checking = false));
  }, CHECK_MS).unref();
  return () => clearInterval(timer);
}
