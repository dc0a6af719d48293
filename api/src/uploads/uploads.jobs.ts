import type { Job } from '../queue/job.ts';
import { discardForgotten } from './uploads-confirm.service.ts';
import { readUpload, RETRIES } from './uploads-reading.ts';
import { removeExpiredFiles } from './uploads-retention.ts';
import { removeLeftovers, removeReceived, resumeUploads } from './uploads-sweep.ts';
import { takeTurn } from './uploads-turns.ts';

const DAY_MS = 86_400_000;
const FIVE_MINUTES_MS = 300_000;
/** How long an upload waits for its confirmation: 30 days. */
const FORGOTTEN_MS = 2_592_000_000;

/** Reads the files of the upload whose turn it is, and adds its nights. */
export const readUploadJob: Job<'read-upload'> = {
  name: 'read-upload',
  retries: RETRIES,
  timeoutSeconds: 180,
  takenInPairs: true,
  run: async (ctx, { uploadId }) => {
    const id = await ctx.run('write', () => takeTurn(ctx, uploadId));
    if (id !== null) await readUpload(ctx, id);
  },
};

/** Removes files without an upload, and enqueues a job for each upload that has none, at start and every 5 minutes. */
export const sweepUploads: Job<'sweep-uploads'> = {
  name: 'sweep-uploads',
  retries: 5,
  timeoutSeconds: 120,
  atStart: { data: {}, key: 'start' },
  everyMs: FIVE_MINUTES_MS,
  run: async (ctx) => {
    await removeReceived(ctx);
    if (ctx.app.files.isLocal) await removeLeftovers(ctx);
    await ctx.run('write', async () => {
      await resumeUploads(ctx);
      await discardForgotten(ctx, new Date(ctx.app.now().getTime() - FORGOTTEN_MS));
    });
  },
};

/** Removes files that are kept no longer, and those without an upload from a bucket, at start and every day. */
export const expireUploads: Job<'expire-uploads'> = {
  name: 'expire-uploads',
  retries: 5,
  timeoutSeconds: 3600,
  atStart: { data: {}, key: 'start' },
  everyMs: DAY_MS,
  run: async (ctx) => {
    await removeExpiredFiles(ctx);
    if (!ctx.app.files.isLocal) await removeLeftovers(ctx);
  },
};
