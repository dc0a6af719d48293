import type { Viewer } from '../auth/viewer.ts';

/** Support staff with the permission lists, writes and withdraws announcements to the users of all organizations. */
export const canManageAnnouncements = (viewer: Viewer): boolean =>
  viewer.isSupport && viewer.can('update.announcement');
