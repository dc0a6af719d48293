import type { Viewer } from '../auth/viewer.ts';

/** Support staff migrates locations and patients from the legacy system. */
export const canMigrateOrganizations = (viewer: Viewer): boolean => viewer.isSupport && viewer.can('migrate.org');

/** What decides whether a migration of patients can be undone. */
interface EndedMigration {
  state: string;
  migrated: number;
  undoUntil: Date | null;
}

/** Support staff undoes a migration that added patients, within 24 hours of its end. */
export const canUndoMigration = (viewer: Viewer, { state, migrated, undoUntil }: EndedMigration, now: Date): boolean =>
  canMigrateOrganizations(viewer) &&
  (state === 'done' || state === 'failed' || state === 'undo_failed') &&
  migrated > 0 &&
  undoUntil !== null &&
  undoUntil > now;
