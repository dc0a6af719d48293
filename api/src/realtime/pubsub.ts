import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Topic, Topics } from './topics.ts';

const CHANNEL = 'airlog';
const RETRY_MS = 1000;

/** Typed publish and subscribe over PostgreSQL LISTEN/NOTIFY, so that every node hears every other. */
export class PubSub {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #client: pg.Client | undefined;
  #closed = false;

  constructor(readonly url: string, readonly log: Logger) {}

  /** Opens the node's one listening connection; it comes back by itself after a lost database. */
  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'airlog-listen', connectionTimeoutMillis: 5000, keepAlive: true });
    client.on('error', (error) => this.log.warn({ err: error.message }, 'realtime connection lost'));
    client.on('end', () => this.#retry());
    client.on('notification', ({ payload }) => {
      const { topic, data } = JSON.parse(payload ?? '{}') as { topic: Topic; data: unknown };
      this.#emitter.emit(topic, data);
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    this.#client = client;
  }

  #retry(): void {
    this.#client = undefined;
    if (this.#closed) return;
    setTimeout(() => {
      if (!this.#closed) this.start().catch(() => this.#retry());
    }, RETRY_MS).unref();
  }

  /** Tells every node, this one included. A lost connection loses the wake-up, never the data: clients read again on reconnect. */
  async publish<T extends Topic>(topic: T, data: Topics[T]): Promise<void> {
    await this.#client?.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify({ topic, data })]).catch((error: Error) => {
      this.log.warn({ err: error.message, topic }, 'a change was not announced');
    });
  }

  /** The events of a topic from now on; ends when the consumer stops. */
  async *subscribe<T extends Topic>(topic: T): AsyncGenerator<Topics[T]> {
    const queue: Topics[T][] = [];
    let wake: () => void = () => undefined;
    const listener = (data: Topics[T]) => {
      queue.push(data);
      wake();
    };
    this.#emitter.on(topic, listener);
    try {
      for (;;) {
        while (queue.length > 0) yield queue.shift()!;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      this.#emitter.off(topic, listener);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end();
  }
}
