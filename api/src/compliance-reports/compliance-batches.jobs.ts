import { recordDone } from '../auth/authorize.ts';
import { beginReading } from '../auth/reading.ts';
import { findActiveViewer } from '../sign-in/session-read.ts';
import type { Job } from '../queue/job.ts';
import { Context } from '../shared/context.ts';
import { issuePortion } from './compliance-batches.service.ts';
import { beginBatchAttempt, failBatch } from './compliance-batches.store.ts';

const RETRIES = 5;
/** The lines of the audit log name the operation that asked for the reports. */
const OPERATION = 'Mutation.startComplianceBatch';

/**
 * Issues the reports of a batch, with the rights of now of the user who asked for it. Each portion is one transaction with
 * its audit line: a killed job goes on after the last one.
 */
export const issueComplianceReportsJob: Job<'issue-compliance-reports'> = {
  name: 'issue-compliance-reports',
  retries: RETRIES,
  timeoutSeconds: 600,
  run: async ({ app, request }, { batchId, userId }) => {
    const viewer = await findActiveViewer(app, userId);
    if (!viewer) return; // no other user may read the file
    const ctx = Context.ofUser(app, viewer, request.id);
    let attempts = 0;
    try {
      attempts = await ctx.run('write', () => beginBatchAttempt(ctx, batchId));
      while (attempts > 0 && (await ctx.run('write', () => recordedPortion(ctx, batchId))));
    } catch (error) {
      if (attempts > RETRIES) await ctx.run('write', () => failBatch(ctx, batchId));
      throw error;
    } finally {
      await ctx.close();
    }
  },
};

async function recordedPortion(ctx: Context, batchId: number): Promise<boolean> {
  const isAnyLeft = await issuePortion(ctx, batchId);
  await recordDone(ctx, beginReading(ctx, OPERATION));
  ctx.readings.clear(); // the next portion has its own line
  return isAnyLeft;
}
