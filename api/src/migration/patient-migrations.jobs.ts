import type { Job } from '../queue/job.ts';
import { runMigration } from './patient-migrations-run.ts';
import { resumeMigrations } from './patient-migrations-sweep.ts';

const FIVE_MINUTES_MS = 300_000;

/** Migrates the patients of a migration, or removes those that it added: for some seconds, then it enqueues itself. */
export const migratePatientsJob: Job<'migrate-patients'> = {
  name: 'migrate-patients',
  retries: 5,
  timeoutSeconds: 300,
  run: (ctx, { migrationId, userId }) => runMigration(ctx, migrationId, userId),
};

/** Enqueues a job for each migration that has not ended, at start and every 5 minutes: a node may have ended in its job. */
export const sweepMigrations: Job<'sweep-migrations'> = {
  name: 'sweep-migrations',
  retries: 5,
  timeoutSeconds: 60,
  atStart: { data: {}, key: 'start' },
  everyMs: FIVE_MINUTES_MS,
  run: (ctx) => ctx.run('write', () => resumeMigrations(ctx)),
};
