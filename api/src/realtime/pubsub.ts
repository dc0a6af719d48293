import { EventEmitter, on } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Topic, Topics } from './topics.ts';

const CHANNEL = 'airlog';
const RETRY_MS = 1000;
/** Timeout for an announcement: the change is committed, and its caller must not wait for a silent connection. */
const QUERY_MS = 2000;

/** Typed publish and subscribe over PostgreSQL LISTEN/NOTIFY, so that every node receives every other node's events. */
export class PubSub {
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  #client: pg.Client | undefined;
  #closed = false;
  /** Announcements run one after another, because the driver runs one statement per connection at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    readonly url: string,
    readonly log: Logger,
  ) {}

  /** Opens the node's listening connection, which reconnects after the database was lost. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'airlog-listen',
      connectionTimeoutMillis: 5000,
      query_timeout: QUERY_MS,
      keepAlive: true,
    });
    client.on('error', (error) => this.log.warn({ err: error.message }, 'realtime connection lost'));
    client.on('notification', ({ payload }) => this.#received(payload));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    if (this.#closed) return client.end();
    this.#client = client;
    client.once('end', () => void this.#reconnect());
  }

  /** One loop at a time: a second listening connection would deliver every event twice. */
  async #reconnect(): Promise<void> {
    this.#client = undefined;
    while (!this.#closed && !this.#client) {
      await wait(RETRY_MS, undefined, { ref: false });
      if (!this.#closed) await this.start().catch(() => undefined);
    }
  }

  #received(payload = '{}'): void {
    try {
      const { topic, data } = JSON.parse(payload) as { topic: Topic; data: unknown };
      this.#emitter.emit(topic, data);
    } catch (error) {
      this.log.warn({ err: error }, 'an event could not be read'); // any login of the database may NOTIFY
    }
  }

  /**
   * Notifies every node, including this one. A lost connection loses the wake-up, never the data: clients read again on
   * reconnect.
   */
  async publish<T extends Topic>(topic: T, data: Topics[T]): Promise<void> {
    const payload = JSON.stringify({ topic, data });
    const announced = this.#last
      .then(() => this.#client?.query('select pg_notify($1, $2)', [CHANNEL, payload]))
      .catch((error: Error) => {
        this.log.warn({ err: error.message, topic }, 'a change was not announced');
      });
    this.#last = announced;
    await announced;
  }

  /** Returns the number of consumers of a topic. */
  listeners(topic: Topic): number {
    return this.#emitter.listenerCount(topic);
  }

  /**
   * Yields the accepted events of a topic from now on, until the consumer returns. Filter here, not in a wrapping
   * generator, which could not end while it waits for the next event.
   */
  subscribe<T extends Topic>(
    topic: T,
    accepts: (data: Topics[T]) => boolean = () => true,
  ): AsyncIterableIterator<Topics[T]> {
    const events = on(this.#emitter, topic) as AsyncIterator<[Topics[T]]>;
    return {
      async next() {
        for (;;) {
          const { value, done } = await events.next();
          if (done) return { value: undefined, done };
          if (accepts(value[0])) return { value: value[0], done: false };
        }
      },
      async return() {
        await events.return!();
        return { value: undefined, done: true };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end();
  }
}
