import type { Permission } from './permissions.ts';
import type { Viewer } from './viewer.ts';

/** The permission to save the rows of an operation as a file. */
export type ExportPermission = Extract<Permission, `export.${string}`>;

type ExportRefusal = 'export.disabled' | 'export.restricted';

/**
 * Returns the documented reason why the viewer's organization keeps the viewer from saving lists as files, or null:
 * `export_to_csv_access` is 0 (disabled), or 2 and the viewer is no administrator (document 001, section 6).
 */
export function exportNotice(viewer: Viewer): ExportRefusal | null {
  if (viewer.facts.exportAccess === 0) return 'export.disabled';
  return viewer.facts.exportAccess === 2 && !viewer.can('export.user') ? 'export.restricted' : null;
}

/** Returns the documented reason why the viewer may not save a list as a file; null when it is allowed. */
export const exportRefusal = (viewer: Viewer, permission: ExportPermission): ExportRefusal | null =>
  exportNotice(viewer) ?? (viewer.can(permission) ? null : 'export.restricted');

/** Whether the viewer may save patients as a file. */
export const canExportPatients = (viewer: Viewer): boolean => exportRefusal(viewer, 'export.patient') === null;

/** Whether the viewer may save devices, their settings and their sessions as a file. */
export const canExportDevices = (viewer: Viewer): boolean => exportRefusal(viewer, 'export.device') === null;

/** Whether the viewer may save users as a file. */
export const canExportUsers = (viewer: Viewer): boolean => exportRefusal(viewer, 'export.user') === null;
