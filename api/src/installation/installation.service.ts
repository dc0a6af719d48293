import type { Context } from '../shared/context.ts';
import { authorize, refuse } from '../shared/errors.ts';
import { release } from '../version.ts';
import { canReadInstallation, canRunJobsAgain } from './installation.policy.ts';
import { readFailedJobs, readFigures, readNodes, readQueues } from './installation.reads.ts';
import type { Installation } from './installation.types.ts';
import { thisNode } from './this-node.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the state of the installation: four statements, whatever the number of nodes, queues and jobs. */
export async function readInstallation(ctx: Context): Promise<Installation> {
  authorize(canReadInstallation(ctx.viewer));
  const nodes = await readNodes(ctx);
  const queues = await readQueues(ctx);
  const failedJobs = await readFailedJobs(ctx);
  const figures = await readFigures(ctx);
  const { version, commit, migration } = release;
  const { mailsWaiting: waiting, mailsFailed: failed, suppressed, backupAt } = figures;
  return {
    version,
    commit,
    migration,
    startedAt: thisNode.startedAt,
    nodes: nodes.map((node) => ({ ...node, isThis: node.id === thisNode.id })),
    queues,
    failedJobs,
    mails: { waiting, failed, suppressed },
    storage: {
      kind: ctx.app.config.storage ? 'bucket' : 'folder',
      uploads: figures.uploads,
      bytes: figures.uploadBytes,
      held: figures.held,
      sweptAt: figures.sweptAt,
    },
    checks: { complianceAt: figures.complianceAt, derivedAt: figures.derivedAt, sealedAt: figures.sealedAt },
    lastBackup: backupAt && { takenAt: backupAt, bytes: figures.backupBytes!, version: figures.backupVersion! },
  };
}

/**
 * Gives one failed job of a queue, or all of them, another attempt, and returns how many. Refuses what is not failed
 * anymore, such as a job that another user has let run again.
 */
export async function runJobsAgain(ctx: Context, queue: string, jobId: string | null): Promise<number> {
  authorize(canRunJobsAgain(ctx.viewer));
  const isId = jobId === null || UUID.test(jobId);
  const [row] = isId
    ? await ctx.em.execute<{ count: number }[]>('select run_jobs_again(?, ?::uuid) as count', [queue, jobId])
    : [];
  const count = row?.count ?? 0;
  if (count === 0)
    refuse([
      jobId === null
        ? { field: 'queue', code: 'not_failed', message: 'installation.none_failed' }
        : { field: 'jobId', code: 'not_failed', message: 'installation.not_failed' },
    ]);
  ctx.note({ queue, jobs: count, ...(jobId !== null && { job: jobId }) });
  return count;
}
