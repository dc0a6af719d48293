import type { Context } from '../shared/context.ts';
import type { FailedJob, InstallationNode, InstallationQueue } from './installation.types.ts';

/** Failed jobs of one answer. */
const MOST = 100;

const NODES = `
  select id, host, version, migration, started_at as "startedAt", seen_at as "seenAt", is_silent as "isSilent"
    from installation_nodes()`;
const QUEUES = `
  select queue, waiting, later, active, failed, waiting_since as "waitingSince" from queue_states()`;
const FAILED = `select id, queue, failed_at as "failedAt", attempts, reason from failed_jobs(?)`;
const FIGURES = `
  select mails_waiting as "mailsWaiting", mails_failed as "mailsFailed", (select count(*)::int from suppressed_emails) as suppressed,
         uploads, upload_bytes as "uploadBytes", held, swept_at as "sweptAt",
         compliance_at as "complianceAt", derived_at as "derivedAt", sealed_at as "sealedAt",
         backup_at as "backupAt", backup_bytes as "backupBytes", backup_version as "backupVersion"
    from installation_figures()`;

/** The row of `installation_figures`. */
export interface Figures {
  mailsWaiting: number;
  mailsFailed: number;
  suppressed: number;
  uploads: number;
  uploadBytes: number;
  held: number | null;
  sweptAt: Date | null;
  complianceAt: Date | null;
  derivedAt: Date | null;
  sealedAt: Date | null;
  backupAt: Date | null;
  backupBytes: number | null;
  backupVersion: string | null;
}

/** A row with its times as such: the statements of a read answer text. */
function withTimes<Row extends object>(row: Row, ...names: (keyof Row)[]): Row {
  const times = names.map((name) => [name, row[name] && new Date(row[name] as string)]);
  return { ...row, ...(Object.fromEntries(times) as Partial<Row>) };
}

/** Reads the nodes that run, and those that ended without a word. */
export async function readNodes({ em }: Context): Promise<Omit<InstallationNode, 'isThis'>[]> {
  const rows = await em.execute<Omit<InstallationNode, 'isThis'>[]>(NODES);
  return rows.map((row) => withTimes(row, 'startedAt', 'seenAt'));
}

/** Reads the jobs of each queue by their states. */
export async function readQueues({ em }: Context): Promise<InstallationQueue[]> {
  const rows = await em.execute<InstallationQueue[]>(QUEUES);
  return rows.map((row) => withTimes(row, 'waitingSince'));
}

/** Reads the newest failed jobs. */
export async function readFailedJobs({ em }: Context): Promise<FailedJob[]> {
  const rows = await em.execute<FailedJob[]>(FAILED, [MOST]);
  return rows.map((row) => withTimes(row, 'failedAt'));
}

/** Reads what the database knows of the installation as a whole. */
export async function readFigures({ em }: Context): Promise<Figures> {
  const [figures] = await em.execute<Figures[]>(FIGURES);
  return withTimes(figures!, 'sweptAt', 'complianceAt', 'derivedAt', 'sealedAt', 'backupAt');
}
