import { join, type Channel } from '../realtime/channel.ts';
import { beginningWith } from '../realtime/events.ts';
import type { Context } from '../shared/context.ts';

/** A migration of patients began, advanced or ended. */
export const patientMigrationsChannel: Channel<'patient-migration.progressed', { migrationId: number }> = {
  topic: 'patient-migration.progressed',
  key: 'migrationId',
  afterGap: (migrationId) => ({ migrationId }),
  // Row-level security shows those that the viewer may follow.
  canJoin: async ({ em }, id) =>
    (await em.execute<unknown[]>('select from patient_migrations where id = ?', [id])).length > 0,
};

/**
 * Subscribes to the progress of a migration; throws NotFound for one that the viewer may not see. The first event comes
 * at once: what the job did while a page was not connected is not missed.
 */
export const patientMigrationEvents = async (
  ctx: Context,
  migrationId: number,
): Promise<AsyncIterable<{ migrationId: number }>> =>
  beginningWith({ migrationId }, await join(ctx, patientMigrationsChannel, migrationId));
