import { write } from '../db/write.ts';
import { connection, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { InboxItem, type InboxItemKind } from './inbox-item.entity.ts';
import { inboxList } from './inbox.list.ts';

const DAY_MS = 86_400_000;
/** Days for which an item is kept; auth/sweep.jobs.ts deletes it afterwards. */
const KEPT_DAYS = 30;
/** A user with more unread items needs no exact number. */
const MAX_UNREAD = 100;

const since = ({ app }: Context): Date => new Date(app.now().getTime() - KEPT_DAYS * DAY_MS);

/** Returns a page of the viewer's own inbox. Refuses unknown columns, conditions, sizes and cursors. */
export const listInbox = (ctx: Context, args: ListArgs): Promise<ConnectionShape<InboxItem>> =>
  connection(ctx, { list: inboxList, within: { createdAt: { $gt: since(ctx) } } }, args);

/** Returns the number of the viewer's unread items, counted up to 100. */
export async function countUnread(ctx: Context): Promise<number> {
  const { em, viewer } = ctx;
  const [row] = await em.execute<{ unread: number }[]>(
    `select count(*)::int as unread from (select from inbox_items
       where org_id = ? and user_id = ? and read_at is null and created_at > ? limit ${MAX_UNREAD}) one`,
    [viewer.orgId, viewer.userId, since(ctx)],
  );
  return row!.unread;
}

/** Marks one item of the viewer as read; a repeated call changes nothing. Throws NotFound for an item of another user. */
export async function markItemRead(ctx: Context, itemId: string): Promise<void> {
  const item = await findVisible(ctx, InboxItem, { id: rowId('InboxItem', itemId) });
  await markRead(ctx, '=', item.id);
}

/** Marks the viewer's items up to `newest` as read; a repeated call changes nothing. */
export const markAllRead = (ctx: Context, newest: number): Promise<void> => markRead(ctx, '<=', newest);

async function markRead(ctx: Context, which: '=' | '<=', id: number): Promise<void> {
  const { orgId, userId } = ctx.viewer;
  const { numUpdatedRows } = await write(ctx.em)
    .updateTable('inbox_items')
    .set({ read_at: ctx.app.now() })
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('id', which, id)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) ctx.publish('inbox.changed', { userId, itemId: 0 });
}

/** Returns the kind of an item of the viewer; null for any other. */
export const kindOf = async ({ em }: Context, id: number): Promise<InboxItemKind | null> =>
  (await em.findOne(InboxItem, { id }))?.kind ?? null;

/** Returns the text of a message as sanitized HTML; null for an item of another kind. */
export const messageOf = async ({ orgMessage }: InboxItem): Promise<string | null> =>
  (await orgMessage?.loadOrFail())?.html ?? null;
