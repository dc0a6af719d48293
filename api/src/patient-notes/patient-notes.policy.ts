import type { Viewer } from '../auth/viewer.ts';
import type { PatientNote } from './patient-note.entity.ts';

/** Staff with the permission writes notes about the patients that it sees; support staff while it acts in an organization. */
export const canWriteNotes = (viewer: Viewer): boolean =>
  viewer.can('create.patient.note') && (!viewer.isSupport || viewer.actingOrgId !== null);

/** A note is changed and removed by its author alone, and not after it was removed. */
export const canChangeNote = (viewer: Viewer, note: Pick<PatientNote, 'authorId' | 'removedAt'>): boolean =>
  canWriteNotes(viewer) && note.authorId === viewer.userId && note.removedAt === null;
