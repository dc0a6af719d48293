import type { AnyJob } from './queue/job.ts';
import { exportsOf } from './shared/by-folder.ts';

const found = await exportsOf<AnyJob>('jobs', (value) => typeof value === 'object');

/** Every durable job: those of the `*.jobs.ts` of the features. */
export const jobs: AnyJob[] = found.map(([, job]) => job);
