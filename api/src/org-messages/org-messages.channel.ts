import { isOwnKey, type Channel } from '../realtime/channel.ts';

/** A message to a user was sent. */
export const orgMessagesChannel: Channel<'org-message.sent', { messageId: number; userId: number }> = {
  topic: 'org-message.sent',
  key: 'userId',
  afterGap: null,
  canJoin: isOwnKey,
};
