import { exportRefusal, type ExportPermission } from '../auth/export.policy.ts';
import { matrix } from '../auth/matrix.ts';
import type { Viewer } from '../auth/viewer.ts';
import { Forbidden } from '../shared/errors.ts';

/** Whose rows a query was started for. */
export interface BulkRights {
  actor: string;
  keyId: number | null;
  actingOrgId: number | null;
  /** Locations of a user who saw no more than these; null for the whole organization. */
  locationIds: readonly number[] | null;
}

/** The permission to save a list as a file: of devices, of patients, or of anything else. */
function exportOf(list: string): ExportPermission {
  const { permission, phi } = matrix[`Query.${list}`]!;
  if ([permission].flat().includes('viewAny.device')) return 'export.device';
  return phi ? 'export.patient' : 'export.user';
}

/**
 * Throws Forbidden, with the documented text, for a user who may not save the list as a file. Rows of any list that show
 * patients take the permission to save patients too.
 */
export function assertMaySave(viewer: Viewer, { list, hasPatients }: { list: string; hasPatients: boolean }): void {
  const refusal =
    exportRefusal(viewer, exportOf(list)) ?? (hasPatients ? exportRefusal(viewer, 'export.patient') : null);
  if (refusal) throw new Forbidden(refusal);
}

/**
 * Whether a request may see a query of its user: a token only what it has started itself, because another one may have
 * fewer scopes; support staff what it has started while it acted in the same organization.
 */
export const isOwn = ({ facts, actingOrgId }: Viewer, { actor, keyId, actingOrgId: acted }: BulkRights): boolean =>
  actingOrgId === acted && (!facts.token || (facts.token.actor === actor && facts.token.id === keyId));

/** Whether the viewer still sees all locations of which the file may have rows. */
export const seesLocationsOf = ({ facts: { locationIds } }: Viewer, { locationIds: had }: BulkRights): boolean =>
  locationIds === null || (had !== null && had.every((id) => locationIds.includes(id)));
