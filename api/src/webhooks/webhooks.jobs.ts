import type { Job } from '../queue/job.ts';
import type { Context } from '../shared/context.ts';
import { MAY_HAVE_CHANGES } from './webhook-changes.ts';
import { enqueueWebhooks, sendWebhooks } from './webhook-sender.ts';

/** With the second that the queue waits at most, an event leaves within six seconds. */
const EVERY_MS = 5000;
const KEPT_SECONDS = 60 * 60;
/** Of one node. A slow receiver holds one of them, for half a minute at most. */
const WORKERS = 8;

const DUE = `
  select e.id from webhook_endpoints e join organizations o on o.id = e.org_id and o.active where e.state = 'active' and (e.taken_until is null or e.taken_until <= ?)
     and (exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'waiting' and d.next_try_at <= ?)
          or ${MAY_HAVE_CHANGES})
   order by e.id`;

/** Adds a job for each endpoint for which something waits. */
export async function sweepWebhooks(ctx: Context): Promise<void> {
  await ctx.run('write', async () => {
    const now = ctx.app.now();
    const due = await ctx.em.execute<{ id: number }[]>(DUE, [now, now]);
    if (due.length > 0)
      await enqueueWebhooks(
        ctx,
        due.map(({ id }) => id),
      );
  });
}

/** Looks for endpoints for which something waits (decisions/190), at start and every 5 seconds. */
export const sweepWebhooksJob: Job<'sweep-webhooks'> = {
  name: 'sweep-webhooks',
  retries: 5,
  timeoutSeconds: 60,
  keptSeconds: KEPT_SECONDS,
  atStart: { data: {}, key: 'start' },
  everyMs: EVERY_MS,
  run: sweepWebhooks,
};

/** Sends an endpoint what waits for it. */
export const sendWebhooksJob: Job<'send-webhooks'> = {
  name: 'send-webhooks',
  retries: 5,
  timeoutSeconds: 120,
  keptSeconds: KEPT_SECONDS,
  takenInPairs: true,
  workers: WORKERS,
  run: (ctx, { endpointId }) => sendWebhooks(ctx, endpointId),
};
