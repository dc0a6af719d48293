import type { WebSocket } from 'ws';
import { Frames } from './frames.ts';

/** graphql-ws has no code of its own for it; the client connects again. */
const TRY_LATER = 1013;

type Listener = (...args: unknown[]) => unknown;

/**
 * Hands the messages of a socket to its listeners one after another, each in the turn of its sender. A subscription's
 * message is answered when the subscription has begun: the returned function reports that.
 */
export function inOrder(socket: WebSocket, admitted: (answer: () => Promise<void>) => Promise<void>): () => void {
  let begun: () => void = () => undefined;
  const frames = new Frames({
    admitted,
    tooMany: () => socket.close(TRY_LATER, 'Too many messages'),
    failed: () => socket.close(TRY_LATER, 'Try again later'),
  });
  const answer = async (args: unknown[]): Promise<void> => {
    const listeners = socket.listeners('message') as Listener[];
    const { promise, resolve } = Promise.withResolvers<void>();
    begun = resolve;
    await Promise.race([promise, Promise.all(listeners.map((listener) => listener.apply(socket, args)))]);
  };
  const emit = socket.emit.bind(socket) as (name: string, ...args: unknown[]) => boolean;
  socket.emit = ((name: string, ...args: unknown[]) => {
    if (name !== 'message') return emit(name, ...args);
    void frames.receive(() => answer(args));
    return true;
  }) as typeof socket.emit;
  socket.once('close', () => frames.close());
  return () => begun();
}
