import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput } from '../shared/errors.ts';
import { validate } from '../shared/validate.ts';
import { SampleItem } from './sample-item.entity.ts';
import { sampleItemsList } from './sample-items.list.ts';
import { canManageSampleItems } from './sample-items.policy.ts';
import { sampleItemRules } from './sample-items.rules.ts';

const UNIQUE_NAME = 'sample_items_unique_name';

const nameTaken = () =>
  new InvalidInput([{ field: 'name', code: 'sample_item.name_taken', message: 'sample_item.name_taken' }]);

/** Returns a page of the sample items that the viewer may see. Refuses unknown columns, conditions, sizes and cursors. */
export const listSampleItems = (ctx: Context, args: ListArgs): Promise<ConnectionShape<SampleItem>> =>
  connection(ctx, sampleItemsList, args);

/** Runs every check of a new sample item without writing; returns the clean input. */
export async function checkSampleItem(ctx: Context, raw: unknown): Promise<{ name: string }> {
  authorize(canManageSampleItems(ctx.viewer));
  const input = await validate(sampleItemRules, raw);
  if (await ctx.em.findOne(SampleItem, { orgId: ctx.viewer.workOrgId, name: input.name })) throw nameTaken();
  return input;
}

/** Returns the new sample item, which belongs to the viewer's organization. */
export async function createSampleItem(ctx: Context, raw: unknown): Promise<SampleItem> {
  const { name } = await checkSampleItem(ctx, raw);
  const { workOrgId: orgId, userId } = ctx.viewer;
  const sampleItem = ctx.em.create(SampleItem, { orgId, name, creator: userId, createdAt: ctx.app.now() });
  // Another request may have taken the name after the check.
  await ctx.em.flush().catch((error: unknown) => {
    throw (error as { constraint?: string }).constraint === UNIQUE_NAME ? nameTaken() : error;
  });
  return sampleItem;
}
