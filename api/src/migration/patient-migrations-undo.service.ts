import { write } from '../db/write.ts';
import { authorize, InvalidInput } from '../shared/errors.ts';
import type { Context } from '../shared/context.ts';
import { canMigrateOrganizations, canUndoMigration } from './migration.policy.ts';
import { patientMigration } from './patient-migrations.service.ts';
import { changed, findMigration } from './patient-migrations.store.ts';
import type { PatientMigration } from './patient-migrations.types.ts';

/**
 * Starts the job that removes the patients that a migration added. Repeating it changes nothing. Refuses a migration that
 * runs, added none, or ended more than 24 hours ago.
 */
export async function undoMigration(ctx: Context, id: number): Promise<PatientMigration> {
  const found = await findMigration(ctx, id);
  authorize(canMigrateOrganizations(ctx.viewer));
  if (found.state !== 'undoing' && found.state !== 'undone') {
    if (!canUndoMigration(ctx.viewer, found, ctx.app.now()))
      throw new InvalidInput([{ field: '', code: 'migration.undo_over', message: 'migration.undo_over' }]);
    const started = await write(ctx.em)
      .updateTable('patient_migrations')
      .set({ state: 'undoing', problem: null, attempts: 0 })
      .where('id', '=', id)
      .where('state', 'in', ['done', 'failed', 'undo_failed'])
      .returning('id')
      .executeTakeFirst();
    if (started)
      await ctx.enqueue('migrate-patients', { migrationId: id, userId: ctx.viewer.userId }, { key: String(id) });
    changed(ctx, id);
  }
  ctx.note({ migration: id });
  return patientMigration(ctx, id);
}
