import type { Job } from '../queue/job.ts';
import { recomputeOfProvider } from './compliance-provider.ts';
import { computeMissing, recomputeCompliance } from './compliance.service.ts';

/** Computes compliance after a patient's nights, dates or therapy start changed. */
export const recomputeComplianceJob: Job<'recompute-compliance'> = {
  name: 'recompute-compliance',
  run: async (ctx, { patientId }) => ctx.run('write', () => recomputeCompliance(ctx, [patientId])),
  runAll: async (ctx, jobs) =>
    ctx.run('write', () =>
      recomputeCompliance(
        ctx,
        jobs.map(({ patientId }) => patientId),
      ),
    ),
  retries: 5,
  timeoutSeconds: 60,
};

/** Computes compliance of the patients of a provider after its time zone changed, portion by portion. */
export const recomputeProviderJob: Job<'recompute-provider'> = {
  name: 'recompute-provider',
  retries: 5,
  timeoutSeconds: 3600,
  run: async (ctx, { orgId }) => {
    for (let last: number | null = 0; last !== null;) {
      const after: number = last;
      last = await ctx.run('write', () => recomputeOfProvider(ctx, orgId, after));
    }
  },
};

/**
 * Runs when a node starts, for patients in therapy without a stored result, such as those from an earlier version's
 * database.
 */
export const sweepCompliance: Job<'sweep-compliance'> = {
  name: 'sweep-compliance',
  retries: 5,
  timeoutSeconds: 3600,
  atStart: { data: {}, key: 'start' },
  run: async (ctx) => {
    while ((await ctx.run('write', () => computeMissing(ctx))) > 0);
  },
};
