import { recomputeComplianceJob, sweepCompliance } from './compliance/compliance.jobs.ts';
import { deliverSettings, sweepDeliveries } from './device-settings/settings-delivery.jobs.ts';
import { endLostSessionsJob } from './gateway/gateway.jobs.ts';
import type { AnyJob } from './queue/job.ts';

/** Every kind of work that survives a restart. */
export const jobs: AnyJob[] = [
  deliverSettings,
  sweepDeliveries,
  recomputeComplianceJob,
  sweepCompliance,
  endLostSessionsJob,
];
