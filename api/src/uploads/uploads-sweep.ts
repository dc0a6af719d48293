import type { Context } from '../shared/context.ts';

/** A request that still receives files has changed one of them within a minute (rest/upload.ts). */
const LEFT_MS = 600_000;
/** In a bucket: much longer than any request, whatever the clocks of the nodes and of the store. */
const LEFT_REMOTE_MS = 86_400_000;
/** Longer than the retries of its job. */
const STUCK_MS = 1_800_000;
const BATCH = 500;

const before = ({ app }: Context, ms: number) => new Date(app.now().getTime() - ms);

/** Removes what requests that ended without an answer left on the disk of this node. */
export async function removeReceived(ctx: Context): Promise<void> {
  report(ctx, await ctx.app.files.removeReceived(before(ctx, LEFT_MS)));
}

/** Removes files that no upload names: of transactions that failed, and of nodes that ended before theirs. */
export async function removeLeftovers(ctx: Context): Promise<void> {
  const { files } = ctx.app;
  let [removed, some] = [0, [] as string[]];
  for await (const key of files.keys(before(ctx, files.isLocal ? LEFT_MS : LEFT_REMOTE_MS))) {
    some.push(key);
    if (some.length < BATCH) continue;
    removed += await removeUnnamed(ctx, some);
    some = [];
  }
  report(ctx, removed + (await removeUnnamed(ctx, some)));
}

async function removeUnnamed(ctx: Context, keys: readonly string[]): Promise<number> {
  const kept = await ctx.run('read', () =>
    ctx.em.execute<{ key: string }[]>(
      'select storage_key as key from uploads where files_removed_at is null and storage_key in (select jsonb_array_elements_text(?::jsonb))',
      [JSON.stringify(keys)],
    ),
  );
  const named = new Set(kept.map(({ key }) => key));
  const unnamed = keys.filter((key) => !named.has(key));
  for (const key of unnamed) await ctx.app.files.remove(key);
  return unnamed.length;
}

function report({ app }: Context, removed: number): void {
  if (removed > 0) app.log.info({ removed }, 'removed files of uploads that were not acknowledged');
}

/**
 * Enqueues a job for each upload that has waited for long: its jobs were lost, or a node ended in the last one. Each job is
 * a turn (uploads-turns.ts), so that one too many finds nothing to do.
 */
export async function resumeUploads(ctx: Context): Promise<void> {
  const rows = await ctx.em.execute<{ id: number }[]>(
    `select id from uploads where state in ('queued', 'parsing') and created_at < ? order by created_at limit ?`,
    [before(ctx, STUCK_MS), BATCH],
  );
  const jobs = rows.map(({ id }) => ({ data: { uploadId: id }, key: String(id) }));
  if (jobs.length > 0) await ctx.app.queue.enqueueAll(ctx.em, 'read-upload', jobs);
}
