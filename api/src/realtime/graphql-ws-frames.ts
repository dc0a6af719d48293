import type { WebSocket } from 'ws';
import { Frames } from './frames.ts';

/** graphql-ws has no code of its own for it; the client connects again. */
const TRY_LATER = 1013;

/** The code with which graphql-ws closes a socket without a `connection_init`. */
const INIT_TIMEOUT = 4408;
/** Milliseconds in which the first message comes. */
const SILENCE_MS = 3000;

type Listener = (...args: unknown[]) => unknown;

/**
 * Hands the messages of a socket to its listeners one after another, each in the turn of its sender. A subscription's
 * message is answered when the subscription has begun: the returned function reports that. A socket on which no message
 * comes is closed.
 */
export function framesInOrder(socket: WebSocket, admitted: (answer: () => Promise<void>) => Promise<void>): () => void {
  let begun: () => void = () => undefined;
  const frames = new Frames({
    admitted,
    tooMany: () => socket.close(TRY_LATER, 'Too many messages'),
    failed: () => socket.close(TRY_LATER, 'Try again later'),
  });
  const silence = setTimeout(() => socket.close(INIT_TIMEOUT, 'Connection initialization timeout'), SILENCE_MS);
  const answer = async (args: unknown[]): Promise<void> => {
    const listeners = socket.listeners('message') as Listener[];
    const { promise, resolve } = Promise.withResolvers<void>();
    begun = resolve;
    await Promise.race([promise, Promise.all(listeners.map((listener) => listener.apply(socket, args)))]);
  };
  const emit = socket.emit.bind(socket) as (name: string, ...args: unknown[]) => boolean;
  socket.emit = ((name: string, ...args: unknown[]) => {
    if (name !== 'message') return emit(name, ...args);
    clearTimeout(silence);
    void frames.receive(() => answer(args));
    return true;
  }) as typeof socket.emit;
  socket.once('close', () => {
    clearTimeout(silence);
    frames.close();
  });
  return () => begun();
}
