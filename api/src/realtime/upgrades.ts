import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { noteRefusal } from '../auth/refusals.ts';
import type { App } from '../shared/context.ts';
import { TooMany } from '../shared/errors.ts';
import { addressOf } from '../shared/network.ts';
import type { WatchedSocket } from './session-watch.ts';

/** A handler of websocket upgrades. */
export interface SocketEndpoint {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** The open sockets that end with their sessions. */
  watched(): WatchedSocket[];
  /** Ends its sockets. */
  close(): Promise<void>;
}

/** Answers an upgrade with a status and ends the connection. */
export const refuseUpgrade = (socket: Duplex, status: string): void =>
  void socket
    .once('finish', () => socket.destroy()) // does not wait for a client that keeps its side open
    .end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);

/** Counts a refused upgrade, whose answer has no id. */
export const noteUpgrade = (app: App, request: IncomingMessage, error: unknown): void =>
  noteRefusal(
    app,
    {
      ip: addressOf(app.config, request),
      requestId: randomUUID(),
      userId: app.admission.userOf(request.headers),
    },
    error,
  );

/** The refusal of a socket that is one too many; the client tries again by its own rules. */
export const tooManySockets = () => new TooMany(0);

/**
 * Chooses the handler of a websocket by its path, in order; any other path is a 404. A websocket opens in the turn of
 * its sender.
 */
export function routeUpgrades(http: Server, app: App, endpoints: [path: RegExp, endpoint: SocketEndpoint][]): void {
  http.on('upgrade', (request, socket, head) => {
    socket.on('error', () => undefined);
    const path = URL.parse(request.url ?? '/', 'http://local')?.pathname ?? '';
    const found = endpoints.find(([pattern]) => pattern.test(path));
    if (!found) return refuseUpgrade(socket, '404 Not Found');
    const origin = { headers: request.headers, ip: addressOf(app.config, request) };
    app.admission
      .run(origin, async () => found[1].upgrade(request, socket, head))
      .catch((error: unknown) => {
        noteUpgrade(app, request, error);
        refuseUpgrade(socket, '429 Too Many Requests');
      });
  });
}
