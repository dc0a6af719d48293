import type { Job } from '../queue/job.ts';
import { readUpload, RETRIES } from './uploads.reading.ts';
import { removeLeftovers, resumeUploads } from './uploads.sweep.ts';

const FIVE_MINUTES_MS = 300_000;

/** Reads the files of an upload and adds its nights. */
export const readUploadJob: Job<'read-upload'> = {
  name: 'read-upload',
  retries: RETRIES,
  timeoutSeconds: 180,
  run: (ctx, { uploadId }) => readUpload(ctx, uploadId),
};

/** Removes files without an upload, and enqueues a job for each upload that has none, at start and every 5 minutes. */
export const sweepUploads: Job<'sweep-uploads'> = {
  name: 'sweep-uploads',
  retries: 5,
  timeoutSeconds: 120,
  atStart: { data: {}, key: 'start' },
  run: async (ctx) => {
    await removeLeftovers(ctx);
    await ctx.run('write', async () => {
      await resumeUploads(ctx);
      await ctx.enqueue(
        'sweep-uploads',
        {},
        { key: 'regularly', startAfter: new Date(ctx.app.now().getTime() + FIVE_MINUTES_MS) },
      );
    });
  },
};
