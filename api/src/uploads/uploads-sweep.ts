import { NOW, write } from '../db/write.ts';
import type { Context } from '../shared/context.ts';
import { inBatches } from '../shared/in-batches.ts';
import { KEYS, unnamedKeys } from './uploads-unnamed.ts';

/** A request that still receives files has changed one of them within a minute (rest/upload.ts). */
const LEFT_MS = 600_000;
/** In a bucket: much longer than any request, whatever the clocks of the nodes and of the store. */
const LEFT_REMOTE_MS = 86_400_000;
/** Longer than the retries of its job. */
const STUCK_MS = 1_800_000;
/** Uploads of one run. */
const BATCH = 500;

const timeBefore = ({ app }: Context, ms: number) => new Date(app.now().getTime() - ms);

/** Removes what requests that ended without an answer left on the disk of this node. */
export async function removeReceived(ctx: Context): Promise<void> {
  report(ctx, await ctx.app.files.removeReceived(timeBefore(ctx, LEFT_MS)));
}

/**
 * Removes files that no upload names: of transactions that failed, and of nodes that ended before theirs. Files that are
 * marked as committed are kept when the database has no row of them: it is older than they are, after a restore, or another
 * one. A person removes them (uploads-held.command.ts). Marks those of committed rows that are not marked yet.
 */
export async function removeLeftovers(ctx: Context): Promise<void> {
  const { files, log } = ctx.app;
  let [removed, held] = [0, 0];
  const before = timeBefore(ctx, files.isLocal ? LEFT_MS : LEFT_REMOTE_MS);
  for await (const keys of inBatches(files.keys(before), KEYS)) {
    const unnamed = await unnamedKeys(keys, (sql, json) => ctx.run('read', () => ctx.em.execute(sql, [json])));
    for (const { key } of unnamed.leftovers) await files.remove(key);
    for (const { key } of unnamed.unmarked) await files.markCommitted(key);
    removed += unnamed.leftovers.length;
    held += unnamed.held.length;
  }
  report(ctx, removed);
  await noteHeld(ctx, held);
  if (held > 0)
    log.error(
      { held },
      'the store has cards of which the database has no upload: it is older than they are, or another one. They are kept: see "After a restore" in docs/operations.md',
    );
}

/** Notes for the page of the installation how many cards are held. */
const noteHeld = (ctx: Context, held: number): Promise<unknown> =>
  ctx.run('write', () => write(ctx.em).updateTable('file_sweeps').set({ held, swept_at: NOW }).execute());

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
    [timeBefore(ctx, STUCK_MS), BATCH],
  );
  const jobs = rows.map(({ id }) => ({ data: { uploadId: id }, key: String(id) }));
  if (jobs.length > 0) await ctx.app.queue.enqueueAll(ctx.em, 'read-upload', jobs);
}
