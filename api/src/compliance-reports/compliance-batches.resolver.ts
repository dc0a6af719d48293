import { Arg, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Topics } from '../realtime/topics.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { complianceBatchEvents } from './compliance-batches.channel.ts';
import { complianceBatch, currentBatch, dismissBatch, startBatch } from './compliance-batches.service.ts';
import {
  ComplianceBatch,
  DismissComplianceBatchInput,
  DismissComplianceBatchPayload,
  StartComplianceBatchInput,
  StartComplianceBatchPayload,
} from './compliance-batches.types.ts';

@Resolver(() => ComplianceBatch)
export class ComplianceBatchesResolver {
  @Query(() => ComplianceBatch, {
    nullable: true,
    description:
      "The viewer's newest batch of compliance reports that they have not put away: running or ended; null without one.",
  })
  currentComplianceBatch(@Ctx() ctx: Context): Promise<ComplianceBatch | null> {
    return currentBatch(ctx);
  }

  @Mutation(() => StartComplianceBatchPayload, {
    description:
      'Starts the job that issues a compliance report of each patient and writes one file with their figures and verification codes. It is one of the lists that a user may save as files in an hour (TOO_MANY).',
  })
  async startComplianceBatch(
    @Arg('input', () => StartComplianceBatchInput, { description: 'The patients, the rule and the date.' })
    { selection, ruleId, asOf }: StartComplianceBatchInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<StartComplianceBatchPayload>> {
    return { batch: await startBatch(ctx, selection, { ruleId, asOf }) };
  }

  @Mutation(() => DismissComplianceBatchPayload, {
    description:
      'Puts a batch away, so that currentComplianceBatch no longer finds it. Its reports stay, and its file for 30 days.',
  })
  async dismissComplianceBatch(
    @Arg('input', () => DismissComplianceBatchInput, { description: 'The batch.' }) input: DismissComplianceBatchInput,
    @Ctx() ctx: Context,
  ): Promise<Partial<DismissComplianceBatchPayload>> {
    return { batch: await dismissBatch(ctx, rowId('ComplianceBatch', input.batchId)) };
  }

  @Subscription(() => ComplianceBatch, {
    description:
      "The current state of one of the viewer's batches, and again after each step of its job until its end.",
    subscribe: ({ args, context }) =>
      complianceBatchEvents(context as Context, rowId('ComplianceBatch', (args as { batchId: string }).batchId)),
  })
  complianceBatchProgress(
    @Arg('batchId', () => ID, { description: 'Id of the batch.' }) _batchId: string,
    @Root() { batchId }: Topics['compliance-batch.progressed'],
    @Ctx() ctx: Context,
  ): Promise<ComplianceBatch> {
    return complianceBatch(ctx, batchId);
  }
}
