import type { Job } from '../queue/job.ts';
import { verifyDerivedRows, verifyResults } from './verification.service.ts';

/** 3 or 4 a.m. in New York. */
const NIGHT = 8;

/** Verifies the stored compliance results every night. */
export const verifyComplianceJob: Job<'verify-compliance'> = {
  name: 'verify-compliance',
  retries: 5,
  timeoutSeconds: 3600,
  dailyAtHour: NIGHT,
  run: verifyResults,
};

/** Verifies what triggers keep (decisions/035, 040) every night. */
export const verifyDerivedJob: Job<'verify-derived'> = {
  name: 'verify-derived',
  retries: 5,
  timeoutSeconds: 3600,
  dailyAtHour: NIGHT,
  run: verifyDerivedRows,
};
