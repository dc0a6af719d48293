import type { Channel } from '../realtime/channel.ts';
import { HandOff } from './hand-off.entity.ts';
import { canUseHandOffs } from './hand-offs.policy.ts';

/** A request of one side was answered or ended, or its thread has a new message; published by triggers. */
export const handOffsChannel: Channel<'hand-off.changed', { handOffId: number }> = {
  topic: 'hand-off.changed',
  key: 'handOffId',
  afterGap: (handOffId) => ({ handOffId }),
  canJoin: async ({ em, viewer }, id) => canUseHandOffs(viewer) && (await em.count(HandOff, { id })) > 0,
};
