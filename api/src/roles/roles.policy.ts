import type { Viewer } from '../auth/viewer.ts';

/** The permissions of roles are shown to support staff with viewAll.role. */
export const canViewRoles = (viewer: Viewer): boolean => viewer.can('viewAll.role');
