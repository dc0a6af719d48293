import { randomUUID } from 'node:crypto';
import { EventEmitter, on, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Logger } from 'pino';
import { AFTER_GAP, KEY_OF, type Topic, type TopicEvent, type Topics } from './topics.ts';

const CHANNEL = 'airlog';
const RETRY_MS = 1000;
/** Interval of the notifications that the listening connection sends to itself. */
const HEARTBEAT_MS = 5000;
/** A listening connection that does not deliver its own notification within this time is replaced. */
const SILENT_MS = 5000;
const HEARD = Symbol('heartbeat');

/** Typed publish and subscribe over PostgreSQL LISTEN/NOTIFY, so that every node receives every other node's events. */
export class PubSub {
  /** Events by topic, and by topic and key: an event wakes only the consumers that it is for. */
  readonly #emitter = new EventEmitter().setMaxListeners(0);
  /** The channel of this node's heartbeats, which wake no other node. */
  readonly #ownChannel = `airlog_${randomUUID().replaceAll('-', '')}`;
  #client: pg.Client | undefined;
  #closed = false;

  constructor(
    readonly url: string,
    readonly log: Logger,
  ) {}

  /** Opens the node's listening connection, which is replaced when it is lost or silent. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'airlog-listen',
      connectionTimeoutMillis: SILENT_MS,
      query_timeout: SILENT_MS,
      keepAlive: true,
    });
    client.on('error', (error) => this.log.warn({ err: error.message }, 'realtime connection lost'));
    client.on('notification', ({ channel, payload }) =>
      channel === this.#ownChannel ? this.#emitter.emit(HEARD) : this.#received(payload),
    );
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}; listen ${this.#ownChannel}`);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    if (this.#closed) return client.end();
    this.#client = client;
    client.once('end', () => void this.#reconnect());
    void this.#watch(client);
  }

  /** One loop at a time: a second listening connection would deliver every event twice. */
  async #reconnect(): Promise<void> {
    this.#client = undefined;
    while (!this.#closed && !this.#client) {
      await wait(RETRY_MS, undefined, { ref: false });
      if (!this.#closed) await this.start().catch(() => undefined);
    }
    if (this.#client) this.#resume();
  }

  /** Ends a connection that no longer delivers, for example because its server process hangs. */
  async #watch(client: pg.Client): Promise<void> {
    for (;;) {
      await wait(HEARTBEAT_MS, undefined, { ref: false });
      if (this.#client !== client) return;
      const heard = once(this.#emitter, HEARD, { signal: AbortSignal.timeout(SILENT_MS) });
      client.query(`notify ${this.#ownChannel}`).catch(() => undefined);
      try {
        await heard;
      } catch {
        if (this.#client !== client) return;
        this.log.warn('realtime connection is silent');
        // The query that is still running makes the driver cut the connection instead of waiting for its end.
        return client.end();
      }
    }
  }

  /** Notifies each consumer of a key that it may have missed changes while the node did not listen. */
  #resume(): void {
    for (const name of this.#emitter.eventNames().filter((name) => typeof name === 'string')) {
      const [topic, key] = name.split(':') as [Topic, string | undefined];
      const event = key === undefined ? undefined : AFTER_GAP[topic]?.(Number(key));
      if (event) this.#emitter.emit(name, event);
    }
  }

  #received(payload = '{}'): void {
    try {
      const { topic, data } = JSON.parse(payload) as { topic: Topic; data: Record<string, number> };
      this.#emitter.emit(topic, data);
      this.#emitter.emit(`${topic}:${data[KEY_OF[topic]]}`, data);
    } catch (error) {
      this.log.warn({ err: error }, 'an event could not be read'); // any login of the database may NOTIFY
    }
  }

  /**
   * Notifies every node, including this one, when the transaction of `em` commits; a rollback notifies none. A lost
   * listening connection loses the wake-up, never the data: its consumers read again.
   */
  async publish(em: EntityManager, events: TopicEvent[]): Promise<void> {
    if (events.length === 0) return;
    await em.execute('select pg_notify(?, event::text) from json_array_elements(?::json) event', [
      CHANNEL,
      JSON.stringify(events),
    ]);
  }

  /** Returns the number of consumers of a topic. */
  listeners(topic: Topic): number {
    const names = this.#emitter.eventNames().filter((name) => name === topic || String(name).startsWith(`${topic}:`));
    return names.reduce((sum, name) => sum + this.#emitter.listenerCount(name), 0);
  }

  /** Calls `receive` with each event of a topic, in order, until the returned function is called. */
  listen<T extends Topic>(topic: T, receive: (event: Topics[T]) => void): () => void {
    this.#emitter.on(topic, receive);
    return () => void this.#emitter.off(topic, receive);
  }

  /** Yields the events of a topic from now on, until the consumer returns. `key`: only the events of this id. */
  subscribe<T extends Topic>(topic: T, key?: number): AsyncIterableIterator<Topics[T]> {
    const events = on(this.#emitter, key === undefined ? topic : `${topic}:${key}`) as AsyncIterator<[Topics[T]]>;
    return {
      async next() {
        const { value, done } = await events.next();
        return done ? { value: undefined, done } : { value: value[0], done: false };
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

  /**
   * Yields each of the keys that had an event of one of the topics, until the consumer returns. A key with several events
   * that the consumer has not taken yet is yielded once: what waits is never longer than `keys`.
   */
  subscribeAny(topics: readonly Topic[], keys: readonly number[]): AsyncIterableIterator<number> {
    const changed = new Set<number>();
    let isOver = false;
    let wake = () => {};
    const listeners = keys.flatMap((key) => {
      const listener = () => {
        changed.add(key);
        wake();
      };
      return topics.map((topic) => ({ name: `${topic}:${key}`, listener }));
    });
    for (const { name, listener } of listeners) this.#emitter.on(name, listener);
    const end = () => {
      isOver = true;
      for (const { name, listener } of listeners) this.#emitter.off(name, listener);
      wake();
    };
    return {
      async next() {
        while (changed.size === 0 && !isOver) await new Promise<void>((resolve) => (wake = resolve));
        const [key] = changed;
        if (isOver || key === undefined) return { value: undefined, done: true };
        changed.delete(key);
        return { value: key, done: false };
      },
      return() {
        end();
        return Promise.resolve({ value: undefined, done: true });
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
