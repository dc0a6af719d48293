import type { Job } from '../queue/job.ts';
import { expireHandOff, matchHandOff, resumeExpiries } from './hand-offs-match.ts';

const HOUR_MS = 3_600_000;

/** Looks for the patient or the device of a request. */
export const matchHandOffJob: Job<'match-hand-off'> = {
  name: 'match-hand-off',
  retries: 10,
  timeoutSeconds: 60,
  run: (ctx, { handOffId }) => ctx.run('write', () => matchHandOff(ctx, handOffId)),
};

/** Ends a request without an answer. */
export const expireHandOffJob: Job<'expire-hand-off'> = {
  name: 'expire-hand-off',
  retries: 10,
  timeoutSeconds: 60,
  run: (ctx, { handOffId }) => ctx.run('write', () => expireHandOff(ctx, handOffId)),
};

/** Enqueues a job for each request whose time has passed without one (the demo, a restored backup), at start and every hour. */
export const sweepHandOffs: Job<'sweep-hand-offs'> = {
  name: 'sweep-hand-offs',
  retries: 5,
  timeoutSeconds: 60,
  atStart: { data: {}, key: 'start' },
  everyMs: HOUR_MS,
  run: (ctx) => ctx.run('write', () => resumeExpiries(ctx)),
};
