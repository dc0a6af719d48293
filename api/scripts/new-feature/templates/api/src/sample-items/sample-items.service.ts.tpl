import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import { refuseOlder, type RowVersion } from '../shared/conflict.ts';
import type { Context } from '../shared/context.ts';
import { authorize, InvalidInput } from '../shared/errors.ts';
import { rowId } from '../shared/node.ts';
import { validate } from '../shared/validate.ts';
import { findVisible } from '../shared/visible-row.ts';
import { SampleItem } from './sample-item.entity.ts';
import { sampleItemsList } from './sample-items.list.ts';
import { canManageSampleItems } from './sample-items.policy.ts';
import { sampleItemRules } from './sample-items.rules.ts';

const UNIQUE_NAME = 'sample_items_unique_name';

const nameTaken = () =>
  new InvalidInput([{ field: 'name', code: 'sample_item.name_taken', message: 'sample_item.name_taken' }]);

/** Returns the clean input of a sample item of an organization. Refuses a name that another one of it has. */
async function checkName(ctx: Context, { id = 0, orgId }: { id?: number; orgId: number }, raw: unknown) {
  const input = await validate(sampleItemRules, raw);
  if (await ctx.em.findOne(SampleItem, { orgId, name: input.name, id: { $ne: id } })) throw nameTaken();
  return input;
}

/** Writes what has changed. Another request may have taken the name after the check. */
const store = ({ em }: Context) =>
  em.flush().catch((error: unknown) => {
    throw (error as { constraint?: string }).constraint === UNIQUE_NAME ? nameTaken() : error;
  });

/** Returns a page of the sample items that the viewer may see. Refuses unknown columns, conditions, sizes and cursors. */
export const listSampleItems = (ctx: Context, args: ListArgs): Promise<ConnectionShape<SampleItem>> =>
  connection(ctx, sampleItemsList, args);

/** Runs every check of a new sample item without writing; returns the clean input. */
export async function checkSampleItem(ctx: Context, raw: unknown): Promise<{ name: string }> {
  authorize(canManageSampleItems(ctx.viewer));
  return checkName(ctx, { orgId: ctx.viewer.workOrgId }, raw);
}

/** Returns the new sample item, which belongs to the viewer's organization. */
export async function createSampleItem(ctx: Context, raw: unknown): Promise<SampleItem> {
  const { name } = await checkSampleItem(ctx, raw);
  const { workOrgId: orgId, userId } = ctx.viewer;
  const sampleItem = ctx.em.create(SampleItem, { orgId, name, creator: userId, createdAt: ctx.app.now() });
  await store(ctx);
  return sampleItem;
}

interface SampleItemUpdate {
  sampleItemId: string;
  name?: string;
  version: RowVersion;
}

/**
 * Runs every check of a change without writing; returns the sample item and its new name. Throws Conflict for an older
 * version.
 */
export async function checkUpdateSampleItem(
  ctx: Context,
  { sampleItemId, name, version }: SampleItemUpdate,
): Promise<{ sampleItem: SampleItem; name: string }> {
  authorize(canManageSampleItems(ctx.viewer));
  const sampleItem = await findVisible(ctx, SampleItem, { id: rowId('SampleItem', sampleItemId) }, { refresh: true });
  refuseOlder({ version }, { row: sampleItem, version: sampleItem.version, message: 'conflict.sample_item' });
  const input = await checkName(ctx, sampleItem, { name: name ?? sampleItem.name });
  return { sampleItem, name: input.name };
}

/** Changes a sample item and returns it. Throws Conflict for an older version. */
export async function updateSampleItem(ctx: Context, update: SampleItemUpdate): Promise<SampleItem> {
  authorize(canManageSampleItems(ctx.viewer));
  const { id } = await findVisible(ctx, SampleItem, { id: rowId('SampleItem', update.sampleItemId) });
  // Locked first: of two changes at the same time the second sees the version of the first.
  await ctx.em.execute('select from sample_items where id = ? for update', [id]);
  const { sampleItem, name } = await checkUpdateSampleItem(ctx, update);
  if (name === sampleItem.name) return sampleItem;
  ctx.note({ sample_item: id, changes: { name: [sampleItem.name, name] } });
  sampleItem.name = name;
  sampleItem.version += 1;
  await store(ctx);
  return sampleItem;
}

/** Deletes a sample item. */
export async function deleteSampleItem(ctx: Context, sampleItemId: string): Promise<void> {
  authorize(canManageSampleItems(ctx.viewer));
  const sampleItem = await findVisible(ctx, SampleItem, { id: rowId('SampleItem', sampleItemId) });
  ctx.note({ sample_item: sampleItem.id, changes: { name: [sampleItem.name, null] } });
  ctx.em.remove(sampleItem);
  await ctx.em.flush();
}
