import type { Channel } from './channel.ts';

/** An event that a backend published for existing realtime clients. Only the relay of each node receives it. */
export const publishedEventsChannel: Channel<'event.published', { eventId: number }> = {
  topic: 'event.published',
  key: 'eventId',
  afterGap: null,
  canJoin: () => Promise.resolve(false),
};
