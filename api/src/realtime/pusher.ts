import type { IncomingHttpHeaders } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Origin } from '../auth/admission.ts';
import { isOwnOrigin } from '../auth/authenticate.ts';
import type { App } from '../shared/context.ts';
import { ForeignSite } from '../shared/errors.ts';
import { addressOf, networkOf } from '../shared/network.ts';
import { forgetSockets, socketOwnerOf } from './broadcasting.service.ts';
import { PusherConnection, type ConnectionHost, type SocketWire } from './pusher-connection.ts';
import { PusherConnections } from './pusher-connections.ts';
import { deliverOrgMessages } from './pusher-deliveries.ts';
import { relayPublishedEvents } from './pusher-relay.ts';
import { connectionEstablished, pusherError, PusherCode } from './pusher-frames.ts';
import { noteUpgrade, tooManySockets, type SocketEndpoint } from './upgrades.ts';
import type { UserSockets } from './user-sockets.ts';
import { newSocketId } from './socket-id.ts';

const MAX_MESSAGE = 10_000;
/** Seconds of silence after which clients send a ping. */
const ACTIVITY_TIMEOUT = 30;
const TICK_MS = 5000;
const GOODBYE_MS = 1000;

/** Accepts the upgrade, then closes with a code that clients understand, because they cannot read a refused upgrade. */
function turnAway(socket: WebSocket, code: number, message: string): void {
  socket.send(pusherError(code, message));
  socket.close(code, message);
}

/**
 * The library writes each frame at once, so that ours are between its own: nothing is compressed, and it buffers nothing
 * itself.
 */
const wireOf = (socket: WebSocket, stream: Duplex): SocketWire => ({
  get bufferedAmount() {
    return stream.writableLength;
  },
  write: (frame) => {
    if (socket.readyState === socket.OPEN) stream.write(frame);
  },
  close: (code, reason) => socket.close(code, reason),
  terminate: () => socket.terminate(),
});

/** The Pusher protocol, version 7, at /app/{key}: existing realtime clients receive messages here (decisions/010). */
export function pusherEndpoint(app: App, users: UserSockets): SocketEndpoint {
  const { realtime } = app.config;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
    clientTracking: false,
  });
  const connections = new PusherConnections(users);
  const deliveries = [deliverOrgMessages(app, connections), relayPublishedEvents(app, connections)];
  const sockets = new Set<WebSocket>();
  let gone: string[] = [];

  const failed = (error: unknown) => app.log.warn({ err: error }, 'a realtime socket could not be served');
  const host = (signer: NonNullable<typeof realtime>, from: Origin): ConnectionHost => ({
    signer,
    failed,
    now: Date.now,
    ownerOf: (socketId) => socketOwnerOf(app, socketId),
    admit: (connection, owner) => connections.admit(connection, owner),
    admitted: ({ owner }, answer) => app.admission.run(owner ? { userId: owner.userId } : from, answer),
  });

  function open(socket: WebSocket, stream: Duplex, from: { headers: IncomingHttpHeaders; ip: string }): void {
    const connection = new PusherConnection(newSocketId(), wireOf(socket, stream), host(realtime!, from));
    connections.add(connection, networkOf(from.ip));
    // Bytes that are not valid text are not a frame either.
    socket.on('message', (data, isBinary) => void connection.receive(isBinary ? '' : String(data)));
    socket.on('ping', () => connection.seen());
    socket.on('close', () => {
      if (connection.owner) gone.push(connection.socketId);
      connection.closed();
      connections.remove(connection);
    });
    connection.send(connectionEstablished(connection.socketId, ACTIVITY_TIMEOUT));
  }

  async function forget(): Promise<void> {
    const ids = gone;
    gone = [];
    await forgetSockets(app, ids);
  }

  const timer = setInterval(() => {
    connections.tick(Date.now());
    forget().catch(failed);
  }, TICK_MS).unref();

  return {
    // A client closed with 4009 does not reconnect by itself.
    watched: () =>
      connections.all.flatMap((connection) =>
        connection.owner
          ? {
              sessionHash: connection.owner.sessionHash,
              end: () => connection.end(PusherCode.unauthorized, 'Connection is unauthorized'),
            }
          : [],
      ),
    upgrade(request, stream, head) {
      const key = URL.parse(request.url ?? '/', 'http://local')!.pathname.split('/')[2];
      const address = addressOf(app.config, request);
      server.handleUpgrade(request, stream, head, (socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        // The client sent a broken frame; ws has closed the socket with the right code.
        socket.on('error', () => undefined);
        if (!realtime || key !== realtime.key) turnAway(socket, PusherCode.wrongKey, 'Application does not exist');
        else if (!isOwnOrigin(app, request.headers)) {
          noteUpgrade(app, request, new ForeignSite());
          turnAway(socket, PusherCode.unauthorized, 'Connection is unauthorized');
        } else if (!connections.hasRoom(networkOf(address))) {
          noteUpgrade(app, request, tooManySockets());
          turnAway(socket, PusherCode.overCapacity, 'Over capacity');
        } else open(socket, stream, { headers: request.headers, ip: address });
      });
    },
    async close() {
      clearInterval(timer);
      const closed = [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
      for (const socket of sockets) socket.close(PusherCode.general, 'The server restarts');
      // Does not wait for a client that ignores the closing handshake.
      const late = setTimeout(() => sockets.forEach((socket) => socket.terminate()), GOODBYE_MS);
      await Promise.all(closed);
      clearTimeout(late);
      await Promise.all(deliveries.map((one) => one.close()));
      await forget().catch(failed);
    },
  };
}
