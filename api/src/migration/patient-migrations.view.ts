import type { Context } from '../shared/context.ts';
import { translate, type MessageKey } from '../shared/messages.ts';
import type { PatientMigrationRow } from './patient-migration-row.entity.ts';
import type { MigrationProblem, StoredMigration } from './patient-migrations.store.ts';

const PROBLEMS: Record<MigrationProblem, MessageKey> = {
  busy: 'legacy.busy',
  slow: 'legacy.slow',
  broken: 'legacy.broken',
  fault: 'migration.problem.fault',
  user: 'migration.problem.user',
};

/** Returns why a migration waits or has failed, in the viewer's language; null when it goes on. */
export const problemText = ({ locale }: Context, { problem }: StoredMigration): string | null =>
  problem && translate(locale, PROBLEMS[problem]);

/** The later records that keep a patient, by their tables. */
const KEPT_BY: Record<string, MessageKey> = {
  changed: 'migration.kept.changed',
  assignment_versions: 'migration.kept.assignment_versions',
  device_history: 'migration.kept.device_history',
  icode_reports: 'migration.kept.icode_reports',
  mobile_users: 'migration.kept.mobile_users',
  usage_nights: 'migration.kept.usage_nights',
};

/** Returns why a patient was refused, not added, or left by an undo, in the viewer's language; null when there is no reason. */
export function reasonText({ locale }: Context, { result, reasonCode }: PatientMigrationRow): string | null {
  if (reasonCode === null) return null;
  if (result === 'kept') return translate(locale, KEPT_BY[reasonCode] ?? 'migration.kept.record');
  return translate(locale, `migration.reason.${reasonCode}` as MessageKey);
}
