// Printed from the folders of the features by `npm run schema`. Do not edit.

import { sealAuditLog } from '../activity/audit.jobs.ts';
import { sweepExpired } from '../auth/sweep.jobs.ts';
import { runBulkQueryJob, sweepBulkQueriesJob } from '../bulk-queries/bulk-queries.jobs.ts';
import { sweepChanges, noteComplianceStates } from '../changes/changes.jobs.ts';
import { issueComplianceReportsJob } from '../compliance-reports/compliance-batches.jobs.ts';
import { recomputeComplianceJob, recomputeProviderJob, sweepCompliance } from '../compliance/compliance.jobs.ts';
import { deliverSettings, sweepDeliveries } from '../device-settings/settings-delivery.jobs.ts';
import { endLostSessionsJob } from '../gateway/gateway.jobs.ts';
import { matchHandOffJob, expireHandOffJob, sweepHandOffs } from '../hand-offs/hand-offs.jobs.ts';
import { judgeCodesJob, sweepCodes } from '../icode-reports/icode-nights.jobs.ts';
import { sendMailJob } from '../mail/mail.jobs.ts';
import { migratePatientsJob, sweepMigrations } from '../migration/patient-migrations.jobs.ts';
import { readUploadJob, sweepUploads, expireUploads } from '../uploads/uploads.jobs.ts';
import { importUsersJob } from '../users-import/users-import.jobs.ts';
import { verifyComplianceJob, verifyDerivedJob } from '../verification/verification.jobs.ts';
import { sweepWebhooksJob, sendWebhooksJob } from '../webhooks/webhooks.jobs.ts';

/** Every durable job: those of every `*.jobs.ts`. */
export const found = [
  deliverSettings,
  endLostSessionsJob,
  expireHandOffJob,
  expireUploads,
  importUsersJob,
  issueComplianceReportsJob,
  judgeCodesJob,
  matchHandOffJob,
  migratePatientsJob,
  noteComplianceStates,
  readUploadJob,
  recomputeComplianceJob,
  recomputeProviderJob,
  runBulkQueryJob,
  sealAuditLog,
  sendMailJob,
  sendWebhooksJob,
  sweepBulkQueriesJob,
  sweepChanges,
  sweepCodes,
  sweepCompliance,
  sweepDeliveries,
  sweepExpired,
  sweepHandOffs,
  sweepMigrations,
  sweepUploads,
  sweepWebhooksJob,
  verifyComplianceJob,
  verifyDerivedJob,
];
