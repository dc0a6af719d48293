import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { recordDone } from '../auth/authorize.ts';
import { beginReading } from '../auth/reading.ts';
import { write } from '../db/write.ts';
import { findActiveViewer } from '../sign-in/session-read.ts';
import { Context } from '../shared/context.ts';
import { LegacyUnavailable } from './legacy.ts';
import { canMigrateOrganizations } from './migration.policy.ts';
import { migrateStep } from './patient-migrations-add.ts';
import { undoStep } from './patient-migrations-remove.ts';
import {
  changed,
  failMigration,
  OPEN,
  type MigrationProblem,
  type MigrationState,
} from './patient-migrations.store.ts';

/** A job runs for this long, and then enqueues itself: other migrations have their turn, and a lost job is soon seen. */
const SLICE_MS = 20_000;
/** Failures one after another, after which a migration fails: about 20 minutes. */
export const MAX_ATTEMPTS = 10;
const LONGEST_WAIT_MS = 300_000;
/** The shortest pause after a step. Longer steps have longer pauses, so that other users have at least half of the time. */
const SHORTEST_PAUSE_MS = 20;

/** The lines of the audit log name the operation that asked for it. */
const OPERATION: Partial<Record<MigrationState, string>> = {
  running: 'Mutation.migratePatients',
  undoing: 'Mutation.undoPatientMigration',
};

/**
 * Runs a migration, or its undo, step by step, with the rights of now of the user who started it. Each step is one
 * transaction with its audit line: killed at any time, the next job goes on after the last one.
 */
export async function runMigration({ app, request }: Context, id: number, userId: number): Promise<void> {
  const viewer = await findActiveViewer(app, userId);
  if (!viewer || !canMigrateOrganizations(viewer)) {
    const jobs = Context.of(app, { kind: 'jobs' }, request.id);
    return jobs.run('write', () => failMigration(jobs, id, 'user'));
  }
  const ctx = Context.ofUser(app, viewer, request.id);
  try {
    await steps(ctx, id);
  } catch (error) {
    const isLegacy = error instanceof LegacyUnavailable;
    if (!isLegacy) app.log.error({ err: error, migrationId: id }, 'a step of a migration failed');
    await ctx.run('write', () => waitOrFail(ctx, id, isLegacy ? error.problem : 'fault'));
  } finally {
    await ctx.close();
  }
}

async function steps(ctx: Context, id: number): Promise<void> {
  const until = performance.now() + SLICE_MS;
  const state = await ctx.run('write', () => begin(ctx, id));
  while (state !== null) {
    const began = performance.now();
    const step = state === 'undoing' ? undoStep : migrateStep;
    const operation = OPERATION[state]!;
    const left = await step(ctx, id, () => record(ctx, operation));
    if (left === 'nothing') return;
    const now = performance.now();
    if (now > until) return ctx.run('write', () => enqueueAgain(ctx, id));
    await pause(Math.max(SHORTEST_PAUSE_MS, now - began));
  }
}

/** Writes the audit line of a step, in its transaction. */
async function record(ctx: Context, operation: string): Promise<void> {
  await recordDone(ctx, beginReading(ctx, operation));
  ctx.readings.clear(); // the next step has its own line
}

/** Begins, or goes on; null when the migration has ended. */
async function begin(ctx: Context, id: number): Promise<'running' | 'undoing' | null> {
  const row = await write(ctx.em)
    .updateTable('patient_migrations')
    .set({ state: sql<string>`case state when 'waiting' then 'running' else state end` })
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .returning('state')
    .$narrowType<{ state: 'running' | 'undoing' }>()
    .executeTakeFirst();
  changed(ctx, id);
  return row?.state ?? null;
}

const enqueueAgain = (ctx: Context, migrationId: number, startAfter?: Date): Promise<void> =>
  ctx.enqueue('migrate-patients', { migrationId, userId: ctx.viewer.userId }, { key: String(migrationId), startAfter });

/** A step failed, most often the legacy system: the migration waits, longer each time, and fails in the end with all its results. */
async function waitOrFail(ctx: Context, id: number, problem: MigrationProblem): Promise<void> {
  const row = await write(ctx.em)
    .updateTable('patient_migrations')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), problem }))
    .where('id', '=', id)
    .where('state', 'in', ['running', 'undoing'])
    .returning('attempts')
    .executeTakeFirst();
  if (!row) return;
  changed(ctx, id);
  if (row.attempts >= MAX_ATTEMPTS) return failMigration(ctx, id, problem);
  const wait = Math.min(1000 * 2 ** row.attempts, LONGEST_WAIT_MS);
  await enqueueAgain(ctx, id, new Date(ctx.app.now().getTime() + wait));
}
