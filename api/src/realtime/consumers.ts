import type { Topic } from './topics.ts';

type Receive = (event: unknown) => void;
/** The id by which a consumer follows a topic; null for all its events. */
type Key = number | null;

/** The consumers of events by topic and key, so that an event is looked up by its numbers and calls only those that it is for. */
export class Consumers {
  readonly #all = new Map<Topic, Map<Key, Set<Receive>>>();

  /** Calls `receive` with each event of a key until the returned function is called. */
  add(topic: Topic, key: Key, receive: Receive): () => void {
    const keys = this.#all.get(topic) ?? new Map<Key, Set<Receive>>();
    const own = keys.get(key) ?? new Set();
    this.#all.set(topic, keys.set(key, own.add(receive)));
    return () => {
      own.delete(receive);
      if (own.size === 0 && keys.get(key) === own) keys.delete(key);
    };
  }

  /** Calls the consumers of a key; none for an event that has none. */
  emit(topic: Topic, key: Key | undefined, event: unknown): void {
    if (key === undefined) return;
    for (const receive of this.#all.get(topic)?.get(key) ?? []) receive(event);
  }

  /** Returns the keys that consumers follow, with their topics. */
  get keys(): [Topic, number][] {
    return [...this.#all].flatMap(([topic, keys]) =>
      [...keys.keys()].flatMap((key): [Topic, number][] => (key === null ? [] : [[topic, key]])),
    );
  }

  /** Returns the number of consumers of a topic. */
  count(topic: Topic): number {
    return [...(this.#all.get(topic)?.values() ?? [])].reduce((sum, own) => sum + own.size, 0);
  }
}
