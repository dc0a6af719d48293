import type { Job } from '../queue/job.ts';
import { expireDelivery, resumeDeliveries } from './settings-delivery.service.ts';

const HOUR_MS = 3_600_000;

/**
 * Looks after one submitted change until its device answered it. The device fetches it by itself (simulated and real ones sleep most of the
 * time), so there is nothing to push: the work is to call it a failed delivery when its time is over, however often a node was killed meanwhile.
 */
export const deliverSettings: Job<'deliver-settings'> = {
  name: 'deliver-settings',
  retries: 20,
  timeoutSeconds: 30,
  run: (ctx, { settingsRecordId }) => ctx.run('write', () => expireDelivery(ctx, settingsRecordId)),
};

/** Finds changes that are on their way and that no work looks after (a restored backup, work that failed too often), now and every hour. */
export const sweepDeliveries: Job<'sweep-deliveries'> = {
  name: 'sweep-deliveries',
  retries: 5,
  timeoutSeconds: 60,
  atStart: { data: {}, key: 'start' },
  run: (ctx) =>
    ctx.run('write', async () => {
      await resumeDeliveries(ctx);
      await ctx.enqueue(
        'sweep-deliveries',
        {},
        { key: 'hourly', startAfter: new Date(ctx.app.now().getTime() + HOUR_MS) },
      );
    }),
};
