import { isOwnKey, type Channel } from '../realtime/channel.ts';

/**
 * The inbox of a user has a new item, published by a trigger, or, with `itemId` 0, items that were marked as read.
 */
export const inboxChannel: Channel<'inbox.changed', { userId: number; itemId: number }> = {
  topic: 'inbox.changed',
  key: 'userId',
  afterGap: (userId) => ({ userId, itemId: 0 }),
  canJoin: isOwnKey,
};
