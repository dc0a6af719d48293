import type { AnyJob } from './queue/job.ts';

/** Every kind of work that survives a restart. */
export const jobs: AnyJob[] = [];
