import { randomUUID } from 'node:crypto';
import type { Job, JobName, Jobs } from '../src/queue/job.ts';
import { Context } from '../src/shared/context.ts';
import { running } from './harness.ts';

/** Runs a queue job at once, as the queue would. */
export const runJob = <Name extends JobName>(job: Job<Name>, data: Jobs[Name]): Promise<void> =>
  job.run(Context.of(running().app, { kind: 'jobs' }, randomUUID()), data);
