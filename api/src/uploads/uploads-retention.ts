import { write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';

const DAY_MS = 86_400_000;
/** Uploads of one transaction. */
const BATCH = 200;

interface Expired {
  id: number;
  orgId: number;
  key: string;
}

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
  const expired = await write(em)
    .updateTable('uploads')
    .set({ files_removed_at: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('uploads')
        .select('id')
        .where('files_removed_at', 'is', null)
        .where('state', 'in', ['parsed', 'partly', 'refused'])
        .where('created_at', '<', kept.toISOString())
        .orderBy('created_at')
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'org_id as orgId', 'storage_key as key'])
    .execute();
  for (const [orgId, uploads] of Map.groupBy(expired, (upload) => upload.orgId))
    await write(em)
      .insertInto('audit_log')
      .values({
        org_id: orgId,
        operation: 'Job.expire-uploads',
        outcome: 'done',
        properties: JSON.stringify({ uploads: uploads.map(({ id }) => id).sort((a, b) => a - b) }),
        request_id: request.id,
      })
      .execute();
  return expired;
}
