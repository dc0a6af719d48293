import type { Viewer } from '../auth/viewer.ts';

/** "update.machine.date_change_utility: shows Date Change Utility button" (document 001, section 6). */
export const canChangeUsageDates = (viewer: Viewer): boolean => viewer.can('update.machine.date_change_utility');
