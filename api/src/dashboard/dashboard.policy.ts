import type { Viewer } from '../auth/viewer.ts';

/** Counts of patients are shown to users who may read patients. */
export const canCountPatients = (viewer: Viewer): boolean =>
  viewer.can('view.patient') || viewer.can('viewAny.patient');

/** Open invitations are shown to users who may list users: administrators. */
export const canCountUsers = (viewer: Viewer): boolean => viewer.can('view.user');
