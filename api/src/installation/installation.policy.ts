import type { Viewer } from '../auth/viewer.ts';

/** Support administrators, who read what all users did, see the state of the installation; it belongs to no organization. */
export const canReadInstallation = (viewer: Viewer): boolean => viewer.isSupport && viewer.can('viewAny.activity');

/** Support administrators, who change organizations, let failed jobs run again. */
export const canRunJobsAgain = (viewer: Viewer): boolean => viewer.isSupport && viewer.can('update.org');
