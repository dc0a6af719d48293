import type { Viewer } from '../auth/viewer.ts';

/** Either permits to write locations and groups: of each organization to support staff, of their own to administrators. */
export const MANAGE_PLACES = ['update.org', 'update.org.settings'] as const;

/**
 * Who writes the locations and groups of an organization: its administrators, and support staff, also while they act in
 * it. Users of locations and groups never do.
 */
export const canManagePlaces = (viewer: Viewer, { id }: { id: number }): boolean =>
  viewer.facts.locationIds === null &&
  ((id === viewer.workOrgId && viewer.can('update.org.settings')) ||
    (viewer.isSupport && viewer.can('update.org') && [null, id].includes(viewer.actingOrgId)));
