import { join, type Channel } from '../realtime/channel.ts';
import { beginningWith } from '../realtime/events.ts';
import type { Context } from '../shared/context.ts';
import { Upload } from './upload.entity.ts';

/** The state of an upload changed. */
export const uploadsChannel: Channel<'upload.changed', { uploadId: number }> = {
  topic: 'upload.changed',
  key: 'uploadId',
  afterGap: (uploadId) => ({ uploadId }),
  canJoin: async ({ em }, id) => (await em.count(Upload, { id })) > 0,
};

/**
 * Subscribes to the states of an upload; throws NotFound for one that the viewer may not see. The first event comes
 * at once: what the job did while a page was not connected is not missed.
 */
export const uploadEvents = async (ctx: Context, uploadId: number): Promise<AsyncIterable<{ uploadId: number }>> =>
  beginningWith({ uploadId }, await join(ctx, uploadsChannel, uploadId));
