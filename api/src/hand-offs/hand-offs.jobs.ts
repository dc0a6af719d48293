import type { Job } from '../queue/job.ts';
import { expireHandOff, matchHandOff } from './hand-offs.match.ts';

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
