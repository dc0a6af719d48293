import type { Logger } from 'pino';
import type { Admission } from '../auth/admission.ts';
import type { Database } from '../db/orm.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ClientDocuments } from '../graphql/client-documents.ts';
import type { Traces } from '../traces/traces.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import type { PubSub } from '../realtime/pubsub.ts';
import type { Availability } from './availability.ts';
import type { Config } from './config.ts';
import type { FileStore } from './file-store.ts';
import type { ReadLog } from './read-log.ts';
import type { SecurityLog } from './security-log.ts';
import type { UseLog } from './use-log.ts';

/** Objects that live as long as the process. */
export interface App {
  config: Config;
  db: Database;
  pubsub: PubSub;
  /** What is not written yet: audit lines of reads, refusals, and calls of service accounts. */
  readLog: ReadLog;
  securityLog: SecurityLog;
  useLog: UseLog;
  /** Files that users send. */
  files: FileStore;
  queue: JobQueue;
  log: Logger;
  availability: Availability;
  admission: Admission;
  /** Null: nothing is measured. */
  metrics: Metrics | null;
  /** Null: nothing is traced. */
  traces: Traces | null;
  /** Null: any document is served. */
  documents: ClientDocuments | null;
  /** The definitions of lists.ts: no other list is served. */
  lists: ReadonlySet<object>;
  now: () => Date;
}
