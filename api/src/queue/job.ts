import type { Context } from '../shared/context.ts';

/** The data of each queue's jobs. Ids only: a job reads the rows when it runs. */
export interface Jobs {
  /** A submitted settings change waits for its device until it expires. */
  'deliver-settings': { settingsRecordId: number };
  /** Enqueues jobs for pending changes that have none. */
  'sweep-deliveries': Record<string, never>;
  /** Ends sessions that their devices left open. */
  'end-lost-sessions': Record<string, never>;
  /** Issues the compliance reports of a batch, for the user who asked for it. */
  'issue-compliance-reports': { batchId: number; userId: number };
  /** Writes the next pages of a bulk query, for the user who started it. */
  'run-bulk-query': { bulkQueryId: number };
  /** Creates the users of a confirmed import, for the user who confirmed it. */
  'import-users': { importId: number; userId: number };
  /** Looks for the patient or the device that an organization asked for. */
  'match-hand-off': { handOffId: number };
  /** Ends a request of an organization that was not answered in time. */
  'expire-hand-off': { handOffId: number };
  /** Migrates patients from the legacy system, or removes those that a migration added, for the user who asked for it. */
  'migrate-patients': { migrationId: number; userId: number };
  /** Reads the files of an upload: of this one, or of another one whose turn it is. */
  'read-upload': { uploadId: number };
  /** A code was entered: decides which nights of one-day codes of the device count for the patient. */
  'judge-codes': { machineId: number; patientId: number };
  /** Decides it for all one-day codes. */
  'sweep-codes': Record<string, never>;
  /** Compares the stored results with the nights, and stores again those that differ. */
  'verify-compliance': Record<string, never>;
  /** Compares what triggers keep with the rows that it is derived from, and derives again what differs. */
  'verify-derived': Record<string, never>;
  /** Nights, dates or the therapy start of a patient changed. */
  'recompute-compliance': { patientId: number };
  /** The days of a provider end at another time: the results of its patients in their period are of other days. */
  'recompute-provider': { orgId: number };
  /** Patients in therapy without a stored result. */
  'sweep-compliance': Record<string, never>;
  /** Enqueues jobs for bulk queries that have none, and removes files that are kept no longer. */
  'sweep-bulk-queries': Record<string, never>;
  /** Enqueues jobs for migrations that have none. */
  'sweep-migrations': Record<string, never>;
  /** Enqueues jobs for requests that were not answered in time and have none. */
  'sweep-hand-offs': Record<string, never>;
  /** Removes files without an upload, and enqueues jobs for uploads that have none. */
  'sweep-uploads': Record<string, never>;
  /** Removes the files of uploads that are kept no longer. */
  'expire-uploads': Record<string, never>;
  /** Sends a mail of the outbox, or tries again for a day. */
  'send-mail': { mailId: number };
  /** Seals the lines that were added to the logs. */
  'seal-audit-log': Record<string, never>;
  /** Deletes lines of changes that are kept no longer. */
  'sweep-changes': Record<string, never>;
  /** Keeps the states of compliance results of which a date has come. */
  'note-compliance-states': Record<string, never>;
  /** Deletes long expired sessions, counters and request ids. */
  'sweep-expired': Record<string, never>;
  /** Sends a webhook endpoint what waits for it. */
  'send-webhooks': { endpointId: number };
  /** Enqueues jobs for webhook endpoints for which something waits. */
  'sweep-webhooks': Record<string, never>;
}

export type JobName = keyof Jobs;

/** One kind of durable job. Features list theirs in *.jobs.ts; the registry is jobs.ts. */
export interface Job<Name extends JobName = JobName> {
  name: Name;
  /**
   * Does the work, or throws and is retried. A job may run twice (its node was killed after the work and before the job
   * was marked as done), so it must be idempotent. `ctx` is bound to the queue's principal and has no open transaction:
   * open one with `ctx.run`.
   */
  run: (ctx: Context, data: Jobs[Name]) => Promise<void>;
  /**
   * Does the work of several jobs at once, all of it or none: it costs less than one after the other. When it throws, each
   * of them runs alone, so that the failure of one does not keep the others from being done.
   */
  runAll?: (ctx: Context, data: readonly Jobs[Name][]) => Promise<void>;
  /** Number of retries after the first failure. */
  retries: number;
  /**
   * After this many seconds without completion the job counts as lost and is retried; one whose node was killed, within a
   * minute.
   */
  timeoutSeconds: number;
  /** Finished jobs are deleted after this many seconds, a week when omitted. The supervision reads all that are kept. */
  keptSeconds?: number;
  /**
   * A node takes two jobs, and the next ones when it has done them, for jobs that are long: the other nodes take those that
   * wait, and no job is lost because it waited on its node. 25 are taken at once when omitted.
   */
  takenInPairs?: true;
  /**
   * Workers of a node, and each of them does what it takes at the same time: for jobs that wait for other systems, so that
   * a slow one holds up no other. One when omitted, which does one job after the other.
   */
  workers?: number;
  /** Enqueued whenever a node starts; a waiting job with the same key is not duplicated. */
  atStart?: { data: Jobs[Name]; key: string };
  /** Milliseconds after the start of each run, also of one that fails, at which it runs again with the same data. */
  everyMs?: number;
  /** Hour of each day, UTC, at which it runs with the empty data; a run that no node was there for follows at the next start. */
  dailyAtHour?: number;
}

export type AnyJob = { [Name in JobName]: Job<Name> }[JobName];

export interface EnqueueOptions {
  /** Jobs that wait under the same key are one job: enqueuing twice runs it once. */
  key: string;
  /** Earliest start; immediately when omitted. */
  startAfter?: Date;
}
