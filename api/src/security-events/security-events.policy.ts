import type { Viewer } from '../auth/viewer.ts';

/**
 * Administrators see what was refused of the accounts whose logs they read; support staff with viewAny.activity sees all,
 * and what belongs to no account. Which rows: row-level security.
 */
export const canReadSecurityEvents = (viewer: Viewer): boolean =>
  viewer.can(viewer.isSupport ? 'viewAny.activity' : 'view.user');
