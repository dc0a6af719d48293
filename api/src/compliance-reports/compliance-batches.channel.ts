import { join, type Channel } from '../realtime/channel.ts';
import { beginningWith } from '../realtime/events.ts';
import type { Context } from '../shared/context.ts';

/** A batch of compliance reports began, advanced or ended. */
export const complianceBatchesChannel: Channel<'compliance-batch.progressed', { batchId: number }> = {
  topic: 'compliance-batch.progressed',
  key: 'batchId',
  afterGap: (batchId) => ({ batchId }),
  // Row-level security shows those that the viewer may follow.
  canJoin: async ({ em }, id) =>
    (await em.execute<unknown[]>('select from compliance_batches where id = ?', [id])).length > 0,
};

/**
 * Subscribes to the progress of a batch; throws NotFound for one that the viewer did not start. The first event comes
 * at once: what the job did while a page was not connected is not missed.
 */
export const complianceBatchEvents = async (
  ctx: Context,
  batchId: number,
): Promise<AsyncIterable<{ batchId: number }>> =>
  beginningWith({ batchId }, await join(ctx, complianceBatchesChannel, batchId));
