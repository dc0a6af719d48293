import type { Job } from '../queue/job.ts';
import { endLostSessions } from './sessions.service.ts';

const QUARTER_HOUR_MS = 900_000;

/** Ends sessions that their devices left open, at start and every 15 minutes. */
export const endLostSessionsJob: Job<'end-lost-sessions'> = {
  name: 'end-lost-sessions',
  retries: 5,
  timeoutSeconds: 60,
  atStart: { data: {}, key: 'start' },
  run: (ctx) =>
    ctx.run('write', async () => {
      await endLostSessions(ctx);
      await ctx.enqueue(
        'end-lost-sessions',
        {},
        { key: 'quarterly', startAfter: new Date(ctx.app.now().getTime() + QUARTER_HOUR_MS) },
      );
    }),
};
