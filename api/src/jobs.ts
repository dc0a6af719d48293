import { found } from './folders/jobs.ts';
import type { AnyJob } from './queue/job.ts';

/** Every durable job: those of the `*.jobs.ts` of the features. */
export const jobs: AnyJob[] = found;
