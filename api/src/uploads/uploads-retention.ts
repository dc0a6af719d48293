import type { Context } from '../shared/context.ts';

const DAY_MS = 86_400_000;
/** Uploads of one transaction. */
const BATCH = 200;

interface Expired {
  id: number;
  orgId: number;
  key: string;
}

const EXPIRE = `
  update uploads set files_removed_at = ?
   where id in (select id from uploads where files_removed_at is null and state in ('parsed', 'partly', 'refused') and created_at < ?
                 order by created_at, id limit ? for update skip locked)
  returning id, org_id as "orgId", storage_key as key`;

/**
 * Removes the files of uploads that were received longer ago than they are kept, and writes an audit line for each
 * organization. The row, the digests, what became of each file, and the nights stay. Repeating it removes nothing more;
 * what it leaves when it is killed is removed like files without an upload (uploads-sweep.ts).
 */
export async function removeExpiredFiles(ctx: Context): Promise<void> {
  for (;;) {
    const expired = await ctx.run('write', () => expire(ctx));
    for (const { key } of expired) await ctx.app.files.remove(key);
    if (expired.length < BATCH) return;
  }
}

async function expire({ app, em, request }: Context): Promise<Expired[]> {
  const now = app.now();
  const kept = new Date(now.getTime() - app.config.uploadDays * DAY_MS);
  const expired = await em.execute<Expired[]>(EXPIRE, [now, kept, BATCH]);
  for (const [orgId, uploads] of Map.groupBy(expired, (upload) => upload.orgId))
    await em.execute(
      `insert into audit_log (org_id, operation, outcome, properties, request_id) values (?, 'Job.expire-uploads', 'done', ?, ?)`,
      [orgId, JSON.stringify({ uploads: uploads.map(({ id }) => id).sort((a, b) => a - b) }), request.id],
    );
  return expired;
}
