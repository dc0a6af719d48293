import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** `up`: as it is. `slow`: each piece comes later. `cut`: connections end and are refused. `silent`: nothing arrives. */
export type LinkState = 'up' | 'slow' | 'cut' | 'silent';

const DELAY_MS = 100;

/** The network between a node and a server, which a test cuts and slows. */
export interface Link {
  port: number;
  set(state: LinkState): void;
  close(): Promise<void>;
}

/** Starts a link to a port of this machine. */
export async function startLink(target: number): Promise<Link> {
  let state: LinkState = 'up';
  const open = new Set<Socket>();
  const pass = (from: Socket, to: Socket) => {
    let before = Promise.resolve();
    // In the order of their arrival, also when the delay ends in between.
    const send = (chunk: Buffer) => {
      const late = state === 'slow' ? wait(DELAY_MS) : undefined;
      before = before.then(async () => {
        await late;
        if (state !== 'silent') to.write(chunk);
      });
    };
    from.on('data', send);
    from.on('error', () => undefined);
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
    open.add(from);
  };
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy();
    const to = connect(target, '127.0.0.1');
    pass(client, to);
    pass(to, client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    set(next) {
      // What was lost in between is never sent: a connection that was silent is useless.
      if (next === 'cut' || state === 'silent') for (const socket of open) socket.destroy();
      state = next;
    },
    async close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
