import { found } from '../folders/channel.ts';
import type { Channel } from './channel.ts';

type Found = (typeof found)[number];
type DataOf<C> = C extends Channel<string, infer Data> ? Data : never;

/** The data of each topic: those of the `*.channel.ts` of the features. */
export type Topics = { [C in Found as C['topic']]: DataOf<C> };

export type Topic = keyof Topics;

/** One event of any topic. Its JSON must stay far below 8,000 bytes, the limit of a notification in PostgreSQL. */
export type TopicEvent = { [T in Topic]: { topic: T; data: Topics[T] } }[Topic];

type AnyChannel = Pick<Channel<string, object>, 'topic' | 'afterGap'> & { key: string };

/** Returns the channels by their topics; throws when two have the same. */
export function byTopic(channels: readonly AnyChannel[]): Map<string, AnyChannel> {
  const all = new Map<string, AnyChannel>();
  for (const channel of channels) {
    if (all.has(channel.topic)) throw new Error(`Two channels have the topic ${channel.topic}.`);
    all.set(channel.topic, channel);
  }
  return all;
}

const channels = byTopic(found);

export const TOPICS = [...channels.keys()] as Topic[];

/** Returns the id by which receivers choose an event; undefined for a topic of another release. */
export const keyOf = ({ topic, data }: { topic: string; data: Record<string, number> }): number | undefined =>
  data[channels.get(topic)?.key ?? ''];

/** Returns the event of a key after a gap; null for a topic that has none. */
export const afterGap = (topic: Topic, key: number): object | null => channels.get(topic)?.afterGap?.(key) ?? null;
