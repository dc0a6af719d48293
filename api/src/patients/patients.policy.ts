import type { Viewer } from '../auth/viewer.ts';

/** Patients are shown to users with view.patient or viewAny.patient. */
export const canReadPatients = (viewer: Viewer): boolean => viewer.can('view.patient') || viewer.can('viewAny.patient');
