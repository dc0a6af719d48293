import { endedSessions } from '../sign-in/session-read.ts';
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
    const ended = await endedSessions(
      app,
      sockets.map(({ sessionHash }) => sessionHash),
    );
    if (ended.size === 0) return;
    for (const { sessionHash, end } of sockets) if (ended.has(sessionHash.toString('hex'))) end();
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
