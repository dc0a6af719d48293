import type { Job } from '../queue/job.ts';
import { recomputeCompliance } from './compliance.service.ts';

/** Nights, dates or the therapy start of a patient changed. */
export const recomputeComplianceJob: Job<'recompute-compliance'> = {
  name: 'recompute-compliance',
  run: (ctx, { patientId }) => ctx.run('write', () => recomputeCompliance(ctx, patientId)),
  retries: 5,
  timeoutSeconds: 60,
};
