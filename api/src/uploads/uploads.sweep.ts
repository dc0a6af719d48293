import type { Context } from '../shared/context.ts';

/** A request that still receives files has changed one of them within a minute (rest/upload.ts). */
const LEFT_MS = 600_000;
/** Longer than the retries of its job. */
const STUCK_MS = 1_800_000;
const BATCH = 500;

/** Removes files that no upload names: of requests that ended without an answer, and of transactions that failed. */
export async function removeLeftovers(ctx: Context): Promise<void> {
  const { files, log, now } = ctx.app;
  const before = new Date(now().getTime() - LEFT_MS);
  let removed = await files.removeReceived(before);
  for (const owner of await files.owners()) {
    const keys = await files.keysOf(owner, before);
    for (let done = 0; done < keys.length; done += BATCH) {
      const some = keys.slice(done, done + BATCH);
      const kept = await ctx.run('read', () =>
        ctx.em.execute<{ key: string }[]>(
          'select storage_key as key from uploads where storage_key in (select jsonb_array_elements_text(?::jsonb))',
          [JSON.stringify(some)],
        ),
      );
      const named = new Set(kept.map(({ key }) => key));
      for (const key of some) {
        if (named.has(key)) continue;
        await files.remove(key);
        removed += 1;
      }
    }
  }
  if (removed > 0) log.info({ removed }, 'removed files of uploads that were not acknowledged');
}

/** Enqueues a job for each upload that has waited for long: its jobs were lost, or a node ended in the last one. */
export async function resumeUploads(ctx: Context): Promise<void> {
  const rows = await ctx.em.execute<{ id: number }[]>(
    `select id from uploads where state in ('queued', 'parsing') and created_at < ? order by created_at limit ?`,
    [new Date(ctx.app.now().getTime() - STUCK_MS), BATCH],
  );
  const jobs = rows.map(({ id }) => ({ data: { uploadId: id }, key: String(id) }));
  if (jobs.length > 0) await ctx.app.queue.enqueueAll(ctx.em, 'read-upload', jobs);
}
