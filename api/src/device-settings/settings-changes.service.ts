import { canReadPatients } from '../patients/patients.policy.ts';
import { connection, newestFirst, type ConnectionShape, type ListArgs } from '../shared/connection.ts';
import type { Context } from '../shared/context.ts';
import { authorize } from '../shared/errors.ts';
import { settingsChangesList } from './settings-changes.list.ts';
import type { SettingsRecord } from './settings-record.entity.ts';

/**
 * Returns a page of the changes of settings that users submitted, newest first: those in the settings histories of the
 * patients that the viewer may see. Refuses unknown columns, conditions, sizes and cursors.
 */
export function listSettingsChanges(ctx: Context, args: ListArgs): Promise<ConnectionShape<SettingsRecord>> {
  authorize(canReadPatients(ctx.viewer));
  return connection(ctx, settingsChangesList, newestFirst(args));
}
