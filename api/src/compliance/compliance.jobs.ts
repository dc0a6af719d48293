import type { Job } from '../queue/job.ts';
import { computeMissing, recomputeCompliance } from './compliance.service.ts';

/** Nights, dates or the therapy start of a patient changed. */
export const recomputeComplianceJob: Job<'recompute-compliance'> = {
  name: 'recompute-compliance',
  run: (ctx, { patientId }) => ctx.run('write', () => recomputeCompliance(ctx, patientId)),
  retries: 5,
  timeoutSeconds: 60,
};

/** Patients in therapy of whom no result is stored, whenever a node starts: those of a database that an earlier version filled. */
export const sweepCompliance: Job<'sweep-compliance'> = {
  name: 'sweep-compliance',
  retries: 5,
  timeoutSeconds: 3600,
  atStart: { data: {}, key: 'start' },
  run: async (ctx) => {
    while ((await ctx.run('write', () => computeMissing(ctx))) > 0);
  },
};
