import type { Context } from '../shared/context.ts';

/** What each queue carries. Ids only: a job reads the rows when it runs. */
export interface Jobs {
  /** A submitted change of settings waits for its device until it expires. */
  'deliver-settings': { settingsRecordId: number };
  /** Changes that wait and that no work looks after. */
  'sweep-deliveries': Record<string, never>;
  /** Sessions that their devices left open. */
  'end-lost-sessions': Record<string, never>;
  /** Nights, dates or the therapy start of a patient changed. */
  'recompute-compliance': { patientId: number };
  /** Patients in therapy of whom no result is stored. */
  'sweep-compliance': Record<string, never>;
}

export type JobName = keyof Jobs;

/** One kind of work that survives a restart. Features list theirs in *.jobs.ts; the registry is jobs.ts. */
export interface Job<Name extends JobName = JobName> {
  name: Name;
  /**
   * Does the work, or throws and is tried again. A job may run twice (its node was killed after the work and before the tick), so it must
   * be harmless the second time. `ctx` is bound to the queue's principal and has no open transaction: open one with `ctx.run`.
   */
  run: (ctx: Context, data: Jobs[Name]) => Promise<void>;
  /** Tries after the first one that failed. */
  retries: number;
  /** After so many seconds without an end the job counts as lost and is tried again. */
  timeoutSeconds: number;
  /** Put on the queue whenever a node starts; one that waits already under the same key is the same. */
  atStart?: { data: Jobs[Name]; key: string };
}

export type AnyJob = { [Name in JobName]: Job<Name> }[JobName];

export interface EnqueueOptions {
  /** A job that waits under the same key is the same job: asking twice runs it once. */
  key: string;
  /** Not before; at once when left out. */
  startAfter?: Date;
}
