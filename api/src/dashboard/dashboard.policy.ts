import type { Viewer } from '../auth/viewer.ts';

/** Counts of patients are told to those who may read patients. */
export const canCountPatients = (viewer: Viewer): boolean =>
  viewer.can('view.patient') || viewer.can('viewAny.patient');

/** Who did not accept an invitation is told to those who may list the users: administrators. */
export const canCountUsers = (viewer: Viewer): boolean => viewer.can('view.user');
