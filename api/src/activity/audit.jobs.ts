import type { Job } from '../queue/job.ts';
import { sealLogs } from './audit-seals.ts';

/** With the second that the queue waits at most, every line is sealed within 5 seconds. */
const EVERY_MS = 4000;
/** A week of finished jobs, which say nothing that the seals do not, would be 120,000 rows. */
const KEPT_SECONDS = 60 * 60;

/** Seals the lines that were added to the logs (decisions/059), at start and every 4 seconds. */
export const sealAuditLog: Job<'seal-audit-log'> = {
  name: 'seal-audit-log',
  retries: 5,
  timeoutSeconds: 600,
  keptSeconds: KEPT_SECONDS,
  atStart: { data: {}, key: 'start' },
  everyMs: EVERY_MS,
  run: sealLogs,
};
