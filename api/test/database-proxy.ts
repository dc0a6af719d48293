import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A connection of the portal to the database, as the proxy sees it. */
export interface Proxied {
  client: Socket;
  server: Socket;
}

/** When a connection is lost, and how. */
export interface Loss {
  /** The application name of the connections that are lost; null: no connection yet has one, so all new ones. */
  of: string | null;
  when: 'opened' | 'first message' | 'first answer' | 'statement' | 'answer';
  how: (one: Proxied) => void;
}

/** A message of PostgreSQL that ends a connection. */
export function fatal(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** Passes connections on to a database, and loses them where a test asks for it. */
export class DatabaseProxy {
  readonly #open = new Map<Proxied, { name: string }>();
  readonly #server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  #loss: Loss | null = null;

  /** `target` is where new connections lead. */
  constructor(public target: URL) {}

  /** Returns the address of the database through the proxy. */
  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    return Object.assign(new URL(this.target), { host: `127.0.0.1:${port}` }).href;
  }

  /** From now on connections are lost like this; null: none is. */
  lose(loss: Loss | null): void {
    this.#loss = loss;
  }

  /** Loses the open connections of an application now. Returns their number. */
  loseOpen(name: string, how: Loss['how']): number {
    const lost = [...this.#open].filter(([, one]) => one.name === name);
    for (const [one] of lost) how(one);
    return lost.length;
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const { client, server } of this.#open.keys()) [client, server].forEach((end) => end.destroy());
  }

  #accept(client: Socket): void {
    const server = connect({ host: this.target.hostname, port: Number(this.target.port), allowHalfOpen: true });
    const one = { client, server };
    const about = { name: '' };
    this.#open.set(one, about);
    for (const end of [client, server]) end.on('error', () => undefined);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const)
      from.once('close', () => {
        this.#open.delete(one);
        to.destroy();
      });
    const loses = (when: Loss['when']) => {
      if (this.#loss?.when !== when || (this.#loss.of ?? about.name) !== about.name) return false;
      this.#loss.how(one);
      return true;
    };
    if (loses('opened')) return;
    let [isAsked, isAnswered, isReady] = [false, false, false];
    client.on('data', (chunk) => {
      if (!isAsked) about.name = /application_name\0([^\0]*)/.exec(chunk.toString('latin1'))?.[1] ?? '';
      const when = isAsked ? (isReady ? 'statement' : null) : 'first message';
      isAsked = true;
      if (!when || !loses(when)) server.write(chunk);
    });
    server.on('data', (chunk) => {
      const when = isReady ? 'answer' : isAnswered ? null : 'first answer';
      isAnswered = true;
      // ReadyForQuery is the last message of a sign-in.
      isReady ||= chunk.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I'));
      if (!when || !loses(when)) client.write(chunk);
    });
    client.on('end', () => server.end());
    server.on('end', () => client.end());
  }
}
