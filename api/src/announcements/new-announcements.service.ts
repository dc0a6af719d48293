import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { rowId } from '../shared/node.ts';
import { findVisible } from '../shared/visible-row.ts';
import { Announcement } from './announcement.entity.ts';

/** A user who was away for long reads the others after these. */
const MAX_NEW = 10;

// Row-level security shows the staff of an organization its own and those to all; support staff is shown every row.
const NEW = `select a.id from announcements a
   where a.withdrawn_at is null and a.from_date <= ? and coalesce(a.until_date, 'infinity') >= ?
     and coalesce(a.audience_org_id, ?) = ?
     and case when a.audience_roles = '[]' then true else jsonb_exists_any(a.audience_roles, ?::text[]) end
     and not exists (select from announcement_receipts r where r.announcement_id = a.id and r.user_id = ?)
   order by a.from_date, a.id limit ${MAX_NEW}`;

/** Returns the first ten announcements that concern the viewer today and that they have not read, oldest first. */
export async function newAnnouncements(ctx: Context): Promise<Announcement[]> {
  const { orgId, userId, facts } = ctx.viewer;
  const roles = `{${facts.roles.map((role) => JSON.stringify(role)).join(',')}}`;
  const found = await ctx.em.execute<{ id: number }[]>(NEW, [ctx.today, ctx.today, orgId, orgId, roles, userId]);
  if (found.length === 0) return [];
  return ctx.em.find(
    Announcement,
    { id: { $in: found.map(({ id }) => id) } },
    { orderBy: { fromDate: 'asc', id: 'asc' } },
  );
}

/**
 * Marks an announcement as read by the viewer, in all of their tabs and devices; a repeated call changes nothing. Throws
 * NotFound for one that the viewer may not see.
 */
export async function markAnnouncementRead(ctx: Context, announcementId: string): Promise<void> {
  const { id } = await findVisible(ctx, Announcement, { id: rowId('Announcement', announcementId) });
  const { orgId, userId } = ctx.viewer;
  const added = await write(ctx.em)
    .insertInto('announcement_receipts')
    .values({ org_id: orgId, user_id: userId, announcement_id: id, read_at: ctx.app.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('announcement_id')
    .executeTakeFirst();
  if (added) ctx.publish('inbox.changed', { userId, itemId: 0 });
}
