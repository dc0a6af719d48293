import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { PrimaryClient } from '../db/primary.ts';
import { Consumers } from './consumers.ts';
import { eventsOf } from './events.ts';
import { packed, unpacked } from './notifications.ts';
import { afterGap, keyOf, type Topic, type TopicEvent, type Topics } from './topics.ts';

const CHANNEL = 'airlog';
const RETRY_MS = 1000;
/** Interval of the notifications that the listening connection sends to itself. */
const HEARTBEAT_MS = 5000;
/** A listening connection that does not deliver its own notification within this time is replaced. */
const SILENT_MS = 5000;

/** Typed publish and subscribe over PostgreSQL LISTEN/NOTIFY, so that every node receives every other node's events. */
export class PubSub {
  readonly #consumers = new Consumers();
  /** Called with each heartbeat. */
  #heard: () => void = () => undefined;
  /** The channel of this node's heartbeats, which wake no other node. */
  readonly #ownChannel = `airlog_${randomUUID().replaceAll('-', '')}`;
  /** Events received since the start. */
  received = 0;
  #client: PrimaryClient | undefined;
  #closed = false;

  constructor(
    readonly url: string,
    readonly log: Logger,
  ) {}

  /** Opens the node's listening connection, which is replaced when it is lost or silent. */
  async start(): Promise<void> {
    const client = new PrimaryClient({
      connectionString: this.url,
      application_name: 'airlog-listen',
      connectionTimeoutMillis: SILENT_MS,
      query_timeout: SILENT_MS,
      keepAlive: true,
    });
    client.on('error', (error) => this.log.warn({ err: error.message }, 'realtime connection lost'));
    client.on('notification', ({ channel, payload }) =>
      channel === this.#ownChannel ? this.#heard() : this.#received(payload),
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
  async #watch(client: PrimaryClient): Promise<void> {
    for (;;) {
      await wait(HEARTBEAT_MS, undefined, { ref: false });
      if (this.#client !== client) return;
      const heard = Promise.withResolvers<boolean>();
      this.#heard = heard.resolve.bind(null, true);
      client.query(`notify ${this.#ownChannel}`).catch(() => undefined);
      if (await Promise.race([heard.promise, wait(SILENT_MS, false, { ref: false })])) continue;
      if (this.#client !== client) return;
      this.log.warn('realtime connection is silent');
      // The query that is still running makes the driver cut the connection instead of waiting for its end.
      return client.end();
    }
  }

  /** Notifies each consumer of a key that it may have missed changes while the node did not listen. */
  #resume(): void {
    for (const [topic, key] of this.#consumers.keys) {
      const event = afterGap(topic, key);
      if (event) this.#consumers.emit(topic, key, event);
    }
  }

  #received(payload = ''): void {
    try {
      for (const event of unpacked(payload)) {
        this.received += 1;
        this.#consumers.emit(event.topic, keyOf(event), event.data);
        this.#consumers.emit(event.topic, null, event.data);
      }
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
    await em.execute('select pg_notify(?, payload) from json_array_elements_text(?::json) payload', [
      CHANNEL,
      JSON.stringify(packed(events)),
    ]);
  }

  /** Returns the number of consumers of a topic. */
  listeners(topic: Topic): number {
    return this.#consumers.count(topic);
  }

  /** Calls `receive` with each event of a topic, in order, until the returned function is called. */
  listen<T extends Topic>(topic: T, receive: (event: Topics[T]) => void): () => void {
    return this.#consumers.add(topic, null, receive as (event: unknown) => void);
  }

  /** Yields the events of a topic from now on, until the consumer returns. `key`: only the events of this id. */
  subscribe<T extends Topic>(topic: T, key?: number): AsyncIterableIterator<Topics[T]> {
    const waiting: Topics[T][] = [];
    return eventsOf(
      () => waiting.shift(),
      (wake) =>
        this.#consumers.add(topic, key ?? null, (event) => {
          waiting.push(event as Topics[T]);
          wake();
        }),
    );
  }

  /**
   * Yields each of the keys that had an event of one of the topics, until the consumer returns. A key with several events
   * that the consumer has not taken yet is yielded once: what waits is never longer than `keys`.
   */
  subscribeAny(topics: readonly Topic[], keys: readonly number[]): AsyncIterableIterator<number> {
    const changed = new Set<number>();
    const take = (): number | undefined => {
      const [key] = changed;
      if (key !== undefined) changed.delete(key);
      return key;
    };
    return eventsOf(take, (wake) => {
      const ends = keys.flatMap((key) =>
        topics.map((topic) =>
          this.#consumers.add(topic, key, () => {
            changed.add(key);
            wake();
          }),
        ),
      );
      return () => ends.forEach((end) => end());
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end();
  }
}
