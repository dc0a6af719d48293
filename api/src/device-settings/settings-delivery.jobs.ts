import type { Job } from '../queue/job.ts';
import { expireDelivery, resumeDeliveries } from './settings-delivery.service.ts';

const HOUR_MS = 3_600_000;

/**
 * Follows one submitted change until its device answers. Devices (simulated and real ones sleep most of the time) fetch
 * the change themselves, so the job pushes nothing: it marks the change as a failed delivery when it expires, even if
 * nodes were killed in between.
 */
export const deliverSettings: Job<'deliver-settings'> = {
  name: 'deliver-settings',
  retries: 20,
  timeoutSeconds: 30,
  run: (ctx, { settingsRecordId }) => ctx.run('write', () => expireDelivery(ctx, settingsRecordId)),
};

/**
 * Enqueues a job for each pending change that has none (a restored backup, a job that failed too often), at start and
 * every hour.
 */
export const sweepDeliveries: Job<'sweep-deliveries'> = {
  name: 'sweep-deliveries',
  retries: 5,
  timeoutSeconds: 60,
  atStart: { data: {}, key: 'start' },
  everyMs: HOUR_MS,
  run: async (ctx) => void (await ctx.run('write', () => resumeDeliveries(ctx))),
};
