import { seesPatient } from '../patients/patients-changes.ts';
import { join, type Channel } from '../realtime/channel.ts';
import { keptEvents } from '../realtime/events.ts';
import type { Context } from '../shared/context.ts';

interface Changed {
  patientId: number;
  noteId: number;
  orgId: number;
}

/** A note of a patient was written, changed or removed; `orgId` is the organization of the note, 0 after a gap. */
export const patientNotesChannel: Channel<'patient-note.changed', Changed> = {
  topic: 'patient-note.changed',
  key: 'patientId',
  afterGap: (patientId) => ({ patientId, noteId: 0, orgId: 0 }),
  canJoin: seesPatient,
};

/**
 * Subscribes to the notes of a patient that the viewer may read: a note of another organization is no event, so that not
 * even its time is revealed. Throws NotFound for a patient that the viewer may not see.
 */
export async function patientNoteEvents(ctx: Context, patientId: number): Promise<AsyncIterable<Changed>> {
  const events = await join(ctx, patientNotesChannel, patientId);
  const { isSupport, actingOrgId, workOrgId } = ctx.viewer;
  const readsAll = isSupport && actingOrgId === null;
  return keptEvents(events, ({ orgId }) => readsAll || orgId === workOrgId || orgId === 0);
}
