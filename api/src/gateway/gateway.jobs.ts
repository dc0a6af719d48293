import type { Job } from '../queue/job.ts';
import { endLostSessions } from './sessions.service.ts';

const QUARTER_HOUR_MS = 900_000;

/** Ends sessions that their devices left open, at start and every 15 minutes. */
export const endLostSessionsJob: Job<'end-lost-sessions'> = {
  name: 'end-lost-sessions',
  retries: 5,
  timeoutSeconds: 60,
  atStart: { data: {}, key: 'start' },
  everyMs: QUARTER_HOUR_MS,
  run: (ctx) => ctx.run('write', () => endLostSessions(ctx)),
};
