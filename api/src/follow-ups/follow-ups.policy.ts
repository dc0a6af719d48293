import type { Viewer } from '../auth/viewer.ts';
import { canWriteNotes } from '../patient-notes/patient-notes.policy.ts';
import { canReadPatients } from '../patients/patients.policy.ts';

/** Who reads patients reads what is to be done about them. */
export const canReadFollowUps = (viewer: Viewer): boolean => canReadPatients(viewer);

/** Who writes notes about patients decides about their follow-ups; support staff while it acts in an organization. */
export const canActOnFollowUps = (viewer: Viewer): boolean => canWriteNotes(viewer);
